/**
 * What `npm test` goes in one language for the sake of time, in both: every screen judged at each width, every command of
 * the palette, every way to sign, and the long journeys. `ATTACK_JOURNEYS=palette,newcomer` is some of them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWebIfChanged } from '../scripts/build-web.mjs';
import { root } from '../scripts/node-24.mjs';
import { report } from '../server/attack/report.ts';
import { startProduct } from './product.ts';

const WORDS = process.env.ATTACK_JOURNEYS?.split(',') ?? [''];
const PLAYWRIGHT = join('node_modules', '@playwright', 'test', 'cli.js');
const folder = join(root, 'e2e');
const journeys = readdirSync(folder)
  .filter((name) => name.endsWith('.spec.ts') && WORDS.some((word) => name.includes(word)))
  .filter((name) => readFileSync(join(folder, name), 'utf8').includes("from './languages.ts'"));

await buildWebIfChanged({ sandbox: true });
for (const journey of journeys) {
  const product = await startProduct();
  try {
    const began = Date.now();
    // What the browser says stands beside the result, which is a line of its own.
    const child = spawn(process.execPath, [PLAYWRIGHT, 'test', `e2e/${journey}`], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: {
        ...process.env,
        E2E_BASE_URL: product.url,
        E2E_DATA_DIR: product.dataDir,
        E2E_LANGUAGES: 'whole',
      },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    const took_s = Math.round((Date.now() - began) / 1000);
    if (!report({ attack: journey.replace('.spec.ts', ''), passed: code === 0, took_s }))
      process.exitCode = 1;
  } finally {
    await product.stop();
  }
}
