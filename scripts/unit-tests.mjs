import { join } from 'node:path';
import { runStep, tallyFile } from './checks.mjs';
import { root } from './node-24.mjs';
import { takeTally } from './tally.ts';

export const runUnitTests = () => runVitest('unit and API tests', []);

/** Parts of the pages one by one, in the browser of the journeys. */
export const runComponentTests = () =>
  runVitest('component tests', ['--config', 'vitest.components.config.ts']);

/** Resolves to the tally; a run that broke down is one failure. */
async function runVitest(name, words) {
  const file = tallyFile(name.split(' ')[0]);
  const reporters = ['--reporter=minimal', `--reporter=${join(root, 'scripts', 'vitest-tally.ts')}`];
  const { ok } = await runStep(name, ['node_modules/vitest/vitest.mjs', 'run', ...words, ...reporters], {
    TALLY_FILE: file,
  });
  const tally = takeTally(file) ?? { passed: 0, failed: 1, skipped: [] };
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}
