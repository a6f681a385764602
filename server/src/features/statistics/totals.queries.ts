import { TO_PAY, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { sql, type SqlBool } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Database, Handle } from '../../platform/db/database.ts';
import { ONE_PLAN } from '../../platform/db/named-statements.ts';

/** Whose totals: a company sees all acts it made, an executor those that were sent to them. */
export type Side = Pick<CompanyActor, 'role' | 'company_id'>;

export interface Total {
  count: number;
  sum_tiyn: bigint;
}

/**
 * The kept sums and their changes side by side, as `t`: what only adds them up need not have them one to a key, as the
 * view `act_totals_now` has them.
 */
const COLUMNS = sql.raw(
  'company_id, side, measure, other_company_id, month, count, amount_tiyn, covered_tiyn, back_count, back_tiyn',
);
export const KEPT_TOTALS = sql`(
  select ${COLUMNS} from act_totals union all select ${COLUMNS} from act_totals_changes) t`;

interface StatusTotal extends Total {
  measure: string;
  open_count: number;
  open_tiyn: bigint;
  month_count: number;
  month_tiyn: bigint;
}

type OfStatuses = (...statuses: readonly ActStatus[]) => Total;

/** Acts by their state, out of the kept sums: the same effort for ten acts and for a million. */
export interface StatusTotals {
  of: OfStatuses;
  /** What is open: less what is covered; those that take money back are none to be paid. */
  open: OfStatuses;
  /** By the month of the act's date. */
  of_month: OfStatuses;
}

/** @param month `YYYY-MM`, for `of_month` */
export async function sumByStatus(
  db: Handle,
  { role, company_id }: Side,
  month: string,
): Promise<StatusTotals> {
  const of_month = sql`filter (where month = ${`${month}-01`}::date)`;
  const { rows } = await sql<StatusTotal>`${ONE_PLAN}
    select measure, sum(count)::bigint as count, sum(amount_tiyn)::bigint as sum_tiyn,
      sum(count - back_count)::bigint as open_count, sum(amount_tiyn + back_tiyn - covered_tiyn)::bigint as open_tiyn,
      coalesce(sum(count) ${of_month}, 0)::bigint as month_count,
      coalesce(sum(amount_tiyn) ${of_month}, 0)::bigint as month_tiyn
    from ${KEPT_TOTALS} where company_id = ${company_id} and side = ${role} and measure <> 'time_to_sign'
    group by measure`.execute(db);
  const totals =
    (toTotal: (row: StatusTotal) => Total): OfStatuses =>
    (...statuses) =>
      addUp(rows.filter((row) => statuses.includes(row.measure as ActStatus)).map(toTotal));
  return {
    of: totals((row) => row),
    open: totals(({ open_count, open_tiyn }) => ({ count: open_count, sum_tiyn: open_tiyn })),
    of_month: totals(({ month_count, month_tiyn }) => ({ count: month_count, sum_tiyn: month_tiyn })),
  };
}

/** «К оплате» in SQL, over the rows of the table of acts that is named so in the query. */
export function isToPay(acts = 'acts') {
  const of = (column: string) => sql.ref(`${acts}.${column}`);
  return sql<SqlBool>`(${of('status')} in (${sql.join(TO_PAY)}) and ${of('amount_tiyn')} > 0
    and ${of('deleted_at')} is null)`;
}

export interface MonthTotal extends Total {
  /** `YYYY-MM` */
  month: string;
  measure: ActStatus | 'time_to_sign';
  seconds: number;
}

/** The same by the month of the act's date, both ends included; `time_to_sign` by the month of the last signature. */
export async function sumByMonth(
  db: Handle,
  { role, company_id }: Side,
  from: string,
  to: string,
): Promise<MonthTotal[]> {
  const { rows } = await sql<MonthTotal>`
    select to_char(month, 'YYYY-MM') as month, measure, count, amount_tiyn as sum_tiyn, seconds from act_totals_now
    where company_id = ${company_id} and side = ${role}
      and month between ${`${from}-01`}::date and ${`${to}-01`}::date`.execute(db);
  return rows;
}

