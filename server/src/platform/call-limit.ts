import { createHash } from 'node:crypto';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql } from 'kysely';
import type { Database } from './db/database.ts';

export interface CallLimit {
  /** What is counted: the call and its caller. Only its hash is stored. */
  what: string;
  most: number;
  window_s: number;
}

/** Counts a call against its limit per time span, or throws `too_many`. Concurrent calls count like successive ones. */
export async function limitCall(db: Database, { what, most, window_s }: CallLimit): Promise<void> {
  const what_hash = createHash('sha256').update(what).digest();
  const retry_after_s = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`limit ${what}`}, 0))`.execute(tx);
    const { calls, wait_s } = await tx
      .selectFrom('limited_calls')
      .select([
        sql<number>`count(*)`.as('calls'),
        sql<
          number | null
        >`ceil(extract(epoch from min(called_at) + make_interval(secs => ${window_s}) - clock_timestamp()))::int`.as(
          'wait_s',
        ),
      ])
      .where('what_hash', '=', what_hash)
      .where('called_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${window_s})`)
      .executeTakeFirstOrThrow();
    if (calls >= most) return Math.max(1, wait_s ?? window_s);
    await tx.insertInto('limited_calls').values({ what_hash }).execute();
    return null;
  });
  if (retry_after_s !== null) throw new Problem('too_many', { retry_after_s });
}

/** No span is longer than a day. */
export async function sweepLimitedCalls(db: Database): Promise<void> {
  await db
    .deleteFrom('limited_calls')
    .where('called_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
