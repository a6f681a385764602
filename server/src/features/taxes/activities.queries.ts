import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { idOf } from '../../platform/db/id-of.ts';

/** By code, the newest span first; of the rows of one span the last word first. */
export function listActivities(db: Handle) {
  return db
    .selectFrom('self_employed_activities as a')
    .leftJoin('users as u', 'u.id', 'a.created_by')
    .selectAll('a')
    .select('u.full_name as by')
    .select(sql<boolean>`a.id < max(a.id) over (partition by a.oked, a.valid_from)`.as('is_past'))
    .orderBy('a.oked')
    .orderBy('a.valid_from', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
}

/** The row by which an activity is in the list on a day; undefined: it is not, or nobody has entered it. */
export async function findActivity(db: Handle, oked: string, day: string) {
  const row = await db
    .selectFrom('self_employed_activities')
    .select(['name', 'valid_until'])
    .where('oked', '=', oked)
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && (row.valid_until === null || day <= row.valid_until) ? row : undefined;
}

export interface ActivityInput {
  oked: string;
  name: string;
  valid_from: string;
  valid_until: string | null;
  source: string;
}

export function findActivityFrom(tx: Tx, oked: string, valid_from: string) {
  return tx
    .selectFrom('self_employed_activities')
    .selectAll()
    .where((eb) => eb.and({ oked, valid_from }))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function addActivity(tx: Tx, input: ActivityInput, user_id: number): Promise<number> {
  return idOf(
    tx
      .insertInto('self_employed_activities')
      .values({ ...input, created_by: user_id })
      .returning('id'),
  );
}

/** Those who change the list wait for one another until the transaction ends. */
export async function holdActivities(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('self-employed activities', 0))`.execute(tx);
}
