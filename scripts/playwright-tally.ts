import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { nameFailure, writeTally } from './tally.ts';
import type { Tally } from './tally.ts';

/** Counts tests one by one; an error outside of any test (a product that did not start) is a failure of its own. */
export default class PlaywrightTally implements Reporter {
  #suite: Suite | null = null;
  #errors: string[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    this.#errors.push(nameFailure('outside of any journey', error));
  }

  onEnd(): void {
    const tally: Required<Tally> = {
      passed: 0,
      failed: this.#errors.length,
      failures: this.#errors,
      skipped: [],
      unsteady: [],
    };
    for (const test of this.#suite?.allTests() ?? []) count(tally, test);
    writeTally(tally);
  }
}

function count(tally: Required<Tally>, test: TestCase): void {
  const outcome = test.outcome();
  const name = test.titlePath().filter(Boolean).join(' > ');
  if (outcome === 'flaky') tally.unsteady.push(nameFailure(name, test.results[0]?.error));
  if (outcome === 'expected' || outcome === 'flaky') tally.passed++;
  else if (outcome === 'skipped' && isMarked(test))
    tally.skipped.push({
      name,
      reason: test.annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given',
    });
  else {
    tally.failed++;
    tally.failures.push(nameFailure(name, test.results[0]?.error));
  }
}

/** A test that never ran because the run broke off is called skipped too; only a marked one was meant to be. */
function isMarked(test: TestCase): boolean {
  return [test, ...test.results].some(({ annotations }) =>
    annotations.some(({ type }) => type === 'skip' || type === 'fixme'),
  );
}
