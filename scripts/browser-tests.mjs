import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWebIfChanged } from './build-web.mjs';
import { runStep, tallyFile } from './checks.mjs';
import { root } from './node-24.mjs';
import { takeTally } from './tally.ts';

const playwright = join('node_modules', '@playwright', 'test', 'cli.js');

/** All journeys, quietly, for `npm test`. Resolves to the tally; a run that broke down is one failure. */
export async function runBrowserTests() {
  const file = tallyFile('playwright');
  try {
    await buildWebIfChanged({ sandbox: true });
  } catch (error) {
    console.log(`FAILED  pages\n${error.message}\n`);
    return { passed: 0, failed: 1, skipped: [] };
  }
  const supported = await runStep('oldest browsers', ['scripts/browser-support.ts']);
  const { ok } = await runStep('browser tests', [playwright, 'test'], { TALLY_FILE: file });
  const tally = takeTally(file) ?? { passed: 0, failed: 1, skipped: [] };
  if (!ok && tally.failed === 0) tally.failed = 1;
  tally[supported.ok ? 'passed' : 'failed'] += 1;
  return tally;
}

/** Some journeys, before one's eyes, for `npm run e2e -- <words for Playwright>`. Resolves to the exit code. */
export async function showBrowserTests(words) {
  await buildWebIfChanged({ sandbox: true });
  const child = spawn(process.execPath, [playwright, 'test', ...words], { cwd: root, stdio: 'inherit' });
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)));
}
