import { sql, type SqlBool } from 'kysely';

/** What a program asks for: one executor, or those of whom something has changed. */
export interface MeantExecutors {
  id?: number | undefined;
  updated_since?: string | undefined;
}

/** A condition over `executors e`. Every change of an executor stands in their history. */
export function areMeant({ id, updated_since }: MeantExecutors) {
  return sql<SqlBool>`${id === undefined ? sql`true` : sql`e.executor_company_id = ${id}`}
    and ${
      updated_since === undefined
        ? sql`true`
        : sql`exists (select from executor_history h
      where h.company_id = e.company_id and h.executor_company_id = e.executor_company_id
        and h.created_at >= ${updated_since})`
    }`;
}
