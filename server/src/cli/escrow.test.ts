import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { makeThrowawayFolder } from '../../test/temporary-folder.ts';
import { newIdentity } from '../platform/backup/age.ts';

const program = fileURLToPath(new URL('escrow.ts', import.meta.url));
const data_dir = makeThrowawayFolder('escrow');
const [one, other] = ['11'.repeat(32), '22'.repeat(32)];
const file = join(data_dir, 'escrow.json');
afterAll(() => rmSync(data_dir, { recursive: true, force: true }));

function escrow(
  words: string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
) {
  const done = spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    input,
    env: { ...process.env, SANDBOX: 'on', DATA_DIR: data_dir, MASTER_KEY: one, ...env },
  });
  return { code: done.status, said: done.stdout + done.stderr };
}

test('the key is shown once, kept nowhere, and opens what is sealed, after a change of MASTER_KEY too', () => {
  const made = escrow([]);
  expect(made.code).toBe(0);
  // Root may have made it, and the worker has another user.
  expect(statSync(file).mode & 0o777).toBe(0o644);
  const key = /AGE-SECRET-KEY-1[A-Z0-9]{58}/.exec(made.said)![0];
  const kept = readFileSync(file, 'utf8');
  expect(kept).not.toContain(one);
  expect(kept).not.toContain(key);
  expect(made.said).toContain(`BACKUP_RECIPIENTS=${(JSON.parse(kept) as { recipient: string }).recipient}`);
  expect(escrow(['open', file], { input: `${key}\n` })).toEqual({ code: 0, said: `MASTER_KEY=${one}\n` });

  expect(escrow([])).toMatchObject({ code: 1, said: expect.stringContaining('is there already') });
  expect(readFileSync(file, 'utf8')).toBe(kept);

  expect(escrow(['renew'], { env: { MASTER_KEY: other, FORMER_MASTER_KEYS: one } }).code).toBe(0);
  expect(escrow(['open', file], { input: key })).toEqual({
    code: 0,
    said: `MASTER_KEY=${other}\nFORMER_MASTER_KEYS=${one}\n`,
  });
});

test('another key opens nothing, and what cannot be done is said in a sentence', async () => {
  expect(escrow(['open', file], { input: (await newIdentity()).identity })).toEqual({
    code: 1,
    said: 'it was sealed for another key\n',
  });
  expect(escrow(['open', join(data_dir, 'none')])).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no'),
  });
  expect(escrow(['opne']).code).toBe(64);
  expect(escrow(['open']).code).toBe(64);
});
