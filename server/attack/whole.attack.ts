/** Tests that `npm test` runs in a smaller size for the sake of time, in full. `ATTACK_TESTS="kill races"` is some of them. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from './report.ts';
import { runTests } from './run-tests.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const wanted = process.env.ATTACK_TESTS?.split(' ') ?? [''];
const files = globSync('server/{src,test}/**/*.test.ts', { cwd: root })
  .filter((file) => readFileSync(`${root}${file}`, 'utf8').includes("/whole.ts'"))
  .filter((file) => wanted.some((word) => file.includes(word)))
  .sort();
for (const file of files) {
  const result = await runTests([file], { TESTS: 'whole' });
  if (!report({ attack: basename(file, '.test.ts'), ...result })) process.exitCode = 1;
}
