import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startProduct } from '../e2e/product.ts';
import { buildWebIfChanged } from './build-web.mjs';
import { runStep, tallyFile } from './checks.mjs';
import { root } from './node-24.mjs';
import { takeTally } from './tally.ts';

const playwright = join('node_modules', '@playwright', 'test', 'cli.js');

/** Builds the pages, judges them and starts the product of the journeys. Null, with the reason printed, when it cannot. */
export async function prepareBrowserTests() {
  try {
    await buildWebIfChanged({ sandbox: true });
    const supported = await runStep('oldest browsers', ['scripts/browser-support.ts']);
    return { supported, product: process.env.E2E_BASE_URL ? null : await startProduct() };
  } catch (error) {
    console.log(`FAILED  pages and product\n${error.message}\n`);
    return null;
  }
}

/** All journeys, quietly, for `npm test`. Resolves to the tally; a run that broke down is one failure. */
export async function runBrowserTests(prepared) {
  if (!prepared) return { passed: 0, failed: 1, skipped: [] };
  const { supported, product } = prepared;
  const file = tallyFile('playwright');
  const place = product && { E2E_BASE_URL: product.url, E2E_DATA_DIR: product.dataDir };
  const { ok } = await runStep('browser tests', [playwright, 'test'], { TALLY_FILE: file, ...place });
  // Of an error that a journey met once, this is all there is to find it by.
  const own = product?.log().match(/^.*"http\.failed".*$/gm) ?? [];
  for (const line of own.slice(0, 10)) console.log(`the product failed: ${line.slice(0, 2_000)}`);
  const left = product?.process.signalCode ?? product?.process.exitCode ?? null;
  if (left !== null) console.log(`the product left by itself (${left}):\n${product.log().slice(-4_000)}`);
  await product?.stop();
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
