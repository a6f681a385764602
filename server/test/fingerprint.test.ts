import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';
import { makeTestApp } from './make-app.ts';

const app = await makeTestApp();
afterAll(() => app.close());

test('a fingerprint changes with any table and comes back with its contents', async () => {
  const { db } = app.parts;
  const before = await fingerprint(app);
  expect(await fingerprint(app)).toEqual(before);
  const { name_ru } = await db
    .selectFrom('banks')
    .select('name_ru')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const rename = (name: string) =>
    db.updateTable('banks').set({ name_ru: name }).where('id', '=', 1).execute();
  await rename('Другой');
  const after = await fingerprint(app);
  expect(after).toEqual({ ...before, 'public.banks': expect.not.stringMatching(before['public.banks']!) });
  expect(await fingerprint(app, ['banks'])).not.toHaveProperty('public.banks');
  await rename(name_ru);
  expect(await fingerprint(app)).toEqual(before);
});

test('rows that come and go are seen, all of a table at once as well', async () => {
  const before = await fingerprint(app);
  const add = (what: string) =>
    sql`insert into limited_calls (what_hash) values (${Buffer.from(what)})`.execute(app.owner);
  await add('1');
  const one = await fingerprint(app);
  expect(one).not.toEqual(before);
  await sql`delete from limited_calls`.execute(app.owner);
  expect(await fingerprint(app)).toEqual(before);
  await add('2');
  expect(await fingerprint(app)).not.toEqual(one);
  await sql`truncate limited_calls`.execute(app.owner);
  expect(await fingerprint(app)).toEqual(before);
});
