import { TO_PAY, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { sql, type SqlBool } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Database, Handle } from '../../platform/db/database.ts';

/** Whose totals: a company sees all acts it made, an executor those that were sent to them. */
export type Side = Pick<CompanyActor, 'role' | 'company_id'>;

export interface Total {
  count: number;
  sum_tiyn: bigint;
}

/** Number and sum of acts in each state, out of the kept sums: the same effort for ten acts and for a million. */
export async function sumByStatus(db: Handle, { role, company_id }: Side) {
  const { rows } = await sql<{ measure: string; count: number; sum_tiyn: bigint }>`
    select measure, sum(count)::bigint as count, sum(amount_tiyn) as sum_tiyn from act_totals_now
    where company_id = ${company_id} and side = ${role} and measure <> 'time_to_sign'
    group by measure`.execute(db);
  return (...statuses: readonly ActStatus[]): Total =>
    addUp(rows.filter((row) => statuses.includes(row.measure as ActStatus)));
}

/** «К оплате» in SQL, over the rows of the table of acts that is named so in the query. */
export function isToPay(acts = 'acts') {
  const of = (column: string) => sql.ref(`${acts}.${column}`);
  return sql<SqlBool>`(${of('status')} in (${sql.join(TO_PAY)}) and ${of('amount_tiyn')} > 0
    and ${of('deleted_at')} is null)`;
}

/** What is open of acts in these states: less what is covered; those that take money back are none to be paid. */
export async function sumOpen(
  db: Handle,
  { role, company_id }: Side,
  statuses: readonly ActStatus[],
): Promise<Total> {
  const { rows } = await sql<Total>`
    select coalesce(sum(count - back_count), 0)::bigint as count,
      coalesce(sum(amount_tiyn + back_tiyn - covered_tiyn), 0)::bigint as sum_tiyn
    from act_totals_now
    where company_id = ${company_id} and side = ${role} and measure in (${sql.join(statuses)})`.execute(db);
  return { count: Number(rows[0]!.count), sum_tiyn: rows[0]!.sum_tiyn };
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

/** With how many executors a company has acts in any of these states; `above_nothing` leaves out those that take money back. */
export async function countExecutorsWith(
  db: Handle,
  company_id: number,
  statuses: readonly ActStatus[],
  { above_nothing = false } = {},
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct other_company_id) as n from act_totals_now
    where company_id = ${company_id} and side = 'pair' and measure in (${sql.join(statuses)})
      and (count > back_count or not ${above_nothing}::boolean)`.execute(db);
  return rows[0]!.n;
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
