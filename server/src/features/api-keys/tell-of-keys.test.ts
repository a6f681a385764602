import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { addTestKey } from '../../../test/api-keys.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany, makeEmployee, type TestCompany } from '../../../test/people.ts';
import { useKey } from './api-keys.queries.ts';
import { keyHash } from './key-text.ts';
import { tellOfRefusal, warnOfEnds } from './tell-of-keys.ts';

const app = await makeTestApp();
const { db } = app.parts;
afterAll(() => app.close());

const DAY = 86_400_000;
const newCompany = () => makeCompany(app, { algorithm: 'rsa' });
const told = async ({ director }: TestCompany) =>
  (await app.ok('notices.list', director, { query: {} })).items
    .filter(({ kind }) => kind.startsWith('api_key'))
    .map(({ text }) => text);
const asks = async (token: string, ip: string) =>
  (await app.raw('acts.list', { token }, {}, { headers: { 'x-forwarded-for': ip } })).status;

test('a known key that is refused is told of once a day, to those who head the company alone', async () => {
  const company = await newCompany();
  const employee = await makeEmployee(app, company, ['manage_settings']);
  const key = await addTestKey(app, company.director, ['acts:read'], { networks: ['203.0.113.0/24'] });
  for (const ip of ['198.51.100.1', '198.51.100.2', '203.0.113.9', '198.51.100.1']) await asks(key.token, ip);
  expect(await told(company)).toEqual([
    'Запросу с API-ключом «1С» отказано: запрос пришёл с чужого адреса (198.51.100.1)',
  ]);
  const events = await db
    .selectFrom('security_events')
    .select(['user_id', 'detail', 'ip'])
    .where('kind', '=', 'api_key_refused')
    .where('company_id', '=', company.id)
    .execute();
  const detail = { api_key_id: key.id, api_key: '1С', fault: 'address' };
  expect(events).toEqual([{ user_id: company.director.user_id, detail, ip: '198.51.100.1' }]);
  expect((await app.ok('notices.list', employee, { query: {} })).items).toEqual([]);

  await sql`update api_keys set refused_at = now() - interval '25 hours' where id = ${key.id}`.execute(db);
  await app.ok('api_keys.revoke', company.director, { params: { key_id: key.id } });
  expect(await asks(key.token, '203.0.113.9')).toBe(401);
  expect((await told(company))[0]).toBe('Запросу с API-ключом «1С» отказано: он отозван (203.0.113.9)');
});

test('of processes that refuse a key at once one tells of it', async () => {
  const company = await newCompany();
  const { token } = await addTestKey(app, company.director, ['acts:read'], { networks: ['203.0.113.0/24'] });
  const ip = '198.51.100.1';
  const key = await useKey(db, { hash: keyHash(token) }, ip);
  if (!key) throw new Error('no key');
  for (const at of ['2026-11-26T10:00:00Z', '2026-11-26T10:00:01Z'])
    await tellOfRefusal({ ...app.parts, clock: { now: () => new Date(at) } }, key, ip);
  expect(await told(company)).toHaveLength(1);
});

test('the end of a key is told 30, 7 and 1 days before, once each, and not of one that was replaced or revoked', async () => {
  const company = await newCompany();
  const made = Date.now();
  let now = made;
  const { config, log } = app.parts;
  const parts = { config, log, db, clock: { now: () => new Date(now) } };
  const ends = (days: number) => ({ expires_at: new Date(made + days * DAY) });
  await addTestKey(app, company.director, ['acts:read'], { name: 'Склад', ...ends(40) });
  const replaced = await addTestKey(app, company.director, ['acts:read'], { name: 'Старый', ...ends(40) });
  const revoked = await addTestKey(app, company.director, ['acts:read'], { name: 'Чужой', ...ends(40) });
  const [params, body] = [{ key_id: replaced.id }, { overlap_hours: 72 }];
  await app.ok('api_keys.rotate', company.director, { params, body });
  await app.ok('api_keys.revoke', company.director, { params: { key_id: revoked.id } });
  const countAt = async (day: number) => {
    now = made + day * DAY;
    // Processes that look at the same time warn once.
    await Promise.all([warnOfEnds(parts), warnOfEnds(parts)]);
    return (await told(company)).filter((text) => text.includes('действует по')).length;
  };
  const counts = [];
  for (const day of [0, 9, 10.5, 20, 33.5, 36, 39.5, 39.9, 41]) counts.push(await countAt(day));
  expect(counts).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 3]);
  for (const text of await told(company))
    if (text.includes('действует по')) expect(text).toContain('«Склад»');
});

test('a key whose end cannot be told of keeps no other from being told of', async () => {
  const [broken, other] = [await newCompany(), await newCompany()];
  const ends = { expires_at: new Date(Date.now() + 5 * DAY) };
  const { id } = await addTestKey(app, broken.director, ['acts:read'], ends);
  await addTestKey(app, other.director, ['acts:read'], ends);
  await sql`
    create function refuse_warning() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger refuse_warning before update on api_keys for each row when (old.id = ${sql.lit(id)}) execute function refuse_warning()`.execute(
    app.owner,
  );
  await warnOfEnds(app.parts);
  await sql`drop trigger refuse_warning on api_keys; drop function refuse_warning`.execute(app.owner);
  expect(await told(other)).toHaveLength(1);
  expect(await told(broken)).toEqual([]);
  const failing = db.selectFrom('failing_jobs').select(['job', 'company_id']).where('subject_id', '=', id);
  expect(await failing.execute()).toEqual([{ job: 'api_keys.ends', company_id: broken.id }]);
  // It was put off, and is told of when its turn comes.
  await sql`update failing_jobs set not_before = now() where subject_id = ${id}`.execute(app.owner);
  await warnOfEnds(app.parts);
  expect(await told(broken)).toHaveLength(1);
  expect(await failing.execute()).toEqual([]);
});
