import type { Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { unsteady, writeTally } from './tally.ts';
import type { Tally } from './tally.ts';

/** Counts tests one by one; an error outside of any test (a product that did not start) is a failure of its own. */
export default class PlaywrightTally implements Reporter {
  #suite: Suite | null = null;
  #errors = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(): void {
    this.#errors++;
  }

  onEnd(): void {
    const tally: Required<Tally> = { passed: 0, failed: this.#errors, skipped: [], unsteady: [] };
    for (const test of this.#suite?.allTests() ?? []) count(tally, test);
    writeTally(tally);
  }
}

function count(tally: Required<Tally>, test: TestCase): void {
  const outcome = test.outcome();
  const name = test.titlePath().filter(Boolean).join(' > ');
  if (outcome === 'flaky') tally.unsteady.push(unsteady(name, test.results[0]?.error));
  if (outcome === 'expected' || outcome === 'flaky') tally.passed++;
  else if (outcome === 'skipped' && isMarked(test))
    tally.skipped.push({
      name,
      reason: test.annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given',
    });
  else tally.failed++;
}

/** A test that never ran because the run broke off is called skipped too; only a marked one was meant to be. */
function isMarked(test: TestCase): boolean {
  return [test, ...test.results].some(({ annotations }) =>
    annotations.some(({ type }) => type === 'skip' || type === 'fixme'),
  );
}
