import { OPEN_ORDERS } from '@kelisim/shared/features/payments/order-status.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';

export interface NewSettlement {
  company_id: number;
  order_id: number;
  operation_id: number | null;
  amount_tiyn: bigint;
  day: string;
  made_by: number | null;
}

const PARTS = ['opv_tiyn', 'vosms_tiyn', 'so_tiyn', 'ipn_tiyn', 'self_employed_tiyn'];
const columns = (of: (part: string) => RawBuilder<unknown>) => sql.join(PARTS.map(of));

/**
 * What the order withholds goes with its money: of each part as many whole tenge as are settled of the order, and all with
 * the last.
 */
export async function addSettlement(tx: Tx, row: NewSettlement): Promise<void> {
  await sql`
    insert into settlements (company_id, order_id, operation_id, amount_tiyn, day, made_by, stated_on, ${columns(sql.ref)})
    select o.company_id, o.id, ${row.operation_id}::bigint, ${row.amount_tiyn}::bigint, ${row.day}::date,
      ${row.made_by}::bigint, case when ${row.operation_id}::bigint is null then ${row.day}::date end,
      ${columns(
        (
          part,
        ) => sql`case when s.amount_tiyn + ${row.amount_tiyn}::bigint = o.amount_tiyn then o.${sql.ref(part)}
        else trunc(o.${sql.ref(part)}::numeric * (s.amount_tiyn + ${row.amount_tiyn}::bigint) / o.amount_tiyn / 100) * 100
        end - s.${sql.ref(part)}`,
      )}
    from payment_orders o cross join lateral (
      select coalesce(sum(m.amount_tiyn), 0) as amount_tiyn,
        ${columns((part) => sql`coalesce(sum(m.${sql.ref(part)}), 0) as ${sql.ref(part)}`)}
      from settlements m where m.company_id = o.company_id and m.order_id = o.id and m.undone_at is null) s
    where o.company_id = ${row.company_id} and o.id = ${row.order_id}`.execute(tx);
}

/** What operations settled, locked; undone ones are left out. */
export function lockSettlementsOf(tx: Tx, company_id: number, operation_id: number) {
  return tx
    .selectFrom('settlements')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('operation_id', '=', operation_id)
    .where('undone_at', 'is', null)
    .orderBy('order_id')
    .forUpdate()
    .execute();
}

/** What was stated of an order and no statement has shown yet. */
export function findStated(tx: Tx, company_id: number, order_id: number, amount_tiyn: bigint) {
  return tx
    .selectFrom('settlements')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('order_id', '=', order_id)
    .where('operation_id', 'is', null)
    .where('undone_at', 'is', null)
    .where('amount_tiyn', '=', amount_tiyn)
    .orderBy('id')
    .forUpdate()
    .executeTakeFirst();
}

/** A statement shows what was stated: from now on its day counts. */
export async function showSettlement(
  tx: Tx,
  company_id: number,
  settlement_id: number,
  operation: { id: number; day: string },
): Promise<void> {
  await tx
    .updateTable('settlements')
    .set({ operation_id: operation.id, day: operation.day })
    .where('company_id', '=', company_id)
    .where('id', '=', settlement_id)
    .execute();
}

/** Undoes what an operation settled; what had been stated before it stays, on the day that was stated. */
export async function undoSettlement(
  tx: Tx,
  settlement: { company_id: number; id: number; stated_on: string | null },
  user_id: number,
): Promise<void> {
  const { company_id, id, stated_on } = settlement;
  await tx
    .updateTable('settlements')
    .set(
      stated_on === null
        ? { undone_at: sql<Date>`now()`, undone_by: user_id }
        : { operation_id: null, day: stated_on },
    )
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute();
}

/** Net sum and last day of what is settled of an order. */
export async function sumSettled(db: Handle, company_id: number, order_id: number) {
  return db
    .selectFrom('settlements')
    .select([
      sql<bigint>`coalesce(sum(amount_tiyn), 0)::bigint`.as('settled_tiyn'),
      sql<string | null>`max(day)`.as('settled_on'),
    ])
    .where('company_id', '=', company_id)
    .where('order_id', '=', order_id)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** The bank's day on which the first money of an order went out; null when none has. */
export async function findFirstPaid(db: Handle, company_id: number, order_id: number) {
  const { day } = await db
    .selectFrom('settlements')
    .select(sql<string | null>`min(day)`.as('day'))
    .where('company_id', '=', company_id)
    .where('order_id', '=', order_id)
    .where('amount_tiyn', '>', 0n)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow();
  return day;
}

/** What is settled, withheld with it and set off of an act, and whether money for it is still under way. */
export async function sumCovered(
  tx: Tx,
  company_id: number,
  act_id: number,
): Promise<{ covered_tiyn: bigint; is_under_way: boolean }> {
  const { rows } = await sql<{ covered_tiyn: bigint; is_under_way: boolean }>`
    select (coalesce((select sum(m.amount_tiyn + m.withheld_tiyn)
        from payment_orders o join settlements m on m.company_id = o.company_id and m.order_id = o.id
        where o.company_id = ${company_id} and o.act_id = ${act_id} and o.kind = 'payment' and m.undone_at is null), 0)
      + coalesce((select sum(u.amount_tiyn) from advance_uses u
        where u.company_id = ${company_id} and u.act_id = ${act_id} and u.undone_at is null), 0))::bigint as covered_tiyn,
      exists (select from payment_orders o where o.company_id = ${company_id} and o.act_id = ${act_id}
        and o.kind = 'payment' and o.status in (${sql.join(OPEN_ORDERS)})) as is_under_way`.execute(tx);
  return rows[0]!;
}

export async function setCovered(
  tx: Tx,
  company_id: number,
  act_id: number,
  covered_tiyn: bigint,
): Promise<void> {
  await tx
    .updateTable('acts')
    .set({ covered_tiyn })
    .where('company_id', '=', company_id)
    .where('id', '=', act_id)
    .execute();
}
