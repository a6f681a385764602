import { createHash } from 'node:crypto';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from './db/database.ts';
import { networkOf } from './network-of.ts';

const QUARTER_S = 15 * 60;
const HOUR_S = 3600;

/** Failures of one account from one network in a quarter of an hour. */
const FREE_TRIES = 10;
/** Failures of one account from everywhere in an hour. */
const MOST_OF_ACCOUNT = 30;
/** Failures of one network over all accounts in a quarter of an hour… */
const MOST_OF_NETWORK = 30;
/** …and one more for each user who signed in from it within a day, up to this many. */
const MOST_KNOWN = 500;

/** An admitted guess. It counts as a failure until it proves right. */
export interface Guess {
  succeeded(): Promise<void>;
  /** The guess was not judged: it does not count, and the reason is thrown again. */
  undo(reason: unknown): Promise<never>;
  /** The same as one part of a `with`, which saves a sign-in a query. */
  forget: RawBuilder<unknown>;
}

/**
 * Limits guesses of secrets: of one account from one network, of one account from many, of many accounts from one
 * network. Exhausting an account's guesses blocks its password for a while, never its passkey or certificate.
 */
export interface Guard {
  /**
   * Admits one guess at a password or a code, or throws `too_many` with the real wait. It counts as a failure until
   * it is reported right, so concurrent guesses count like successive ones. Without an account only
   * the network counts.
   */
  attempt(what: string, ip: string, account?: string): Promise<Guess>;
  /** Throws `too_many` if this network failed too often recently: ten times, or the given number. */
  tries(what: string, ip: string, most?: number): Promise<void>;
  failed(what: string, ip: string): Promise<void>;
  sweep(): Promise<void>;
}

export function makeGuard(db: Database): Guard {
  const closed = closedKeys();
  return {
    async attempt(what, ip, account) {
      const network = keyOf([what, networkOf(ip)]);
      const limits =
        account === undefined
          ? [{ key: network, most: MOST_OF_NETWORK, window_s: QUARTER_S }]
          : [
              { key: keyOf([what, networkOf(ip), account]), most: FREE_TRIES, window_s: QUARTER_S },
              { key: keyOf([what, null, account]), most: MOST_OF_ACCOUNT, window_s: HOUR_S },
              { key: network, most: MOST_OF_NETWORK, window_s: QUARTER_S },
            ];
      const keys = limits.map(({ key }) => key);
      closed.assertOpen(keys);
      const { rows } = await sql<{ wait_s: number; closed_key: Buffer; counted_at: string | null }>`
        select wait_s, closed_key, counted_at from count_guess(${keys}, ${limits.map(({ most }) => most)},
          ${limits.map(({ window_s }) => window_s)}, ${network}, ${MOST_KNOWN})`.execute(db);
      const { wait_s, closed_key, counted_at } = rows[0]!;
      if (counted_at === null) {
        closed.add(closed_key, wait_s);
        throw new Problem('too_many', { retry_after_s: wait_s });
      }
      const forgotten = sql`forgotten as (
        delete from sign_in_failures where key = any(${keys}) and failed_at = ${counted_at}::timestamptz)`;
      const forget =
        account === undefined
          ? forgotten
          : sql`${forgotten}, known as (
              insert into known_networks (network_key, who) values (${network}, ${keyOf([account])})
              on conflict (network_key, who) do update set seen_at = now())`;
      return {
        forget,
        succeeded: async () => void (await sql`with ${forget} select`.execute(db)),
        undo: async (reason) => {
          await sql`with ${forgotten} select`.execute(db);
          throw reason;
        },
      };
    },
    async tries(what, ip, most = FREE_TRIES) {
      const { rows } = await sql<{ wait_s: number }>`
        select guess_wait(${keyOf([what, networkOf(ip)])}, ${most}, ${QUARTER_S}) as wait_s`.execute(db);
      const { wait_s } = rows[0]!;
      if (wait_s > 0) throw new Problem('too_many', { retry_after_s: wait_s });
    },
    async failed(what, ip) {
      await db
        .insertInto('sign_in_failures')
        .values({ key: keyOf([what, networkOf(ip)]) })
        .execute();
    },
    async sweep() {
      const yesterday = sql<Date>`now() - interval '1 day'`;
      await db.deleteFrom('sign_in_failures').where('failed_at', '<', yesterday).execute();
      await db.deleteFrom('known_networks').where('seen_at', '<', yesterday).execute();
    },
  };
}

/** Hashes the key, so that the tables do not tell whose account or network it was. */
function keyOf(parts: (string | null)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** After so many refusals a key is refused from memory… */
const FLOOD = 50;
/** …for so long; then the database is asked again. */
const HOLD_MS = 5_000;
const MOST_CLOSED = 10_000;

/** A flood would otherwise hold every connection to the database only to be refused. */
function closedKeys() {
  const keys = new Map<string, { refusals: number; held_until: number; open_at: number }>();
  return {
    assertOpen(wanted: Buffer[]): void {
      const now = Date.now();
      for (const key of wanted) {
        const found = keys.get(key.toString('base64'));
        if (found && found.held_until > now)
          throw new Problem('too_many', { retry_after_s: Math.ceil((found.open_at - now) / 1000) });
      }
    },
    add(key: Buffer, wait_s: number): void {
      const now = Date.now();
      const name = key.toString('base64');
      const found = keys.get(name);
      const refusals = found && found.open_at > now ? found.refusals + 1 : 1;
      if (keys.size >= MOST_CLOSED) keys.clear();
      const open_at = now + wait_s * 1000;
      const held_until = refusals < FLOOD ? 0 : Math.min(now + HOLD_MS, open_at);
      keys.set(name, { refusals, held_until, open_at });
    },
  };
}
