import { runStep, tallyFile } from './checks.mjs';
import { takeTally } from './tally.ts';

/** Runs vitest over all rooms. Resolves to its tally; a run that broke down is one failure. */
export async function runUnitTests() {
  const file = tallyFile('vitest');
  const reporters = ['--reporter=minimal', '--reporter=./scripts/vitest-tally.ts'];
  const { ok } = await runStep(
    'unit and API tests',
    ['node_modules/vitest/vitest.mjs', 'run', ...reporters],
    {
      TALLY_FILE: file,
    },
  );
  const tally = takeTally(file) ?? { passed: 0, failed: 1, skipped: [] };
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}
