import { COUNT_LIMIT } from '@kelisim/shared/kernel/paging.ts';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Handle } from './database.ts';

/** How many rows a query has, exact up to ten thousand (decisions 5). */
export async function countRows<DB, TB extends keyof DB, O>(
  db: Handle,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<{ total: number; is_exact: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${query.limit(COUNT_LIMIT + 1)}) found`.execute(db);
  const { total } = rows[0]!;
  return { total: Math.min(total, COUNT_LIMIT), is_exact: total <= COUNT_LIMIT };
}
