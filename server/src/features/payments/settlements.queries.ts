import { OPEN_ORDERS } from '@kelisim/shared/features/payments/order-status.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';

export interface NewSettlement {
  order_id: number;
  operation_id: number | null;
  amount_tiyn: bigint;
  day: string;
}

const PARTS = ['opv_tiyn', 'vosms_tiyn', 'so_tiyn', 'ipn_tiyn', 'self_employed_tiyn'];
const columns = (of: (part: string) => RawBuilder<unknown>) => sql.join(PARTS.map(of));

/**
 * What the order withholds goes with its money: of each part as many whole tenge as are settled of the order, and all with
 * the last. Of each order one row at a time.
 */
export async function addSettlements(
  tx: Tx,
  company_id: number,
  rows: readonly NewSettlement[],
  made_by: number | null,
): Promise<void> {
  const said = rows.map(({ amount_tiyn, ...row }) => ({ ...row, amount_tiyn: String(amount_tiyn) }));
  await sql`
    insert into settlements (company_id, order_id, operation_id, amount_tiyn, day, made_by, stated_on, ${columns(sql.ref)})
    select o.company_id, o.id, v.operation_id, v.amount_tiyn, v.day, ${made_by}::bigint,
      case when v.operation_id is null then v.day end,
      ${columns(
        (part) => sql`case when s.amount_tiyn + v.amount_tiyn = o.amount_tiyn then o.${sql.ref(part)}
        else div(o.${sql.ref(part)}::numeric * (s.amount_tiyn + v.amount_tiyn), o.amount_tiyn * 100) * 100
        end - s.${sql.ref(part)}`,
      )}
    from jsonb_to_recordset(${JSON.stringify(said)}) v (order_id bigint, operation_id bigint, amount_tiyn bigint, day date)
    join payment_orders o on o.company_id = ${company_id} and o.id = v.order_id cross join lateral (
      select coalesce(sum(m.amount_tiyn), 0) as amount_tiyn,
        ${columns((part) => sql`coalesce(sum(m.${sql.ref(part)}), 0) as ${sql.ref(part)}`)}
      from settlements m where m.company_id = o.company_id and m.order_id = o.id and m.undone_at is null) s`.execute(
    tx,
  );
}

/** What operations settled, locked; undone ones are left out. */
export function lockSettlementsOf(tx: Tx, company_id: number, operation_id: number) {
  return tx
    .selectFrom('settlements')
    .selectAll()
    .where((eb) => eb.and({ company_id, operation_id }))
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
    .where((eb) => eb.and({ company_id, order_id }))
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
    .where((eb) => eb.and({ company_id, id: settlement_id }))
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
    .where((eb) => eb.and({ company_id, id }))
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
    .where((eb) => eb.and({ company_id, order_id }))
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/**
 * True when what is settled of an order no more agrees with what was withheld with it: something is withheld of no money, less
 * than nothing, or not all of the whole. Each settlement keeps the whole tenge it took, so this is where a part is undone and
 * what came after it is not.
 */
export async function isWithheldOtherwise(tx: Tx, company_id: number, order_id: number): Promise<boolean> {
  const ofParts = (of: (part: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(
      PARTS.map((part) => of(sql.ref(part))),
      sql` or `,
    );
  const { rows } = await sql<{ is_wrong: boolean }>`
    select coalesce(sum(m.amount_tiyn) = 0 and (${ofParts((part) => sql`sum(m.${part}) <> 0`)})
      or sum(m.amount_tiyn) = o.amount_tiyn and (${ofParts((part) => sql`sum(m.${part}) <> o.${part}`)})
      or ${ofParts((part) => sql`sum(m.${part}) < 0`)}, false) as is_wrong
    from payment_orders o
    left join settlements m on m.company_id = o.company_id and m.order_id = o.id and m.undone_at is null
    where o.company_id = ${company_id} and o.id = ${order_id} group by o.company_id, o.id`.execute(tx);
  return rows[0]!.is_wrong;
}

/** The bank's day on which the first money of an order went out; null when none has. */
export async function findFirstPaid(db: Handle, company_id: number, order_id: number) {
  const { day } = await db
    .selectFrom('settlements')
    .select(sql<string | null>`min(day)`.as('day'))
    .where((eb) => eb.and({ company_id, order_id }))
    .where('amount_tiyn', '>', 0n)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow();
  return day;
}

/** What is settled, withheld with it and set off of these acts, and whether money for them is still under way; by act. */
export async function sumCovered(tx: Tx, company_id: number, act_ids: readonly number[]) {
  const { rows } = await sql<{ act_id: number; covered_tiyn: bigint; is_under_way: boolean }>`
    select a.id as act_id, (coalesce((select sum(m.amount_tiyn + m.withheld_tiyn)
        from payment_orders o join settlements m on m.company_id = o.company_id and m.order_id = o.id
        where o.company_id = ${company_id} and o.act_id = a.id and o.kind = 'payment' and m.undone_at is null), 0)
      + coalesce((select sum(u.amount_tiyn) from advance_uses u
        where u.company_id = ${company_id} and u.act_id = a.id and u.undone_at is null), 0))::bigint as covered_tiyn,
      exists (select from payment_orders o where o.company_id = ${company_id} and o.act_id = a.id
        and o.kind = 'payment' and o.status in (${sql.join(OPEN_ORDERS)})) as is_under_way
    from unnest(${[...act_ids]}::bigint[]) a (id)`.execute(tx);
  return new Map(rows.map((row) => [row.act_id, row]));
}

export async function setCovered(
  tx: Tx,
  company_id: number,
  covered: readonly { act_id: number; covered_tiyn: bigint }[],
): Promise<void> {
  if (covered.length === 0) return;
  await sql`
    update acts a set covered_tiyn = v.covered_tiyn
    from unnest(${covered.map(({ act_id }) => act_id)}::bigint[],
      ${covered.map(({ covered_tiyn }) => String(covered_tiyn))}::bigint[]) v (id, covered_tiyn)
    where a.company_id = ${company_id} and a.id = v.id`.execute(tx);
}
