import type { Handle } from './database.ts';
import type { Tables } from './tables.ts';

/** Some columns of a company that is there. */
export function getCompany<Column extends keyof Tables['companies'] & string>(
  db: Handle,
  id: number,
  columns: readonly Column[],
) {
  return db.selectFrom('companies').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
}
