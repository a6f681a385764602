import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Results {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/**
 * Runs tests in processes of their own.
 * @param words paths and options for Vitest
 * @returns `failures`: the titles of tests that failed, and the reason of files that did not come to any
 */
export async function runTests(words: readonly string[], environment: Record<string, string>) {
  const folder = makeTemporaryFolder('kelisim-tests-');
  const results = join(folder, 'results.json');
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${results}`, ...words],
    { cwd: root, env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await once(child, 'exit');
  const said = existsSync(results) ? (JSON.parse(readFileSync(results, 'utf8')) as Results) : null;
  rmSync(folder, { recursive: true });
  const failures = (said?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName);
    const file = relative(root, name);
    if (failed.length > 0) return failed.map((one) => `${file} > ${one}`);
    return status === 'failed' ? [`${file}: ${message}`] : [];
  });
  const passed_tests = said?.numPassedTests ?? 0;
  return {
    passed: passed_tests > 0 && failures.length === 0,
    passed_tests,
    failed_tests: failures.length,
    took_s: Math.round((performance.now() - began) / 1_000),
    failures,
  };
}
