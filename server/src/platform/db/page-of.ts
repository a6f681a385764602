import { sql, type SelectQueryBuilder } from 'kysely';
import { countRows } from './count-rows.ts';
import type { Handle } from './database.ts';

/** A page of a list, the first is 1. */
export interface Page {
  page: number;
  limit: number;
}

/** The rows of a query that are on a page. */
export function rowsOfPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { page, limit }: Page,
) {
  return query
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** How many rows a query has, where counting them all is cheap. */
export async function totalOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const { total } = await query
    .clearSelect()
    .select(sql`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return total;
}

/** A page of what a query finds, in an order, and how much that is in all, exact up to ten thousand. */
export async function pageOfFound<DB, TB extends keyof DB, O, S>(
  db: Handle,
  found: SelectQueryBuilder<DB, TB, O>,
  sorted: SelectQueryBuilder<DB, TB, S>,
  page: Page,
) {
  const [rows, count] = await Promise.all([rowsOfPage(sorted, page), countRows(db, found)]);
  return { rows, ...count };
}
