import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import { LEDGER_KINDS, OWED_KINDS } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import { OPEN_ORDERS } from '@kelisim/shared/features/payments/order-status.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { refundedIn } from '../acts/public.ts';

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
  select 'withheld ' || o.id, a.contractor_company_id, m.day, 'withheld', o.act_id,
    a.number || '/' || a.year, o.number, sum(m.withheld_tiyn)::bigint
  from settlements m join payment_orders o on o.company_id = m.company_id and o.id = m.order_id
  join acts a on a.company_id = o.company_id and a.id = o.act_id
  where m.company_id = ${company_id} ${of} and m.undone_at is null and m.withheld_tiyn <> 0 ${when('m.day')}
  group by m.day, o.id, o.act_id, a.contractor_company_id, a.number, a.year, o.number
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
      select source, executor_company_id, kind, act_id, number, order_number, max(coalesce(late_of, date)) as date,
        sum(amount_tiyn) as amount_tiyn
      from frozen group by 1, 2, 3, 4, 5, 6
    ) f using (source, executor_company_id, kind, number)
    where coalesce(l.amount_tiyn, 0) <> coalesce(f.amount_tiyn, 0)
  )`;
}

/** What a row adds to what the company owes. */
export const debt = sql`case when kind in (${sql.join(OWED_KINDS)}) then amount_tiyn else -amount_tiyn end`;

/** Money of one order and day: what was paid, what was withheld with it, what came back. */
export const kindOrder = (kind: string) =>
  sql`array_position(${[...LEDGER_KINDS]}::text[], ${sql.ref(kind)})`;

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
    order by date, kind not in (${sql.join(OWED_KINDS)}), act_id, order_number, ${kindOrder('kind')},
      late_of, source limit ${limit}`.execute(db);
  return rows;
}

/** What the company owed on the evening before a day. */
export async function sumOwedBefore(db: Handle, of: Ledger, day: string): Promise<bigint> {
  const { rows } = await sql<{ owed_tiyn: bigint }>`
    select coalesce(sum(${debt}), 0)::bigint as owed_tiyn
    from ${ledger(of)} l where date < ${day}`.execute(db);
  return rows[0]!.owed_tiyn;
}

/**
 * As what money of a day (`m.date`) of an executor (`m.executor_company_id`) is taxed here: as that of an individual, as that
 * of a self-employed person of whom an operator of a platform withholds, or not (null). Of whom nobody has said anything is
 * taken for an individual. What was withheld (`m.is_withheld`) of money that is not taxed by what was told since is owed all
 * the same in the month of the money (`none`). The bank's own day (`p.day`) decides, of money that came late too. What came back
 * of an order is taxed as what the order paid, and a refund as what its act was paid last, be it by an advance.
 */
export const taxedAs = (company_id: number) => sql`
  join companies c on c.id = m.executor_company_id
  cross join lateral (
    select coalesce((
      select coalesce(max(b.day) filter (where b.act_id = m.act_id and b.number = m.order_number), max(b.day))
      from acts z cross join lateral (
        select o.act_id, o.number, t.day, t.undone_at from payment_orders o
        join settlements t on t.company_id = o.company_id and t.order_id = o.id and t.amount_tiyn > 0
        where o.company_id = z.company_id and o.act_id in (z.id, z.corrects_act_id) and o.kind = 'payment'
        union all
        select u.act_id, null, v.day, u.undone_at from advance_uses u
        join advances v on v.company_id = u.company_id and v.id = u.advance_id
        where u.company_id = z.company_id and u.act_id in (z.id, z.corrects_act_id)) b
      where m.gross_tiyn < 0 and z.company_id = ${company_id} and z.id = m.act_id and b.undone_at is null
        and b.day <= m.date), m.late_of, m.date) as day offset 0) p
  left join lateral standing_on(m.executor_company_id, p.day) s on true
  cross join lateral (
    select case when coalesce(s.standing, c.type) = 'individual' then 'individual'
      when s.standing = 'self_employed' and s.pension is null and not s.is_student and exists (
        select from tax_answer_on(${company_id}, 'platform_role', p.day) a where a.choice <> 'none')
      then 'self_employed'
      when m.is_withheld then 'none' end as taxed_as) w`;

