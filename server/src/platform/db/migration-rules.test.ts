import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { makeTestDatabase } from '../../../test/database.ts';
import { MIGRATIONS, readMigrations, type Migration } from './migration-files.ts';
import { judgeMigration } from './migration-rules.ts';
import { watchMigration } from './watch-migration.ts';

/** Those before it were applied before there was an installation to keep running. */
const FIRST_JUDGED = '20261201';

const place = await makeTestDatabase();
const superuser = new URL(inject('testServer').admin_url);
superuser.pathname = new URL(place.url).pathname;
const client = new pg.Client({ connectionString: superuser.href });
await client.connect();
await client.query('drop schema public cascade; drop schema sandbox cascade; create schema public');
afterAll(async () => {
  await client.end();
  await place.drop();
});

test('no migration is changed that databases may have run', () => {
  const kept = readFileSync(new URL('SHA256SUMS', MIGRATIONS), 'utf8').trim().split('\n');
  const found = readMigrations(MIGRATIONS).map(({ name, hash }) => `${hash}  ${name}`);
  expect(found).toEqual(kept);
});

test('every migration can be applied while people work', async () => {
  const faults: string[] = [];
  for (const migration of readMigrations(MIGRATIONS)) {
    if (migration.name < FIRST_JUDGED) await client.query(migration.text);
    else faults.push(...judgeMigration(migration, await watchMigration(client, migration)));
  }
  expect(faults).toEqual([]);
});

describe('a file is refused', () => {
  const file = (text: string, way: Migration['way'] = 'whole'): Migration => ({
    name: 'x.sql',
    text,
    hash: '',
    way,
  });
  const judge = async (text: string) => judgeMigration(file(text), await watchMigration(client, file(text)));

  test.each([
    [
      'alter table acts add score int generated always as (id % 2) stored',
      'x.sql: acts is written once more',
    ],
    ['create index on acts (amount_tiyn)', 'x.sql: acts is read while others wait'],
    ['alter table acts add constraint x check (id > 0)', 'x.sql: acts is read while others wait'],
    ["update companies set name = name || 'x'", 'x.sql: companies has its rows changed'],
    ['alter table acts drop column knp', 'x.sql: takes away acts.knp'],
    ['drop table act_cheques', 'x.sql: takes away act_cheques'],
  ])('%s', async (text, fault) => {
    const faults = await judge(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
  });

  test.each([
    'alter table acts add note text',
    'alter table acts add constraint y check (id > 0) not valid',
    'create index on banks (name_ru)',
    'update tax_figures set source = source',
    'create table own (id bigint references companies); create index on own (id); update own set id = 1',
    '-- Unused since 0.3.\nalter table documents drop column frozen_at',
  ])('but not for: %s', async (text) => {
    expect(await judge(text)).toEqual([]);
  });

  test.each([
    ['outside', 'create index concurrently on acts (id)', 1],
    ['outside', 'create index concurrently if not exists a on acts (id)', 0],
    ['outside', 'drop index concurrently if exists a; select 1', 1],
    ['batches', 'update acts set note = null', 1],
    ['batches', 'update acts set note = null where id in (select id from acts where note > 0 limit 500)', 0],
  ] as const)('%s: %s', (way, text, faults) => {
    expect(judgeMigration(file(text, way), [])).toHaveLength(faults);
  });
});
