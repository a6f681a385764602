import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import { OWED_KINDS, type LEDGER_KINDS } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import { OPEN_ORDERS } from '@kelisim/shared/features/payments/order-status.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

interface LedgerRow {
  date: string;
  /** Its own day, when that was closed already when the row came. */
  late_of: string | null;
  kind: (typeof LEDGER_KINDS)[number];
  /** Null of an advance. */
  act_id: number | null;
  /** Of the act; of an advance that of the bank's operation. */
  number: string;
  order_number: number | null;
  /** What the company came to owe (acts) or what it paid. */
  amount_tiyn: bigint;
}

export interface Ledger {
  company_id: number;
  /** Of all executors when left out. */
  executor_ids?: readonly number[];
}

/** Months that are read row by row, each from its first day to its last; opening balances are always read. */
export type Months = readonly { from: string; to: string }[];

export const inMonths = (day: string, months: Months) =>
  months.length === 0
    ? sql`false`
    : sql.join(
        months.map(({ from, to }) => sql`${sql.ref(day)} between ${from} and ${to}`),
        sql` or `,
      );

/** Acts that both have signed, by their date, and money by the bank's day; an advance is money that no act names yet. */
export const sources = ({ company_id, executor_ids }: Ledger, months?: Months) => {
  const of = executor_ids ? sql`and a.contractor_company_id = any(${[...executor_ids]}::bigint[])` : sql``;
  const when = (day: string) => (months ? sql`and (${inMonths(day, months)})` : sql``);
  return sql`
  select 'act ' || a.id as source, a.contractor_company_id as executor_company_id, a.act_date as date,
    case when a.corrects_act_id is null then 'act' else 'correction' end as kind,
    a.id as act_id, a.number || '/' || a.year as number, null::integer as order_number, a.amount_tiyn
  from acts a
  where a.company_id = ${company_id} ${of} and a.deleted_at is null and a.status in (${sql.join(BOTH_SIGNED)})
    ${when('a.act_date')}
  union all
  select 'order ' || o.id, a.contractor_company_id, m.day,
    case when o.kind = 'refund' or m.amount_tiyn < 0 then 'refund' else 'payment' end, o.act_id,
    a.number || '/' || a.year, o.number,
    sum(case o.kind when 'refund' then -m.amount_tiyn else m.amount_tiyn end)::bigint
  from settlements m join payment_orders o on o.company_id = m.company_id and o.id = m.order_id
  join acts a on a.company_id = o.company_id and a.id = o.act_id
  where m.company_id = ${company_id} ${of} and m.undone_at is null ${when('m.day')}
  group by m.day, 4, o.id, o.act_id, a.contractor_company_id, a.number, a.year, o.number
  union all
  select 'advance ' || a.id, a.contractor_company_id, a.day, 'advance', null, a.number, null, a.amount_tiyn
  from (
    select v.id, v.company_id, v.executor_company_id as contractor_company_id, v.day, p.number, v.amount_tiyn
    from advances v join bank_operations p on p.company_id = v.company_id and p.id = v.operation_id
    where v.undone_at is null) a
  where a.company_id = ${company_id} ${of} ${when('a.day')}
  union all
  select 'opening ' || a.id, a.contractor_company_id, a.day, 'opening', null, '', null, a.owed_tiyn - a.advance_tiyn
  from (
    select o.id, o.company_id, o.executor_company_id as contractor_company_id, b.day, o.owed_tiyn, o.advance_tiyn
    from opening_balances o join opening_batches b on b.company_id = o.company_id and b.id = o.batch_id
    where b.undone_at is null) a
  where a.company_id = ${company_id} ${of}`;
};

/**
 * Rows of frozen periods as they were stored; rows of open days; and what closed days have gained or lost since, on the
 * first open day.
 */
