import pg from 'pg';
import { readMigrations, type Migration, type MigrationWay } from './migration-files.ts';
import { findMissing } from './missing-migrations.ts';
import { watchMigration, type Effect } from './watch-migration.ts';

export interface PlannedStatement {
  text: string;
  /** With what the table holds where it will be changed. */
  effects: (Effect & TableSize)[];
  drops: string[];
}

export interface PlannedMigration {
  name: string;
  way: MigrationWay;
  statements: PlannedStatement[];
}

export interface TableSize {
  /** As the last ANALYZE estimated. */
  rows: number;
  bytes: number;
}

/**
 * What migrating a database would do to it, statement by statement, without changing it: its files are applied to an
 * empty database of the same version beside it, and the sizes are read from the real one.
 * @param url as a role that may read the table of migrations
 * @param scratch an empty database that may be spoilt, as a superuser
 */
export async function planMigrations(url: string, scratch: string, folder: URL): Promise<PlannedMigration[]> {
  await using real = await connect(url);
  await using trial = await connect(scratch);
  const missing = await findMissing(real.client, folder);
  const names = new Set(missing.map(({ name }) => name));
  const planned: PlannedMigration[] = [];
  for (const migration of readMigrations(folder)) {
    if (names.has(migration.name)) planned.push(await planOne(real.client, trial.client, migration));
    else await trial.client.query(migration.text);
  }
  return planned;
}

async function planOne(real: pg.Client, trial: pg.Client, migration: Migration): Promise<PlannedMigration> {
  const statements: PlannedStatement[] = [];
  for (const { text, effects, drops } of await watchMigration(trial, migration)) {
    const sized: PlannedStatement['effects'] = [];
    for (const effect of effects) sized.push({ ...effect, ...(await sizeOf(real, effect.table)) });
    statements.push({ text, effects: sized, drops });
  }
  return { name: migration.name, way: migration.way, statements };
}

/** A table that an earlier one of the planned files makes is empty. */
async function sizeOf(client: pg.Client, table: string): Promise<TableSize> {
  const { rows } = await client.query<{ rows: string; bytes: string }>(
    `select greatest(reltuples, 0)::bigint as rows, pg_table_size(oid) as bytes from pg_class
     where oid = to_regclass($1)`,
    [table],
  );
  return { rows: Number(rows[0]?.rows ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}

async function connect(url: string): Promise<{ client: pg.Client } & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}
