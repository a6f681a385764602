import { OPEN_ORDERS } from '@kelisim/shared/features/payments/order-status.ts';
import type { DeductionCarry } from '@kelisim/shared/features/taxes/reckon-individual.ts';
import type { PersonFlags } from '@kelisim/shared/features/taxes/standing.ts';
import { lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { refundedIn } from '../acts/public.ts';
import { money, taxedAs, type Kept, type Ledger } from './ledger.queries.ts';

interface EarnedSums {
  gross_tiyn: bigint;
  /** What the person was paid while self-employed, where an operator withholds of it; not in the gross. */
  self_employed_gross_tiyn: bigint;
  /**
   * In neither of the two: what was paid with something withheld, though by what is known now nothing was due, and what
   * refunds expenses.
   */
  untaxed_gross_tiyn: bigint;
}

/** What was paid in a month while the person was the same, in the order of these days. */
interface EarnedSpan extends PersonFlags, EarnedSums {
  executor_company_id: number;
  /** Of the name; texts of equal keys follow the number of the company. */
  sort_key: string;
  name: string;
  bin: string;
  /** `YYYY-MM` */
  month: string;
  /** A day on which the person was that. */
  taxed_on: string;
  is_individual: boolean;
  /** Of the last day of the span in the month: first day of the application that holds then. */
  deduction_since: string | null;
  carry: DeductionCarry;
  act_ids: readonly number[];
}

export interface Earned extends EarnedSums {
  executor_company_id: number;
  sort_key: string;
  name: string;
  bin: string;
  /** `YYYY-MM` */
  month: string;
  /** Of the application that holds on the day of the last money; it counts for the month. */
  deduction_since: string | null;
  has_deduction: boolean;
  carry: DeductionCarry;
  acts: number;
  spans: readonly EarnedSpan[];
}

/** Of an order that is not carried out yet: counted on the day it was made, or on the first open one. */
const comingDay = (company_id: number) => sql`greatest((o.created_at at time zone 'Asia/Almaty')::date,
  (select max(closed_until) + 1 from frozen_periods where company_id = ${company_id}))`;

const ofExecutors = (ids: readonly number[] | undefined) =>
  ids ? sql`and a.contractor_company_id = any(${[...ids]}::bigint[])` : sql``;

const openOrders = ({ company_id, executor_ids }: Ledger) => sql`
  payment_orders o join acts a on a.company_id = o.company_id and a.id = o.act_id
  cross join lateral (
    select coalesce(sum(m.withheld_tiyn), 0) as withheld_tiyn, coalesce(sum(m.opv_tiyn), 0) as opv_tiyn,
      coalesce(sum(m.vosms_tiyn), 0) as vosms_tiyn, coalesce(sum(m.so_tiyn), 0) as so_tiyn,
      coalesce(sum(m.ipn_tiyn), 0) as ipn_tiyn, coalesce(sum(m.self_employed_tiyn), 0) as self_employed_tiyn
    from settlements m where m.company_id = o.company_id and m.order_id = o.id and m.undone_at is null) k
  where o.company_id = ${company_id} ${ofExecutors(executor_ids)} and o.kind = 'payment'
    and o.status in (${sql.join(OPEN_ORDERS)})`;

/**
 * What people were paid in each month by the ledger, gross, with what is on its way where that is asked for. Money that is not
 * taxed on the bank's day, and of which nothing was withheld, is left out. With a day `before`, only money of earlier days.
 */
export async function listEarned(
  db: Handle,
  of: Ledger,
  months: { from: string; to: string },
  with_coming = true,
  before: string | null = null,
): Promise<Earned[]> {
  const { company_id } = of;
  const coming = sql`
    union all
    select a.contractor_company_id, o.act_id, o.number, ${comingDay(company_id)}, null,
      o.amount_tiyn - o.settled_tiyn + o.withheld_tiyn - k.withheld_tiyn, o.withheld_tiyn <> 0 from ${openOrders(of)}`;
  const { rows } = await sql<EarnedSpan>`
    select m.executor_company_id, w.sort_key, w.name, w.bin, m.month, m.taxed_on, m.is_individual, m.act_ids, m.gross_tiyn,
      m.self_employed_gross_tiyn, m.untaxed_gross_tiyn, coalesce(carry.choice, 'none') as carry,
      s.pension, s.disability, s.disability_until, coalesce(s.asks_for_opv, false) as asks_for_opv,
      coalesce(s.is_student, false) as is_student, coalesce(s.has_many_children, false) as has_many_children,
      coalesce(s.citizenship, 'kz') as citizenship, coalesce(s.has_residence_permit, false) as has_residence_permit,
      coalesce(s.is_tax_resident, true) as is_tax_resident, d.valid_from as deduction_since
    from (
      select m.executor_company_id, to_char(m.date, 'YYYY-MM') as month, s.id as standing_id,
        coalesce(max(m.date) filter (where taxed_as = 'individual'), max(m.date)) as day, max(p.day) as taxed_on,
        bool_or(taxed_as = 'individual') as is_individual,
        coalesce(array_agg(distinct m.act_id) filter (where m.act_id is not null), '{}') as act_ids,
        coalesce(sum(m.gross_tiyn - r.refunded_tiyn) filter (where taxed_as = 'individual'), 0)::bigint as gross_tiyn,
        coalesce(sum(m.gross_tiyn - r.refunded_tiyn) filter (where taxed_as = 'self_employed'), 0)::bigint
          as self_employed_gross_tiyn,
        sum(case taxed_as when 'none' then m.gross_tiyn else r.refunded_tiyn end)::bigint as untaxed_gross_tiyn
      from (
        ${money(of, { from: `${months.from}-01`, to: lastDayOf(months.to) })} ${with_coming ? coming : sql``}
      ) m ${taxedAs(company_id)}
      cross join lateral (select ${refundedIn(sql`${company_id}`, 'm.act_id', sql`m.gross_tiyn`)} as refunded_tiyn offset 0) r
      where taxed_as is not null and to_char(m.date, 'YYYY-MM') between ${months.from} and ${months.to}
        and m.date < coalesce(${before}::date, 'infinity')
      group by 1, 2, 3, s.disability_until < p.day
    ) m join companies w on w.id = m.executor_company_id
    left join tax_standings s on s.id = m.standing_id
    left join lateral tax_answer_on(${company_id}, 'deduction_carry', m.day) carry on true
    left join lateral (
      select d.valid_from from deduction_applications d
      where d.company_id = ${company_id} and d.executor_company_id = m.executor_company_id
        and d.valid_from <= m.day and (d.valid_until is null or d.valid_until >= m.day)
      order by d.valid_from limit 1) d on true
    order by w.sort_key, m.executor_company_id, m.month, m.taxed_on`.execute(db);
  const ofMonths = Map.groupBy(rows, ({ executor_company_id, month }) => `${executor_company_id} ${month}`);
  return [...ofMonths.values()].map(toEarned);
}

function toEarned(spans: readonly EarnedSpan[]): Earned {
  const last = spans.findLast(({ is_individual }) => is_individual) ?? spans.at(-1)!;
  const sum = (of: (span: EarnedSpan) => bigint) => spans.reduce((whole, span) => whole + of(span), 0n);
  const { executor_company_id, sort_key, name, bin, month, carry, deduction_since } = last;
  return {
    executor_company_id,
    sort_key,
    name,
    bin,
    month,
    carry,
    deduction_since,
    spans,
    has_deduction: deduction_since !== null,
    acts: new Set(spans.flatMap(({ act_ids }) => act_ids)).size,
    gross_tiyn: sum((span) => span.gross_tiyn),
    self_employed_gross_tiyn: sum((span) => span.self_employed_gross_tiyn),
    untaxed_gross_tiyn: sum((span) => span.untaxed_gross_tiyn),
  };
}

/**
 * By executor and month of the bank's day, with what open orders will withhold; closed months are as they are now. With a day
 * `before`, only of money of earlier days.
 */
export async function listKept(
  db: Handle,
  of: Ledger,
  months: { from: string; to: string },
  with_coming = true,
  before: string | null = null,
): Promise<(Kept & { executor_company_id: number; month: string })[]> {
  const { company_id, executor_ids } = of;
  const coming = sql`
    union all
    select a.contractor_company_id, ${comingDay(company_id)}, o.opv_tiyn - k.opv_tiyn, o.vosms_tiyn - k.vosms_tiyn,
      o.so_tiyn - k.so_tiyn, o.ipn_tiyn - k.ipn_tiyn, o.self_employed_tiyn - k.self_employed_tiyn from ${openOrders(of)} and o.withheld_tiyn <> 0`;
  const { rows } = await sql<Kept & { executor_company_id: number; month: string }>`
    select executor_company_id, to_char(day, 'YYYY-MM') as month, sum(opv_tiyn)::bigint as opv_tiyn,
      sum(vosms_tiyn)::bigint as vosms_tiyn, sum(so_tiyn)::bigint as so_tiyn, sum(ipn_tiyn)::bigint as ipn_tiyn,
      sum(self_employed_tiyn)::bigint as self_employed_tiyn
    from (
      select a.contractor_company_id as executor_company_id, m.day, m.opv_tiyn, m.vosms_tiyn, m.so_tiyn, m.ipn_tiyn,
        m.self_employed_tiyn
      from settlements m join payment_orders o on o.company_id = m.company_id and o.id = m.order_id
      join acts a on a.company_id = o.company_id and a.id = o.act_id
      where m.company_id = ${company_id} ${ofExecutors(executor_ids)} and m.undone_at is null and m.withheld_tiyn <> 0
      ${with_coming ? coming : sql``}
    ) k where to_char(day, 'YYYY-MM') between ${months.from} and ${months.to}
      and day < coalesce(${before}::date, 'infinity') group by 1, 2`.execute(db);
  return rows;
}
