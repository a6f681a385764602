import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { StartRefused } from '../start-refused.ts';
import { grantToApplication } from './application-role.ts';
import { underLock } from './under-lock.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);
const MIGRATION_LOCK = 4400;

/** Addresses of one database. */
export interface MigrateOptions {
  /** As the application's role. */
  url: string;
  /** As the role that owns the tables; null when the application's role owns them, or has nothing to migrate. */
  owner_url: string | null;
}

/**
 * Migrates a database to the newest version: plain SQL files in the order of their names, each in its own
 * transaction, forward only. A file changed after it ran is refused, and so is a database that a newer version has
 * migrated. Several processes may start at once. An owner then gives the application's role its privileges.
 */
export async function migrate({ url, owner_url }: MigrateOptions): Promise<{ applied: string[] }> {
  const role = owner_url && (await roleOf(url));
  return underLock(owner_url ?? url, MIGRATION_LOCK, async (client) => {
    const applied = await applyMissing(client);
    if (role) await grantToApplication(client, role);
    return { applied };
  });
}

async function applyMissing(client: pg.Client): Promise<string[]> {
  const done = await readApplied(client);
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const unknown = [...done.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new StartRefused(
      `The database is newer than this version of the product: it has ${unknown.join(', ')}. Start the newer version.`,
    );
  const applied: string[] = [];
  for (const name of names) {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    const before = done.get(name);
    if (before === hash) continue;
    if (before) throw new Error(`migration ${name} was changed after it had run; write a new one instead`);
    await applyOne(client, name, text, hash);
    applied.push(name);
  }
  return applied;
}

/** Hashes of the files that have run, by name. An empty database gets the table that keeps them. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ has_table: boolean; may_create: boolean }>(
    `select to_regclass('migrations') is not null as has_table,
       has_schema_privilege('public', 'create') as may_create`,
  );
  if (!found[0]!.has_table) {
    if (!found[0]!.may_create) throw mayNotMigrate();
    await client.query(
      'create table migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
  }
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
  return new Map(rows.map((row) => [row.name, row.hash]));
}

async function applyOne(client: pg.Client, name: string, text: string, hash: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    if ((error as { code?: string }).code === '42501') throw mayNotMigrate(error);
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}

const mayNotMigrate = (cause?: unknown) =>
  new StartRefused(
    'The database has to be migrated, and the role of this connection may not do it: ' +
      `run "npm run migrate" with DATABASE_OWNER_URL${cause ? ` (${String(cause)})` : ''}.`,
  );

async function roleOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]!.role;
  } finally {
    await client.end();
  }
}
