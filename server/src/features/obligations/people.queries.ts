import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** Executors by their names, in the order of the alphabet. */
export function listPeople(db: Handle, ids: readonly number[]) {
  return db
    .selectFrom('companies as c')
    .select(['c.id', 'c.name', 'c.bin'])
    .where('c.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('c.sort_key')
    .orderBy('c.id')
    .execute();
}