export function ledger(of: Ledger): RawBuilder<unknown> {
  const { company_id, executor_ids } = of;
  const frozen = sql`select * from frozen_ledger where company_id = ${company_id} ${
    executor_ids ? sql`and executor_company_id = any(${[...executor_ids]}::bigint[])` : sql``
  }`;
  const closed = sql`(select coalesce(max(closed_until), '-infinity') from frozen_periods where company_id = ${company_id})`;
  return sql`(
    with live as materialized (${sources(of)}), frozen as materialized (${frozen})
    select source, executor_company_id, date, late_of, kind, act_id, number, order_number, amount_tiyn from frozen
    union all
    select source, executor_company_id, date, null, kind, act_id, number, order_number, amount_tiyn
    from live where date > ${closed}
    union all
    select source, executor_company_id, ${closed} + 1, coalesce(l.date, f.date), kind,
      coalesce(l.act_id, f.act_id), number, coalesce(l.order_number, f.order_number),
      (coalesce(l.amount_tiyn, 0) - coalesce(f.amount_tiyn, 0))::bigint
    from (
      select source, executor_company_id, kind, act_id, number, order_number, max(date) as date, sum(amount_tiyn) as amount_tiyn
      from live where date <= ${closed} group by 1, 2, 3, 4, 5, 6
    ) l full join (
      select source, executor_company_id, kind, act_id, number, order_number, max(date) as date, sum(amount_tiyn) as amount_tiyn
      from frozen group by 1, 2, 3, 4, 5, 6
    ) f using (source, executor_company_id, kind, number)
    where coalesce(l.amount_tiyn, 0) <> coalesce(f.amount_tiyn, 0)
  )`;
}

/** What a row adds to what the company owes. */
export const debt = sql`case when kind in (${sql.join(OWED_KINDS)}) then amount_tiyn else -amount_tiyn end`;

/** Those of a period in their order; of one day acts come before money. */
export async function listLedger(
  db: Handle,
  of: Ledger,
  period: { date_from: string; date_to: string },
  limit: number,
): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select date, late_of, kind, act_id, number, order_number, amount_tiyn from ${ledger(of)} l
    where date between ${period.date_from} and ${period.date_to}
    order by date, kind not in (${sql.join(OWED_KINDS)}), act_id, order_number, late_of limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** What the company owed on the evening before a day. */
export async function sumOwedBefore(db: Handle, of: Ledger, day: string): Promise<bigint> {
  const { rows } = await sql<{ owed_tiyn: bigint }>`
    select coalesce(sum(${debt}), 0)::bigint as owed_tiyn
    from ${ledger(of)} l where date < ${day}`.execute(db);
  return rows[0]!.owed_tiyn;
}

export interface Earned {
  executor_company_id: number;
  /** Of the name; texts of equal keys follow the number of the company. */
  sort_key: string;
  name: string;
  bin: string;
  has_deduction: boolean;
  /** `YYYY-MM` */
  month: string;
  acts: number;
  gross_tiyn: bigint;
}

/** What individuals were paid in each month by the ledger, with what is on its way where that is asked for. */
export async function listEarned(
  db: Handle,
  of: Ledger,
  months: { from: string; to: string },
  with_coming = true,
): Promise<Earned[]> {
  const { company_id, executor_ids } = of;
  const only = executor_ids ? sql`and a.contractor_company_id = any(${[...executor_ids]}::bigint[])` : sql``;
  const coming = sql`
    union all
    select a.contractor_company_id, a.id, greatest((o.created_at at time zone 'Asia/Almaty')::date,
      (select max(closed_until) + 1 from frozen_periods where company_id = ${company_id})),
      o.amount_tiyn - o.settled_tiyn
    from payment_orders o join acts a on a.company_id = o.company_id and a.id = o.act_id
    where o.company_id = ${company_id} ${only} and o.kind = 'payment' and o.status in (${sql.join(OPEN_ORDERS)})`;
  const { rows } = await sql<Earned>`
    select e.executor_company_id, p.sort_key, p.name, p.bin, e.has_deduction, to_char(m.date, 'YYYY-MM') as month,
      count(distinct m.act_id) as acts, sum(m.amount_tiyn)::bigint as gross_tiyn
    from (
      select executor_company_id, act_id, date, amount_tiyn from ${ledger(of)} l
      where kind not in (${sql.join(OWED_KINDS)}) ${with_coming ? coming : sql``}
    ) m
    join executors e on e.company_id = ${company_id} and e.executor_company_id = m.executor_company_id
    join companies p on p.id = e.executor_company_id
    where p.type = 'individual' and to_char(m.date, 'YYYY-MM') between ${months.from} and ${months.to}
    group by 1, 2, 3, 4, 5, 6 order by 2, 1, 6`.execute(db);
  return rows;
}