/** Money of the ledger between two days, one row for each order and day; advances of a day together. */
export const money = (of: Ledger, { from, to }: { from: string; to: string }) => sql`
  select executor_company_id, act_id, order_number, date, late_of, sum(amount_tiyn) as gross_tiyn,
    bool_or(kind = 'withheld') as is_withheld
  from ${ledger(of)} l where kind not in (${sql.join(OWED_KINDS)}) and date between ${from} and ${to}
  group by executor_company_id, act_id, order_number, date, late_of`;

export const KEPT_PARTS = ['opv_tiyn', 'vosms_tiyn', 'so_tiyn', 'ipn_tiyn', 'self_employed_tiyn'] as const;

/** What payments withheld, part by part. */
export interface Kept {
  opv_tiyn: bigint;
  vosms_tiyn: bigint;
  so_tiyn: bigint;
  ipn_tiyn: bigint;
  /** The single payment of the self-employed. */
  self_employed_tiyn: bigint;
}

/** Money of one order on one day. */
export interface Paid {
  executor_company_id: number;
  date: string;
  late_of: string | null;
  /** `none`: nothing is due of it by what is known now, but something was withheld. */
  taxed_as: 'individual' | 'self_employed' | 'none';
  act_id: number | null;
  number: string;
  /** Null of an advance. */
  order_number: number | null;
  gross_tiyn: bigint;
  withheld_tiyn: bigint;
  /** What its settlements say; where a day was closed before that was kept they may have changed since. */
  parts: Kept;
}

/** Of each month of a span the first day on which payments withheld each part, and all they withheld of it. */
export async function listFirstKept(
  db: Handle,
  company_id: number,
  months: { from: string; to: string },
): Promise<(Kept & { month: string; first_days: Record<keyof Kept, string | null> })[]> {
  const { rows } = await sql<Kept & { month: string; first_days: Record<keyof Kept, string | null> }>`
    select to_char(m.day, 'YYYY-MM') as month, sum(m.opv_tiyn)::bigint as opv_tiyn,
      sum(m.vosms_tiyn)::bigint as vosms_tiyn, sum(m.so_tiyn)::bigint as so_tiyn,
      sum(m.ipn_tiyn)::bigint as ipn_tiyn, sum(m.self_employed_tiyn)::bigint as self_employed_tiyn,
      json_build_object(
        'opv_tiyn', min(m.day) filter (where m.opv_tiyn <> 0),
        'vosms_tiyn', min(m.day) filter (where m.vosms_tiyn <> 0),
        'so_tiyn', min(m.day) filter (where m.so_tiyn <> 0),
        'ipn_tiyn', min(m.day) filter (where m.ipn_tiyn <> 0),
        'self_employed_tiyn', min(m.day) filter (where m.self_employed_tiyn <> 0)) as first_days
    from settlements m
    where m.company_id = ${company_id} and m.undone_at is null and m.withheld_tiyn <> 0
      and to_char(m.day, 'YYYY-MM') between ${months.from} and ${months.to} group by 1`.execute(db);
  return rows;
}

/**
 * What a person earned here in the month of a day of one customer, or of all, with what open orders will pay; refunded expenses
 * are no income. What came back of an act, by its bank or by a refund, lessens what was paid of it before in the same month, and
 * no other.
 */
