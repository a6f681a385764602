import { createHash } from 'node:crypto';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Handle } from './db/database.ts';

const FREE_TRIES = 10;
const WINDOW_S = 15 * 60;

/** A guess that was let through. It counts as a failure until it is forgotten. */
export interface Guess {
  succeeded(): Promise<void>;
  /** The same as SQL, for who has a statement to put it into: a sign-in then asks the database once less. */
  forget: RawBuilder<unknown>;
}

/**
 * Slows down guessing of one secret from one address. It never locks the owner out: other addresses go on, and an
 * address waits at most a quarter of an hour.
 */
export interface Guard {
  /**
   * Lets one guess at a password or a code through, or throws `too_many`. It counts as a failure until it is said to
   * have been right, so that many guesses at once are no more than many in a row.
   */
  attempt(what: string, ip: string): Promise<Guess>;
  /** Throws `too_many` when this address has failed too often of late: ten times, or as often as is said. */
  tries(what: string, ip: string, most?: number): Promise<void>;
  failed(what: string, ip: string): Promise<void>;
  sweep(): Promise<void>;
}

export function makeGuard(db: Database): Guard {
  const keyOf = (what: string) => createHash('sha256').update(what).digest();
  return {
    async attempt(what, ip) {
      const key = keyOf(what);
      const { rows } = await sql<{ failures: number; counted_at: string | null }>`
        select failures, counted_at from count_guess(${key}, ${ip}::inet, ${FREE_TRIES}, ${WINDOW_S})`.execute(
        db,
      );
      const { failures, counted_at } = rows[0]!;
      if (counted_at === null) throw tooMany(failures, FREE_TRIES);
      const forget = sql`delete from sign_in_failures
        where account_key = ${key} and ip = ${ip}::inet and failed_at = ${counted_at}::timestamptz`;
      return { forget, succeeded: async () => void (await forget.execute(db)) };
    },
    tries: (what, ip, most) => assertFewFailures(db, keyOf(what), ip, most),
    async failed(what, ip) {
      await db
        .insertInto('sign_in_failures')
        .values({ account_key: keyOf(what), ip })
        .execute();
    },
    async sweep() {
      await db
        .deleteFrom('sign_in_failures')
        .where('failed_at', '<', sql<Date>`now() - interval '1 day'`)
        .execute();
    },
  };
}

async function assertFewFailures(
  db: Handle,
  account_key: Buffer,
  ip: string,
  most = FREE_TRIES,
): Promise<void> {
  const { failures } = await db
    .selectFrom('sign_in_failures')
    .select(sql<number>`count(*)`.as('failures'))
    .where('account_key', '=', account_key)
    .where('ip', '=', ip)
    .where('failed_at', '>', sql<Date>`now() - make_interval(secs => ${WINDOW_S})`)
    .executeTakeFirstOrThrow();
  if (failures < most) return;
  throw tooMany(failures, most);
}

function tooMany(failures: number, most: number): Problem {
  return new Problem('too_many', { retry_after_s: Math.min(WINDOW_S, 30 * 2 ** (failures - most)) });
}
