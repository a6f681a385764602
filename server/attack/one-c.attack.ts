/**
 * A month end with 1C: `ONEC_ACTS` (500) receipts become acts, are signed and paid, and their numbers and payments come
 * back, by the program over OData against the test base; then the runs that change nothing, an answer that was lost, and
 * the rest of that test. Counted are what stands twice and fields that somebody would have to type a second time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';
import { report } from './report.ts';

interface Results {
  success: boolean;
  testResults: { assertionResults: { meta: { figures?: Record<string, number> } }[] }[];
}

const folder = makeTemporaryFolder('kelisim-one-c-');
const results = join(folder, 'results.json');
try {
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--testTimeout=3600000',
      '--reporter=json',
      `--outputFile=${results}`,
      'server/test/one-c/odata.test.ts',
    ],
    {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      env: { ...process.env, ONEC_ACTS: process.env.ONEC_ACTS ?? '500' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  await once(child, 'exit');
  const { success, testResults } = JSON.parse(readFileSync(results, 'utf8')) as Results;
  const figures = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ meta }) => meta.figures)?.meta.figures;
  const passed = success && figures?.duplicates === 0 && figures.typed_twice === 0;
  if (!report({ attack: 'a month end with 1C', passed, ...figures })) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
