import { daysInMonth } from '@kelisim/shared/kernel/dates.ts';
import { COUNT_LIMIT } from '@kelisim/shared/kernel/paging.ts';
import { sql, type SqlBool } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { ONE_PLAN } from '../../platform/db/named-statements.ts';
import { KEPT_TOTALS } from '../statistics/public.ts';
import { allOf, beside, matching, type ActFilter, type Wanted } from './find-acts.queries.ts';
import { seenActs, type Where } from './seen-acts.queries.ts';

export interface Count {
  total: number;
  is_exact: boolean;
  /** Null when it was not counted to the end. */
  amount_tiyn: bigint | null;
}

const NONE: Count = { total: 0, is_exact: true, amount_tiyn: 0n };

export async function countActs(db: Handle, wanted: Wanted): Promise<Count> {
  if (wanted.statuses?.length === 0) return NONE;
  return (
    (await countByTotals(db, wanted)) ??
    (wanted.common > 0 ? countWalking(db, wanted) : countRows(db, matching(wanted)))
  );
}

async function countRows(db: Handle, where: Where, from = sql`acts a`): Promise<Count> {
  const { rows } = await sql<{ total: number; sum_tiyn: bigint }>`
    select count(*) as total, coalesce(sum(amount_tiyn), 0)::bigint as sum_tiyn
    from (select a.amount_tiyn from ${from} where ${where} limit ${COUNT_LIMIT + 1}) found`.execute(db);
  const { total, sum_tiyn } = rows[0]!;
  const is_exact = total <= COUNT_LIMIT;
  return { total: Math.min(total, COUNT_LIMIT), is_exact, amount_tiyn: is_exact ? sum_tiyn : null };
}

/**
 * What is common is met on the way through the newest acts, half as many again as it should take: without an end to
 * the way PostgreSQL would sort all acts first, or read all of the index of words.
 */
async function countWalking(db: Handle, wanted: Wanted): Promise<Count> {
  const most = Math.ceil((1.5 * COUNT_LIMIT) / wanted.common);
  const newest = sql`select * from acts a where ${seenActs(wanted.viewer)} order by a.year desc, a.number desc`;
  const count = await countRows(db, matching(wanted), sql`(${newest} limit ${most}) a`);
  if (!count.is_exact) return count;
  const behind = await sql`${newest} offset ${most} limit 1`.execute(db);
  // Common among the newest alone, or narrowed by more than the word: pages end where the count does, so it is made whole.
  return behind.rows.length > 0 ? countRows(db, matching(wanted)) : count;
}

/** What narrows a list and is known of the sums that are kept (`act_totals`). */
const OF_TOTALS = new Set<keyof ActFilter>([
  'statuses',
  'waiting',
  'contractor_company_id',
  'date_from',
  'date_to',
]);

async function countByTotals(db: Handle, wanted: Wanted): Promise<Count | undefined> {
  const { viewer, filter, party_ids } = wanted;
  const others = Object.entries(filter).some(
    ([name, value]) =>
      value !== undefined &&
      name in FILTERS &&
      !OF_TOTALS.has(name as keyof ActFilter) &&
      !(name === 'search' && party_ids) &&
      !(name === 'amount_from' && wanted.above_nothing),
  );
  const months = wholeMonths(filter);
  const { contractor_company_id } = filter;
  if (others || !months || (contractor_company_id !== undefined && (viewer.role !== 'business' || party_ids)))
    return undefined;
  const pairs = party_ids ?? (contractor_company_id === undefined ? undefined : [contractor_company_id]);
  // Whether the other side asked is not among the sums; those few are counted.
  const statuses = (wanted.statuses ?? []).filter(
    (status) => !(wanted.asked_by_other && status === 'annulment_requested'),
  );
  // Nothing that does not narrow: of a value that could be anything one plan for all would expect the worst.
  const wheres = [
    sql`company_id = ${viewer.company_id} and side = ${sql.lit(pairs ? 'pair' : viewer.role)}`,
    ...(pairs ? [sql`other_company_id = any(${pairs}::bigint[])`] : []),
    wanted.statuses
      ? sql`measure in (${sql.join(statuses.length > 0 ? statuses : [''])})`
      : sql`measure <> 'time_to_sign'`,
    ...(filter.date_from ? [sql`month >= ${months.from}::date`] : []),
    ...(filter.date_to ? [sql`month <= ${months.to}::date`] : []),
  ];
  const [back_count, back_tiyn] = wanted.above_nothing ? [sql`back_count`, sql`back_tiyn`] : [sql`0`, sql`0`];
  const { rows } = await sql<{ total: number; sum_tiyn: bigint }>`${ONE_PLAN}
    select coalesce(sum(count - ${back_count}), 0)::bigint as total,
      coalesce(sum(amount_tiyn + ${back_tiyn}), 0)::bigint as sum_tiyn
    from ${KEPT_TOTALS} where ${sql.join(wheres, sql` and `)}`.execute(db);
  const kept = rows[0]!;
  const asked =
    wanted.asked_by_other && wanted.statuses!.includes('annulment_requested')
      ? await countRows(db, allOf([beside(wanted), sql<SqlBool>`a.status = 'annulment_requested'`]))
      : NONE;
  const total = Number(kept.total) + asked.total;
  const { is_exact } = asked;
  return {
    total,
    is_exact,
    amount_tiyn: asked.amount_tiyn === null ? null : kept.sum_tiyn + asked.amount_tiyn,
  };
}

/** Every filter by name, so that a new one is counted by its rows until it is known of the sums. */
const FILTERS: Record<keyof ActFilter, true> = {
  id: true,
  contractor_company_id: true,
  company_id: true,
  contract_id: true,
  document_id: true,
  statuses: true,
  waiting: true,
  is_copy: true,
  without_invoice: true,
  date_from: true,
  date_to: true,
  amount_from: true,
  amount_to: true,
  updated_since: true,
  search: true,
};

/** The first days of the first and the last month of a period that cuts no month; undefined of one that does. */
function wholeMonths({ date_from, date_to }: ActFilter): { from: string; to: string } | undefined {
  if (date_from && !date_from.endsWith('-01')) return undefined;
  if (date_to) {
    const [year, month, day] = date_to.split('-').map(Number);
    if (day !== daysInMonth(year!, month!)) return undefined;
  }
  return { from: date_from ?? '0001-01-01', to: date_to ? `${date_to.slice(0, 7)}-01` : '9999-01-01' };
}
