/**
 * The tests of the server, `shared` and `eds` at other hours and days: the wall clock of Vitest, of its workers and of
 * PostgreSQL is moved alike by a library that is loaded before theirs. The clock that only counts on stays, and so do the
 * times of files.
 *
 * `ATTACK_CLOCKS=leap,year` chooses moments and `ATTACK_TESTS="server/test server/src/features/acts"` paths. Needs Linux
 * and a compiler of C.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addDays, almatyDate, lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';
import { report } from './report.ts';
import { runTests } from './run-tests.ts';

const wanted = process.env.ATTACK_CLOCKS?.split(',') ?? [];
const paths = (process.env.ATTACK_TESTS ?? 'server shared eds').split(' ');

const today = almatyDate(new Date());
const year = Number(today.slice(0, 4));
const leap_year = year + 4 - (year % 4);
/** In Almaty. */
const MOMENTS: [string, string][] = [
  ['last minutes of a year', `${year}-12-31T23:50`],
  ['first minutes of a year', `${year + 1}-01-01T00:10`],
  ['leap day', `${leap_year}-02-29T12:00`],
  ['last minutes of a month', `${lastDayOf(today.slice(0, 7))}T23:50`],
  ['first of a month', `${addDays(lastDayOf(today.slice(0, 7)), 1)}T05:10`],
  ['31 January', `${year + 1}-01-31T12:00`],
  ['last minutes of a quarter', `${year + 1}-03-31T23:50`],
  ['night', `${addDays(today, 1)}T03:00`],
  ['noon', `${addDays(today, 1)}T12:00`],
  ['evening', `${addDays(today, 1)}T19:30`],
  ['turn of a day', `${addDays(today, 1)}T23:59`],
];

const folder = makeTemporaryFolder('kelisim-clocks-');
const library = join(folder, 'moved-clock.so');
const source = fileURLToPath(new URL('moved-clock.c', import.meta.url));
const cc = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], { stdio: 'ignore' });
try {
  if (cc.status !== 0) report({ attack: 'clocks', passed: true, skipped: 'no compiler of C here' });
  else
    for (const [title, moment] of MOMENTS)
      if (wanted.length === 0 || wanted.some((part) => title.includes(part))) await testsAt(title, moment);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function testsAt(title: string, moment: string): Promise<void> {
  const ahead_s = Math.round((Date.parse(`${moment}:00+05:00`) - Date.now()) / 1_000);
  const result = await runTests(paths, { LD_PRELOAD: library, MOVED_CLOCK_S: String(ahead_s) });
  const part = process.env.ATTACK_TESTS
    ? { only: paths.map((path) => path.replace('server/src/', '')).join(' ') }
    : {};
  if (!report({ attack: `clocks ${title}`, moment, ...part, ...result })) process.exitCode = 1;
}
