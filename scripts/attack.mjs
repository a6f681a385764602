// `npm run attack [name…]`: runs server/attack/*.attack.ts one after the other. Each tries millions of things, measures
// how long answers take, or has people and processes race, too long or too dependent on the machine for `npm test`; each
// prints its results as lines of JSON.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, runsOnNode24 } from './node-24.mjs';

if (await runsOnNode24()) {
  const wanted = process.argv.slice(2);
  const folder = join(root, 'server', 'attack');
  const attacks = readdirSync(folder)
    .filter((name) => name.endsWith('.attack.ts'))
    .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
    .sort();
  if (attacks.length === 0) {
    console.error(`No attack matches ${wanted.join(' ')}.`);
    process.exitCode = 1;
  }
  for (const name of attacks) {
    const { status } = spawnSync(process.execPath, [join(folder, name)], { cwd: root, stdio: 'inherit' });
    if (status === 0) continue;
    console.error(`server/attack/${name}: the attack got through, or broke down.`);
    process.exitCode = 1;
  }
}
