import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** A user has one; another file takes its place. */
export function setKeyFile(db: Handle, user_id: number, values: { file_name: string; sealed: Buffer }) {
  return db
    .insertInto('key_stores')
    .values({ user_id, ...values })
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ ...values, created_at: sql`now()` }))
    .returning(['file_name', 'created_at'])
    .executeTakeFirstOrThrow();
}

export function findKeyFile(db: Handle, user_id: number) {
  return db.selectFrom('key_stores').selectAll().where('user_id', '=', user_id).executeTakeFirst();
}

export async function deleteKeyFile(db: Handle, user_id: number): Promise<void> {
  await db.deleteFrom('key_stores').where('user_id', '=', user_id).execute();
}
