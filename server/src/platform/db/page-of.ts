import { sql, type SelectQueryBuilder } from 'kysely';

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
