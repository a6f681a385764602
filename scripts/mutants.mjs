// `npm run mutants [part or path…]`: changes one rule at a time, runs the tests that reach it, and writes what lived
// into docs/mutants.md. Results are kept in .cache/mutants, so that a run can be stopped and goes on where it was.
// `--reach` first gathers which test file runs which function, as long as all tests take; `--quick` leaves out the
// tests that need a database.
import { root, runsOnNode24 } from './node-24.mjs';

if (await runsOnNode24()) {
  const words = process.argv.slice(2);
  const { gatherReach, runMutants } = await import('./mutants/run.ts');
  if (words.includes('--reach')) await gatherReach(root.replace(/\/$/, ''));
  const alive = await runMutants({
    root: root.replace(/\/$/, ''),
    words: words.filter((word) => !word.startsWith('--')),
    quick: words.includes('--quick'),
  });
  if (alive.length > 0) {
    console.error(`${alive.length} live:\n${alive.join('\n')}`);
    process.exitCode = 1;
  }
}
