import type pg from 'pg';
import { StartRefused } from '../start-refused.ts';
import { mayNotMigrate } from './apply-migration.ts';
import { readMigrations } from './migration-files.ts';
import type { Migration } from './migration-files.ts';

/**
 * The files of a folder that have not run in a database, in order. Changes nothing.
 * @throws {StartRefused} when the database is another product's, or a newer version's
 */
export async function findMissing(client: pg.Client, folder: URL): Promise<Migration[]> {
  const done = await readApplied(client);
  const known = readMigrations(folder);
  const names = new Set(known.map(({ name }) => name));
  const unknown = [...done.keys()].filter((name) => !names.has(name));
  if (unknown.length > 0)
    throw new StartRefused(
      `The database is newer than this version of the product: it has ${unknown.join(', ')}. Start the newer version.`,
    );
  const changed = known.find(({ name, hash }) => done.has(name) && done.get(name) !== hash);
  if (changed)
    throw new StartRefused(
      `Migration ${changed.name} was changed after it had run in this database. Start the version that ran it, or one whose file is the same.`,
    );
  return known.filter(({ name }) => !done.has(name));
}

/** Hashes of the files that have run, by name. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ has_table: boolean; strange: string | null }>(
    `select to_regclass('migrations') is not null as has_table,
       (select min(tablename) from pg_tables where schemaname = 'public') as strange`,
  );
  const { has_table, strange } = found[0]!;
  if (!has_table && strange)
    throw new StartRefused(
      `The database belongs to something else: it has a table ${strange} and no migrations of Kelisim. Give the product a database of its own.`,
    );
  if (!has_table) return new Map();
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
  return new Map(rows.map((row) => [row.name, row.hash]));
}

/** Where it is kept which files have run. */
export async function provideTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ has_table: boolean; may_create: boolean }>(
    `select to_regclass('migrations') is not null as has_table,
       has_schema_privilege('public', 'create') as may_create`,
  );
  if (rows[0]?.has_table) return;
  if (!rows[0]?.may_create) throw mayNotMigrate();
  await client.query(
    'create table migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
}
