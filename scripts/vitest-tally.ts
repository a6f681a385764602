import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { nameFailure, writeTally } from './tally.ts';
import type { Tally } from './tally.ts';

/** Counts tests one by one. A file that does not load, or a hook that fails, is a failure of its own. */
export default class VitestTally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tally: Required<Tally> = {
      passed: 0,
      failed: unhandled.length,
      failures: [],
      skipped: [],
      unsteady: [],
    };
    for (const module of modules) {
      for (const part of [module, ...module.children.allSuites()])
        if (part.errors().length > 0) {
          tally.failed++;
          const name = part.type === 'module' ? part.relativeModuleId : part.fullName;
          tally.failures.push(nameFailure(name, part.errors()[0]));
        }
      for (const test of module.children.allTests()) count(tally, test);
    }
    writeTally(tally);
  }
}

function count(tally: Required<Tally>, test: TestCase): void {
  const result = test.result();
  const name = `${test.module.relativeModuleId} > ${test.fullName}`;
  if (test.diagnostic()?.flaky) tally.unsteady.push(nameFailure(name, result.errors?.[0]));
  if (result.state === 'passed') tally.passed++;
  else if (result.state === 'skipped' && !brokenAbove(test))
    tally.skipped.push({ name, reason: result.note ?? 'no reason given' });
  else {
    tally.failed++;
    tally.failures.push(nameFailure(name, result.errors?.[0]));
  }
}

/** Tests behind a failed `beforeAll` are called skipped; they were meant to run. */
function brokenAbove(test: TestCase): boolean {
  for (let part: TestSuite | TestModule = test.parent; ; part = part.parent) {
    if (part.errors().length > 0) return true;
    if (part.type === 'module') return false;
  }
}
