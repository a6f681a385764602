/**
 * A change of MASTER_KEY: for every purpose of PURPOSES something is made under key A, must be good with the keys B and A,
 * and must be good with B alone once it was sealed again (or, for what people hold, made again). A new purpose does not
 * compile without its case.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refreshSession } from '../src/features/auth/refresh-session.ts';
import { PURPOSES, type Purpose } from '../src/platform/key-purposes.ts';
import { assertMasterKey, retireFormerKeys } from '../src/platform/master-keys.ts';
import { refreshHash } from '../src/platform/tokens.ts';
import { SEALED_COLUMNS } from '../src/sealed-columns.ts';
import { MASTER_KEY, makeTestApp, type TestApp } from './make-app.ts';
import { makeDeal } from './papers.ts';
import { makeCompany, makeExecutor, type TestCompany } from './people.ts';
import { cases } from './master-key-cases.ts';

const A = MASTER_KEY;
const B = Buffer.alloc(32, 9);

let one: TestApp;
let both: TestApp;
let other: TestApp;
let company: TestCompany;

beforeAll(async () => {
  one = await makeTestApp();
  both = await makeTestApp({ beside: one, master_key: B, former_master_keys: [A] });
  other = await makeTestApp({ beside: one, master_key: B });
  company = await makeCompany(one);
  // Its contract is a file of the company.
  await makeDeal(one, company, await makeExecutor(one, company));
});
afterAll(async () => {
  await Promise.all([both, other].map((app) => app.close()));
  await one.close();
});

test('every purpose that is not its own alone has a case', () => {
  const none = Object.entries(cases).filter(([, one_case]) => one_case === null);
  expect(none.map(([purpose]) => PURPOSES[purpose as Purpose])).toEqual(none.map(() => 'own'));
});

describe('after a change of the master key', () => {
  const made = new Map<string, (app: TestApp) => Promise<boolean>>();
  const all = Object.entries(cases).flatMap(([purpose, one_case]) =>
    one_case ? [[purpose as Purpose, one_case] as const] : [],
  );

  test.each(all)(
    '%s: what the former key made is good with both keys, and not with the new one alone',
    async (purpose, make) => {
      const isGood = await make(one, company);
      made.set(purpose, isGood);
      expect(await isGood(other)).toBe(false);
      expect(await isGood(both)).toBe(true);
    },
  );

  test('what is kept is sealed again, and then the former key may go', async () => {
    await assertMasterKey(one.parts.db, one.parts.config);
    await assertMasterKey(both.parts.db, both.parts.config);
    const retire = () => retireFormerKeys(both.parts.db, both.parts.config, SEALED_COLUMNS, both.parts.log);
    const first = await retire();
    expect(first).toMatchObject({ lost: 0, hashes: 0, is_over: false });
    expect(first.resealed).toBeGreaterThan(all.filter(([purpose]) => PURPOSES[purpose] === 'sealed').length);
    const again = await retire();
    // The sessions of a week still hold tokens of the former key.
    expect(again).toMatchObject({ resealed: 0, lost: 0, is_over: false });
    await sql`update master_keys set present_since = present_since - interval '8 days'`.execute(one.owner);
    expect(await retire()).toMatchObject({ resealed: 0, is_over: true });
  });

  test.each(all)('%s: all is good with the new key alone', async (purpose, make) => {
    if (PURPOSES[purpose] === 'sealed') expect(await made.get(purpose)?.(other)).toBe(true);
    const isGood = await make(both, company);
    expect(await isGood(other)).toBe(true);
  });
});

test('nobody is signed out, not even who missed the answer to the last refresh', async () => {
  const from = { ip: '10.0.0.1', user_agent: 'test' };
  const { session_id } = company.director;
  const first = one.parts.tokens.firstRefresh(session_id);
  await one.parts.db
    .updateTable('sessions')
    .set({ refresh_hash: refreshHash(first) })
    .where('id', '=', session_id)
    .execute();
  const given = await refreshSession(one.parts, first, from);
  // The answer was lost on its way; the page asks again, and another process answers.
  const repeated = await refreshSession(both.parts, first, from);
  expect(repeated.refresh_token).toBe(given.refresh_token);
  const next = await refreshSession(both.parts, repeated.refresh_token, from);
  const last = await refreshSession(other.parts, next.refresh_token, from);
  expect(await other.parts.tokens.read(last.access_token)).toMatchObject({ session_id });
});

test('a key that the database was not used with is refused in a sentence, and so is the former one alone', async () => {
  const { db } = one.parts;
  const stranger = { master_key: Buffer.alloc(32, 3), former_master_keys: [] };
  await expect(assertMasterKey(db, stranger)).rejects.toThrow(
    /^MASTER_KEY is another one than this database/,
  );
  await expect(assertMasterKey(db, one.parts.config)).rejects.toThrow(/FORMER_MASTER_KEYS/);
  await assertMasterKey(db, other.parts.config);
});

test('back to the former key it is held for a week again, and a start with both keys or with it alone is not refused', async () => {
  const { db, log } = one.parts;
  const back = { master_key: A, former_master_keys: [B] };
  await sql`update master_keys set present_since = present_since - interval '30 days'`.execute(one.owner);
  // A process that still runs with it, and goes on to look every hour.
  expect(await retireFormerKeys(db, back, [], log)).toMatchObject({ resealed: 0, is_over: false });
  await assertMasterKey(db, back);
  const { is_over, held_until } = await retireFormerKeys(db, back, [], log);
  expect(is_over).toBe(false);
  expect(held_until.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  await assertMasterKey(db, { master_key: A, former_master_keys: [] });
  await expect(assertMasterKey(db, other.parts.config)).rejects.toThrow(/FORMER_MASTER_KEYS/);
});

test('every sealed column is known to who seals again', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed%'`.execute(
    one.parts.db,
  );
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(known).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
  const sealed = Object.keys(PURPOSES).filter((purpose) => PURPOSES[purpose as Purpose] === 'sealed');
  expect(new Set(SEALED_COLUMNS.map(({ purpose }) => purpose))).toEqual(new Set(sealed));
});

test('nobody derives a key past the ring but for a purpose of its own', () => {
  const root = new URL('../src/', import.meta.url).pathname;
  const past = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(root, name), 'utf8');
      return [...text.matchAll(/(?<!function )deriveKey\(\s*[\w.]+,\s*([^)]+?),?\s*\)/g)].map(
        ([, purpose = '']) => ({ name, purpose: purpose.replaceAll("'", '') }),
      );
    })
    .filter(({ name }) => name !== 'platform/keyring.ts');
  expect(past.length).toBeGreaterThan(3);
  expect(past.filter(({ purpose }) => PURPOSES[purpose as Purpose] !== 'own')).toEqual([]);
});