/** With how many executors a company has acts to be paid, and acts in the other states. */
export async function countExecutorsWith(
  db: Handle,
  company_id: number,
  { to_pay, to_sign }: { to_pay: readonly ActStatus[]; to_sign: readonly ActStatus[] },
): Promise<{ to_pay: number; to_sign: number }> {
  const { rows } = await sql<{ to_pay: number; to_sign: number }>`${ONE_PLAN}
    select count(*) filter (where to_pay > 0) as to_pay, count(*) filter (where to_sign > 0) as to_sign
    from (
      select sum(count - back_count) filter (where measure in (${sql.join(to_pay)})) as to_pay,
        sum(count) filter (where measure in (${sql.join(to_sign)})) as to_sign
      from ${KEPT_TOTALS}
      where company_id = ${company_id} and side = 'pair' and measure in (${sql.join([...to_pay, ...to_sign])})
      group by other_company_id) pairs`.execute(db);
  return rows[0]!;
}

/** «К оплате» with each of these other sides, as the view `balances` has it. */
export async function sumToPayOf(
  db: Handle,
  { role, company_id }: Side,
  party_ids: readonly number[],
): Promise<ReadonlyMap<number, bigint>> {
  if (party_ids.length === 0) return new Map();
  const [own, other] =
    role === 'business' ? ['company_id', 'other_company_id'] : ['other_company_id', 'company_id'];
  const { rows } = await sql<{ party_id: number; to_pay_tiyn: bigint }>`${ONE_PLAN}
    select ${sql.ref(other)} as party_id, sum(amount_tiyn + back_tiyn - covered_tiyn)::bigint as to_pay_tiyn
    from ${KEPT_TOTALS} where ${sql.ref(own)} = ${company_id} and ${sql.ref(other)} = any(${[...party_ids]}::bigint[])
      and side = 'pair' and measure = 'signed' group by 1`.execute(db);
  return new Map(rows.map(({ party_id, to_pay_tiyn }) => [party_id, to_pay_tiyn]));
}

export interface PartyTotal extends Total {
  company_id: number;
  name: string;
  bin: string;
  paid_tiyn: bigint;
}

/** The other sides with the largest sums of acts in these states and months, largest first. */
export async function listTopParties(
  db: Handle,
  { role, company_id }: Side,
  statuses: readonly ActStatus[],
  period: { from: string; to: string },
  limit: number,
): Promise<PartyTotal[]> {
  const business = role === 'business';
  const party = sql.ref(business ? 'other_company_id' : 'company_id');
  const { rows } = await sql<PartyTotal>`
    select t.*, p.name, p.bin from (
      select ${party} as company_id, sum(count)::bigint as count, sum(amount_tiyn) as sum_tiyn,
        sum(case measure when 'paid' then amount_tiyn else covered_tiyn end) as paid_tiyn
      from act_totals_now
      where ${sql.ref(business ? 'company_id' : 'other_company_id')} = ${company_id} and side = 'pair'
        and measure in (${sql.join(statuses)})
        and month between ${`${period.from}-01`}::date and ${`${period.to}-01`}::date
      group by 1 order by sum_tiyn desc, 1 limit ${limit}) t
    join companies p on p.id = t.company_id order by t.sum_tiyn desc, t.company_id`.execute(db);
  return rows;
}

export async function foldTotals(db: Database): Promise<void> {
  await sql`select fold_act_totals()`.execute(db);
}

export function addUp(totals: readonly Total[]): Total {
  return totals.reduce<Total>(
    (sum, { count, sum_tiyn }) => ({ count: sum.count + count, sum_tiyn: sum.sum_tiyn + sum_tiyn }),
    { count: 0, sum_tiyn: 0n },
  );
}
