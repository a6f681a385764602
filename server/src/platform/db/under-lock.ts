import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';

/** Milliseconds between two looks. */
const LOOK_AGAIN = 100;

/**
 * Runs the work while no other process holds the same number; the connection holds the lock. It is asked for again and
 * again: a statement that waited for it would be an old transaction, for which an index that is made concurrently waits.
 */
export async function underLock<Result>(
  url: string,
  lock: number,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    while (!(await tryLock(client, lock))) await sleep(LOOK_AGAIN);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function tryLock(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lock]);
  return rows[0]?.got === true;
}

/**
 * Does the work while a connection of the pool holds the lock; null while another process does. A lock that cannot be
 * given back is gone with its connection, and the work has been done nevertheless.
 */
export async function underTryLock<Result>(
  db: Database,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result | null> {
  return db.connection().execute(async (own) => {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${lock}) as held`.execute(own);
    if (!rows[0]?.held) return null;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(own).catch(() => undefined);
    }
  });
}
