import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** A customer and an executor whose counters may have changed. */
export interface Touched {
  company_id: number;
  executor_company_id: number;
}

/**
 * Takes marks away, with the oldest ones all others of the same pairs: who pays thousands is counted once. They come back
 * when the transaction does not end well. `taken` counts marks of the same pair too.
 */
export async function takeLimitChecks(tx: Tx, limit: number): Promise<{ taken: number; touched: Touched[] }> {
  const { rows } = await sql<Touched & { marks: number }>`
    with taken as (
      delete from limit_checks where id in (
        select id from limit_checks where (company_id, executor_company_id) in (
          select company_id, executor_company_id from limit_checks
          order by id limit ${limit} for update skip locked)
        order by id for update skip locked)
      returning company_id, executor_company_id)
    select company_id, executor_company_id, count(*) as marks from taken group by 1, 2 order by 2, 1`.execute(
    tx,
  );
  return { taken: rows.reduce((sum, { marks }) => sum + marks, 0), touched: rows };
}

/** False when that side was told of it in the period. */
export function keepLimitNotice(tx: Tx, notice: Insertable<Tables['limit_notices']>): Promise<boolean> {
  return hasRow(
    tx
      .insertInto('limit_notices')
      .values(notice)
      .onConflict((oc) => oc.doNothing())
      .returning('kind'),
  );
}
