import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** Of an act: what its lines come to, and those of them that refund expenses and are no income of the executor (0082). */
export interface Refunds {
  amount_tiyn: bigint;
  refunded_tiyn: bigint;
}

/** What of a gross sum, in tiyn, refunds expenses: as much of each payment of an act as of the act. */
export const refundedOf = (gross_tiyn: bigint, act: Refunds | undefined): bigint =>
  act === undefined ? 0n : (gross_tiyn * act.refunded_tiyn) / act.amount_tiyn;

/** The same in SQL. */
export const refundedIn = (
  company_id: RawBuilder<unknown>,
  act_id: string,
  gross_tiyn: RawBuilder<unknown>,
) =>
  sql<bigint>`coalesce((
    select trunc((${gross_tiyn})::numeric * sum(l.amount_tiyn) / z.amount_tiyn)
    from acts z join act_services l on l.company_id = z.company_id and l.act_id = z.id
    where z.company_id = ${company_id} and z.id = ${sql.ref(act_id)} and z.amount_tiyn <> 0 and l.kind = 'expense'
      and not l.taxed
    group by z.amount_tiyn), 0)::bigint`;

/** Of those of these acts of a customer that refund anything. */
export async function listRefunds(
  db: Handle,
  company_id: number,
  act_ids: readonly number[],
): Promise<ReadonlyMap<number, Refunds>> {
  const rows = await db
    .selectFrom('acts as a')
    .innerJoin('act_services as l', (join) =>
      join.onRef('l.company_id', '=', 'a.company_id').onRef('l.act_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.amount_tiyn', sql<bigint>`sum(l.amount_tiyn)::bigint`.as('refunded_tiyn')])
    .where('a.company_id', '=', company_id)
    .where('a.id', '=', sql<number>`any(${[...act_ids]}::bigint[])`)
    .where('a.amount_tiyn', '<>', 0n)
    .where('l.kind', '=', 'expense')
    .where('l.taxed', '=', false)
    .groupBy(['a.id', 'a.amount_tiyn'])
    .execute();
  return new Map(rows.map(({ id, ...act }) => [id, act]));
}
