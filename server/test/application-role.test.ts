import { Client, DatabaseError } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { privilegesOn, type Relation } from '../src/platform/db/application-role.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { makeTestDatabase } from './database.ts';

const place = await makeTestDatabase();
// Privileges on the database itself are not copied from the template.
await migrate(place);
const application = new Client({ connectionString: place.url });
const owner = new Client({ connectionString: place.owner_url });
await Promise.all([application.connect(), owner.connect()]);
afterAll(async () => {
  await Promise.all([application.end(), owner.end()]);
  await place.drop();
});

const refusal = (statement: string) =>
  application.query(statement).then(
    () => `done: ${statement}`,
    (error: unknown) => (error instanceof DatabaseError ? error.code : String(error)),
  );

/** History, audit, signatures and counted money: what was written stays as it was written. */
/** They go when a closed period is opened. */
const UNCHANGED = [
  'frozen_costs',
  'frozen_ledger',
  'frozen_parties',
  'frozen_payments',
  'frozen_withholding',
];
const GROWING = [
  'act_history',
  'audit_seals',
  'bank_statements',
  'company_history',
  'consents',
  'document_history',
  'earlier_incomes',
  'esf_history',
  'events',
  'executor_history',
  'income_certificates',
  'limit_notices',
  'opening_balances',
  'overdue_acts',
  'payment_file_refusals',
  'payment_files',
  'period_closings',
  'register_checks',
  'registration_history',
  'revocation_lists',
  'security_events',
  'self_employed_activities',
  'signature_files',
  'signature_lists',
  'signing_certificates',
  'tariff_credits',
  'tax_decisions',
  'tax_figures',
  'tax_payees',
  'tax_standings',
  'ticket_attachments',
  'ticket_history',
  'ticket_messages',
];
/** A loss would be a loss of papers, money or proof; a feature never deletes from these. */
const KEPT = ['acts', 'companies', 'documents', 'payment_orders', 'signatures', 'tariff_entries'];

describe("the application's role", () => {
  test.each(GROWING)('only adds to %s', async (table) => {
    const [column] = (
      await owner.query<{ name: string }>(
        `select attname as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and attidentity = '' and attgenerated = '' limit 1`,
        [table],
      )
    ).rows;
    for (const statement of [
      `update ${table} set ${column!.name} = ${column!.name}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `select from ${table} for update`,
    ])
      expect(await refusal(statement), statement).toBe('42501');
    expect(await refusal(`select from ${table}`)).toBe(`done: select from ${table}`);
  });

  test('deletes nothing of what is kept, and of a signature changes one mark', async () => {
    for (const table of KEPT) expect(await refusal(`delete from ${table}`), table).toBe('42501');
    expect(await refusal('update signatures set cms = cms')).toBe('42501');
    expect(await refusal('update signatures set is_current = false')).toMatch(/^done/);
  });

  test.each([
    'create table another ()',
    'create temporary table another ()',
    'create schema another',
    'create function another() returns integer language sql as $$ select 1 $$',
    'alter table acts add column another text',
    'alter table security_events disable trigger keep_security_events',
    'alter function keep_security_events() owner to current_user',
    'create trigger another before insert on acts for each row execute function act_correction_holds()',
    'drop table act_history',
    'drop function keep_security_events()',
    'drop schema sandbox cascade',
    'truncate acts cascade',
    "insert into migrations (name, hash) values ('x', 'x')",
    'set session_replication_role = replica',
  ])('may not: %s', async (statement) => {
    expect(await refusal(statement)).toMatch(/^(42501|0LP01|0L000)$/);
  });

  test('owns nothing and could become nobody who does', async () => {
    const { rows } = await owner.query(
      `select 'relation ' || relname as owned from pg_class where relowner = $1::text::regrole
       union all select 'function ' || proname from pg_proc where proowner = $1::text::regrole
       union all select 'schema ' || nspname from pg_namespace where nspowner = $1::text::regrole
       union all select 'type ' || typname from pg_type where typowner = $1::text::regrole
       union all select 'database ' || datname from pg_database where datdba = $1::text::regrole
       union all select 'member of ' || roleid::regrole from pg_auth_members where member = $1::text::regrole
       union all select 'superuser' from pg_roles where rolname = $1::text and (rolsuper or rolcreaterole or rolcreatedb)`,
      [decodeURIComponent(new URL(place.url).username)],
    );
    expect(rows).toEqual([]);
  });
});

test('each table has the privileges of its kind and no other; a new history only grows', async () => {
  await owner.query('create table new_history (n int); create table new_thing (n int)');
  await migrate(place);
  const { rows } = await owner.query<Relation & { has: string[] }>(
    `select n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as is_view, array(
       select privilege from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain']) privilege
       where has_table_privilege($1, c.oid, privilege)) as has
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm') and n.nspname in ('public', 'sandbox')`,
    [decodeURIComponent(new URL(place.url).username)],
  );
  for (const { has, ...relation } of rows)
    expect(has, relation.name).toEqual(
      privilegesOn(relation).filter((privilege) => !privilege.includes('(')),
    );
  const has = Object.fromEntries(rows.map(({ name, has }) => [name, has]));
  expect(has.new_history).toEqual(['select', 'insert']);
  expect(has.new_thing).toEqual(['select', 'insert', 'update']);
  const growing = rows.filter(({ is_view, has }) => !is_view && !has.includes('update'));
  expect(growing.map(({ name }) => name).sort()).toEqual(
    [...GROWING, ...UNCHANGED, 'migrations', 'new_history', 'signatures'].sort(),
  );
});

describe('a migration', () => {
  test('is not needed by a process without the owner, and is refused to it with the way on', async () => {
    expect(await migrate({ url: place.url, owner_url: null })).toEqual({ applied: [] });
    const { rows } = await owner.query<{ name: string }>(
      'select name from migrations order by name desc limit 1',
    );
    await owner.query('delete from migrations where name = $1', [rows[0]!.name]);
    await expect(migrate({ url: place.url, owner_url: null })).rejects.toThrow(/npm run migrate/);
  });

  test('is refused to an owner that does not own every table, and to an application that is the owner', async () => {
    const other = await makeTestDatabase();
    const url = other.owner_url;
    await expect(migrate({ url, owner_url: url })).rejects.toThrow(/neither a superuser nor a member/);
    await other.drop();
  });
});
