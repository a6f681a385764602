import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** Of an act: its sum, and what of it refunds expenses and is no income of the executor (0159); both below zero where money goes back. */
export interface Refunds {
  amount_tiyn: bigint;
  refunded_tiyn: bigint;
}

/** What of a gross sum, in tiyn, refunds expenses: as much of each payment of an act as of the act. */
export const refundedOf = (gross_tiyn: bigint, act: Refunds | undefined): bigint =>
  act === undefined ? 0n : (gross_tiyn * act.refunded_tiyn) / act.amount_tiyn;

/** Of the act `z`; null where nothing of it does. Deductions lessen expenses only where work does not suffice (0082). */
const refunds = sql<bigint | null>`(
  select case when z.corrects_act_id is null and sum(l.amount_tiyn) > z.amount_tiyn then z.amount_tiyn else sum(l.amount_tiyn) end
  from act_services l
  where l.company_id = z.company_id and l.act_id = z.id and l.kind = 'expense' and not l.taxed)::bigint`;

/** `refundedOf` in SQL: a quotient of `numeric` is rounded, and of large sums up to the next tiyn. */
export const refundedIn = (
  company_id: RawBuilder<unknown>,
  act_id: string,
  gross_tiyn: RawBuilder<unknown>,
) =>
  sql<bigint>`coalesce((
    select div((${gross_tiyn})::numeric * ${refunds}, z.amount_tiyn)
    from acts z where z.company_id = ${company_id} and z.id = ${sql.ref(act_id)} and z.amount_tiyn <> 0), 0)::bigint`;

/** Of those of these acts of a customer that refund anything. */
export async function listRefunds(
  db: Handle,
  company_id: number,
  act_ids: readonly number[],
): Promise<ReadonlyMap<number, Refunds>> {
  const rows = await db
    .selectFrom('acts as z')
    .select(['z.id', 'z.amount_tiyn', refunds.as('refunded_tiyn')])
    .where('z.company_id', '=', company_id)
    .where('z.id', '=', sql<number>`any(${[...act_ids]}::bigint[])`)
    .where('z.amount_tiyn', '<>', 0n)
    .execute();
  return new Map(
    rows.flatMap(({ id, amount_tiyn, refunded_tiyn }) =>
      refunded_tiyn === null ? [] : [[id, { amount_tiyn, refunded_tiyn }]],
    ),
  );
}

/** What is left of a paid act and its corrections together, without the one of that number. */
export async function sumWithCorrections(
  db: Handle,
  company_id: number,
  act_id: number,
  but_act_id: number | null,
): Promise<Refunds> {
  return db
    .selectFrom('acts as z')
    .select([
      sql<bigint>`coalesce(sum(z.amount_tiyn), 0)::bigint`.as('amount_tiyn'),
      sql<bigint>`coalesce(sum(${refunds}), 0)::bigint`.as('refunded_tiyn'),
    ])
    .where('z.company_id', '=', company_id)
    .where((eb) =>
      eb.or([
        eb('z.id', '=', act_id),
        eb.and([
          eb('z.corrects_act_id', '=', act_id),
          eb('z.deleted_at', 'is', null),
          eb('z.status', '<>', 'annulled'),
          eb('z.id', '<>', but_act_id ?? 0),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow();
}
