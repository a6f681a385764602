import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** Executors by their names, in the order of the alphabet. */
export function listPeople(db: Handle, ids: readonly number[]) {
  return (
    db
      .selectFrom('companies as c')
      .select(['c.id', 'c.name', 'c.bin'])
      // As their certificate has it, if they have signed in.
      .select(
        sql<string>`coalesce((select u.full_name from memberships m join users u on u.id = m.user_id
        where m.company_id = c.id and u.iin = c.bin limit 1), c.name)`.as('full_name'),
      )
      .where('c.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('c.sort_key')
      .orderBy('c.id')
      .execute()
  );
}
