// `npm run bench [name…]`: runs bench/*.bench.ts one after the other; each prints its results as lines of JSON.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, runsOnNode24 } from './node-24.mjs';

if (await runsOnNode24()) {
  const wanted = process.argv.slice(2);
  const folder = join(root, 'bench');
  const benches = readdirSync(folder)
    .filter((name) => name.endsWith('.bench.ts'))
    .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
    .sort();
  if (benches.length === 0) {
    console.error(`No bench matches ${wanted.join(' ')}.`);
    process.exitCode = 1;
  }
  for (const name of benches) {
    const { status } = spawnSync(process.execPath, [join(folder, name)], { cwd: root, stdio: 'inherit' });
    if (status === 0) continue;
    console.error(`bench/${name} failed.`);
    process.exitCode = 1;
  }
}
