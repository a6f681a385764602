import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';

export interface NewCode {
  purpose: string;
  target_hash: Buffer;
  /** Its name, then those that former keys give the same thing. */
  bound_to: readonly [string, ...string[]];
  code_hash: Buffer;
}

/** A new code makes the earlier one of the same thing worthless. */
export async function replaceCode(tx: Tx, code: NewCode, life_s: number): Promise<void> {
  await tx
    .updateTable('one_time_codes')
    .set({ voided_at: sql`now()` })
    .where('purpose', '=', code.purpose)
    .where('bound_to', 'in', code.bound_to)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
  await tx
    .insertInto('one_time_codes')
    .values({
      ...code,
      bound_to: code.bound_to[0],
      expires_at: sql`now() + make_interval(secs => ${life_s})`,
    })
    .execute();
}

/** Counts a try on the living code and answers its hash; null when there is none that may still be tried. */
export async function takeTry(
  db: Database,
  which: { purpose: string; bound_to: readonly string[]; target_hashes: readonly Buffer[] },
  most_tries: number,
): Promise<{ id: number; code_hash: Buffer; tries: number } | null> {
  const row = await db
    .updateTable('one_time_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('purpose', '=', which.purpose)
    .where('bound_to', 'in', which.bound_to)
    .where('target_hash', 'in', which.target_hashes)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('tries', '<', most_tries)
    .returning(['id', 'code_hash', 'tries'])
    .executeTakeFirst();
  return row ?? null;
}

/** True for the one caller who uses it. */
export function useCode(db: Database, id: number): Promise<boolean> {
  return hasRow(
    db
      .updateTable('one_time_codes')
      .set({ used_at: sql`now()` })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .returning('id'),
  );
}

/** Seconds until the tries on codes of a receiver in the last hour, whatever they were for, are fewer than `most`; 0 when they are. */
export async function triesWait(
  db: Database,
  target_hashes: readonly Buffer[],
  most: number,
): Promise<number> {
  const { rows } = await sql<{ wait_s: number }>`
    select coalesce(ceil(extract(epoch from max(created_at) - now()) + 3600), 0)::integer as wait_s from (
      select created_at, sum(tries) over (order by created_at desc, id desc) as tries from one_time_codes
      where target_hash in (${sql.join(target_hashes)}) and used_at is null and created_at > now() - interval '1 hour') as codes
    where tries >= ${most}`.execute(db);
  return rows[0]!.wait_s;
}

export async function sweepCodes(db: Database): Promise<void> {
  await db
    .deleteFrom('one_time_codes')
    .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
    .execute();
}

/** Does it and takes it back, and nothing else of the transaction. */
export async function takeBack(tx: Tx, deed: () => Promise<unknown>): Promise<void> {
  await sql`savepoint to_take_back`.execute(tx);
  await deed();
  await sql`rollback to savepoint to_take_back`.execute(tx);
}
