import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findServedPort, isAbandoned, lockFolder } from './folder-lock.ts';
import { identifyProcess } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kelisim-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The lock that a holder like this one left behind. */
function leaveLock(change: Partial<ProcessIdentity>): string {
  const file = join(folder, 'lock');
  writeFileSync(
    file,
    JSON.stringify({ holder: { ...identifyProcess(process.pid), ...change }, token: 'theirs', port: 5555 }),
  );
  return file;
}

test('one holder at a time; free again when released; the port is told to those who ask', async () => {
  expect(await findServedPort(folder)).toBe(null);
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(`Kelisim already runs on the data in ${folder}`);
  lock.publishPort(5432);
  expect(await findServedPort(folder)).toBe(5432);
  expect(await isAbandoned(folder)).toBe(false);
  lock.release();
  expect(await findServedPort(folder)).toBe(null);
  (await lockFolder(folder)).release();
});

test.each([
  ['another run of the computer', { boot: 'before the restart' }],
  ['a number that another process has now', { started: '1' }],
  ['a process that is gone', { pid: 4_194_303 }],
])('a lock left by %s is taken over', async (_, change) => {
  leaveLock(change);
  expect(await isAbandoned(folder)).toBe(true);
  expect(await findServedPort(folder)).toBe(null);
  (await lockFolder(folder)).release();
});

test('a lock torn by a full disk is taken over', async () => {
  writeFileSync(join(folder, 'lock'), '{"hold');
  (await lockFolder(folder)).release();
});

test('of many that find a dead lock together, one gets the folder', async () => {
  leaveLock({ started: '1' });
  const tries = await Promise.allSettled([lockFolder(folder), lockFolder(folder), lockFolder(folder)]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of tries) if (one.status === 'fulfilled') one.value.release();
});

test('a holder in another container lives as long as his heart beats', async () => {
  const file = leaveLock({ namespace: 'pid:[1]' });
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), 200);
  await expect(lockFolder(folder)).rejects.toThrow('already runs');
  clearInterval(beat);
  const lock = await lockFolder(folder);
  expect(JSON.parse(readFileSync(file, 'utf8')).holder.pid).toBe(process.pid);
  lock.release();
});
