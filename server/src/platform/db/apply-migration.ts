import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartRefused } from '../start-refused.ts';
import type { Migration } from './migration-files.ts';

/** What an operator who waits is told. */
export type MigrationNews =
  | { kind: 'begun'; name: string }
  | { kind: 'waits_for_lock'; name: string; tries: number }
  | { kind: 'batch'; name: string; rows: number };

/** Everybody who asks for a table after us waits behind us, and a page asks several times, so no longer than this. */
const LOCK_TIMEOUT = '300ms';
const LOCK_TRIES = 100;
/** Milliseconds; longer after each try, so that who holds the table comes to an end. */
const PAUSE = { first: 250, most: 5_000 };

const NO_LOCK = '55P03';
const DEADLOCK = '40P01';
const NO_PRIVILEGE = '42501';

/**
 * Applies one file and notes it.
 * @throws {StartRefused} when the role may not, or another transaction held a table for all the tries
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  tell: (news: MigrationNews) => void,
): Promise<void> {
  const { name } = migration;
  tell({ kind: 'begun', name });
  for (let tries = 1; ; tries++) {
    try {
      await ways[migration.way](client, migration, tell);
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === NO_PRIVILEGE) throw mayNotMigrate(error);
      if (code !== NO_LOCK && code !== DEADLOCK)
        throw new Error(`migration ${name} failed`, { cause: error });
      if (tries === LOCK_TRIES)
        throw new StartRefused(
          `The migration ${name} did not get its tables in ${tries} tries: a long transaction holds them. ` +
            'Nothing of it was applied. End that transaction (pg_stat_activity names it), then run "npm run migrate" again.',
          { cause: error },
        );
      tell({ kind: 'waits_for_lock', name, tries });
      await sleep(Math.min(PAUSE.first * 2 ** (tries - 1), PAUSE.most));
    }
  }
}

type Apply = (client: pg.Client, migration: Migration, tell: (news: MigrationNews) => void) => Promise<void>;

const ways: Record<Migration['way'], Apply> = {
  whole: (client, migration) =>
    inTransaction(client, async () => {
      await client.query(migration.text);
      await note(client, migration);
    }),

  async outside(client, migration) {
    await dropHalfMadeIndexes(client, migration.text);
    // What runs concurrently blocks nobody while it waits for older transactions.
    await client.query(migration.text);
    await note(client, migration);
  },

  async batches(client, migration, tell) {
    let rows = 0;
    for (;;) {
      const began = performance.now();
      const { rowCount } = await inTransaction(client, () => client.query(migration.text));
      if (!rowCount) break;
      rows += rowCount;
      tell({ kind: 'batch', name: migration.name, rows });
      // Half of the time belongs to the others.
      await sleep(Math.min(performance.now() - began, PAUSE.most));
    }
    await note(client, migration);
  },
};

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const note = (client: pg.Client, { name, hash }: Migration) =>
  client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);

/** An index whose making was cut off stays, is kept up and used by nobody: made again, it must not be there. */
async function dropHalfMadeIndexes(client: pg.Client, text: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and $1 ~ ('\\m' || c.relname || '\\M')`,
    [text],
  );
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
}

export const mayNotMigrate = (cause?: unknown) =>
  new StartRefused(
    'The database has to be migrated, and the role of this connection may not do it: ' +
      `run "npm run migrate" with DATABASE_OWNER_URL${cause ? ` (${String(cause)})` : ''}.`,
  );
