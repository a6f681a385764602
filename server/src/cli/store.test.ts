import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../test/make-app.ts';

const program = fileURLToPath(new URL('store.ts', import.meta.url));
const app = await makeTestApp();
afterAll(() => app.close());

const label = () => join(app.data_dir, 'files', 'kelisim-store.json');

function store(words: string[] = [], env: Record<string, string> = {}) {
  const done = spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    env: { ...process.env, SANDBOX: 'on', DATABASE_URL: app.database_url, DATA_DIR: app.data_dir, ...env },
  });
  return { code: done.status, said: done.stdout + done.stderr };
}

test('shows an unbound pair, then whose the store is, and what is the matter in a sentence', async () => {
  const unbound = store();
  expect(unbound.code).toBe(0);
  expect(unbound.said).toContain('The next start binds them');
  // Looking binds nothing.
  expect(existsSync(label())).toBe(false);

  await app.claim.check();
  expect(store()).toMatchObject({ code: 0, said: expect.stringContaining('They belong together.') });

  const kept = readFileSync(label(), 'utf8');
  writeFileSync(label(), kept.replace('"epoch":1', '"epoch":9'));
  const later = store();
  expect(later.code).toBe(1);
  expect(later.said).toContain('later_epoch: A later copy of this database has taken the file store over.');

  renameSync(label(), `${label()}.away`);
  expect(store()).toMatchObject({ code: 1, said: expect.stringContaining('fault     empty') });
  renameSync(`${label()}.away`, label());
});

test('adopts a store that another took over, and one whose label is cut off', async () => {
  expect(store(['adopt'])).toMatchObject({ code: 0, said: expect.stringContaining('in epoch 10.') });
  await app.claim.check();
  writeFileSync(label(), '{"database_id":"');
  const cut = store();
  expect(cut.code).toBe(1);
  expect(cut.said).toContain('npm run store -- adopt');
  expect(cut.said).not.toMatch(/^ {4}at /m);
  expect(store(['adopt'])).toMatchObject({ code: 0, said: expect.stringContaining('in epoch 11.') });
  await app.claim.check();
  expect(store().code).toBe(0);
});

test('what cannot be done is said in a sentence', () => {
  expect(store(['adpot'])).toMatchObject({ code: 64, said: expect.stringContaining('Usage') });
  expect(store(['adopt', 'now']).code).toBe(64);
  const unset = store([], { FILES: 's3' });
  expect(unset).toEqual({ code: 1, said: expect.stringMatching(/^FILES=s3 needs S3_ENDPOINT.*\n$/) });
  const nobody = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_REGION: 'kz', S3_BUCKET: 'files' };
  const away = store([], { FILES: 's3', ...nobody, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' });
  expect(away).toEqual({ code: 1, said: expect.stringMatching(/^The bucket "files".*\n$/) });
});

test('only adopt migrates: a database that was restored from before the claims is looked at as it is', async () => {
  rmSync(label());
  await sql`alter table file_store_claim rename to hidden`.execute(app.owner);
  expect(store()).toMatchObject({ code: 0, said: expect.stringContaining('has no store yet') });
  await sql`alter table hidden rename to file_store_claim`.execute(app.owner);
});