export async function sumPaidInMonth(
  db: Handle,
  executor_company_id: number,
  day: string,
  company_id: number | null = null,
): Promise<bigint> {
  // How far the sum of an order falls below zero in the month is what earlier months had paid of it.
  const ofMonth = sql`date_trunc('month', m.day) = date_trunc('month', ${day}::date)`;
  const { rows } = await sql<{ paid_tiyn: bigint }>`
    with orders as materialized (
      select o.company_id, o.id, o.act_id, o.kind, o.status, o.amount_tiyn - o.settled_tiyn as open_tiyn, o.withheld_tiyn,
        a.corrects_act_id
      from acts a join payment_orders o on o.company_id = a.company_id and o.act_id = a.id
      where a.contractor_company_id = ${executor_company_id} and a.deleted_at is null
        and (${company_id}::bigint is null or a.company_id = ${company_id})),
    payments as materialized (
      select o.company_id, o.act_id, o.status, o.open_tiyn, o.withheld_tiyn - m.withheld_tiyn as open_withheld_tiyn,
        m.in_month_tiyn - least(m.lowest_tiyn, 0) as in_month_tiyn
      from orders o cross join lateral (
        select coalesce(sum(m.paid_tiyn) filter (where m.is_of_month), 0) as in_month_tiyn,
          min(m.so_far_tiyn) filter (where m.is_of_month) as lowest_tiyn, coalesce(sum(m.withheld_tiyn), 0) as withheld_tiyn
        from (
          select ${ofMonth} as is_of_month, m.withheld_tiyn, m.amount_tiyn + m.withheld_tiyn as paid_tiyn,
            sum(m.amount_tiyn + m.withheld_tiyn) over (partition by ${ofMonth} order by m.day, m.id) as so_far_tiyn
          from settlements m where m.company_id = o.company_id and m.order_id = o.id and m.undone_at is null) m) m
      where o.kind = 'payment')
    select coalesce(sum(paid_tiyn - ${refundedIn(sql`p.company_id`, 'p.act_id', sql`p.paid_tiyn`)}), 0)::bigint as paid_tiyn
    from (
      select p.company_id, p.act_id, in_month_tiyn + case when status in (${sql.join(OPEN_ORDERS)}) then open_tiyn + open_withheld_tiyn else 0 end as paid_tiyn
      from payments p
      union all
      select m.company_id, null, m.amount_tiyn from advances m
      where m.executor_company_id = ${executor_company_id} and m.undone_at is null and m.operation_id is not null and ${ofMonth}
        and (${company_id}::bigint is null or m.company_id = ${company_id})
      union all
      select b.company_id, null, -least(b.back_tiyn, p.paid_tiyn) from (
        select o.company_id, o.corrects_act_id,
          sum(m.amount_tiyn - ${refundedIn(sql`o.company_id`, 'o.act_id', sql`m.amount_tiyn`)}) as back_tiyn
        from orders o join settlements m on m.company_id = o.company_id and m.order_id = o.id and m.undone_at is null
        where o.kind = 'refund' and ${ofMonth} group by 1, 2) b
      cross join lateral (
        select coalesce(sum(p.in_month_tiyn - ${refundedIn(sql`p.company_id`, 'p.act_id', sql`p.in_month_tiyn`)}), 0) as paid_tiyn
        from payments p where p.company_id = b.company_id and p.act_id = b.corrects_act_id) p) p`.execute(db);
  return rows[0]!.paid_tiyn;
}

/** What acts that both have signed say a supplier has done in a year for one customer, or for all; corrections in it. */
export async function sumTurnover(
  db: Handle,
  executor_company_id: number,
  year: string,
  company_id: number | null = null,
): Promise<bigint> {
  const { rows } = await sql<{ done_tiyn: bigint }>`
    select coalesce(sum(amount_tiyn), 0)::bigint as done_tiyn from acts
    where contractor_company_id = ${executor_company_id} and deleted_at is null and status in (${sql.join(BOTH_SIGNED)})
      and act_date between ${`${year}-01-01`} and ${`${year}-12-31`}
      and (${company_id}::bigint is null or company_id = ${company_id})`.execute(db);
  return rows[0]?.done_tiyn ?? 0n;
}
