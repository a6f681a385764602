import { ACT_STATUSES, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { daysInMonth } from '@kelisim/shared/kernel/dates.ts';
import { wordsOfReadings } from '@kelisim/shared/kernel/keyboard-layouts.ts';
import { COUNT_LIMIT } from '@kelisim/shared/kernel/paging.ts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { ONE_PLAN } from '../../platform/db/named-statements.ts';
import { KEPT_TOTALS } from '../statistics/public.ts';
import { haveWords } from './act-words.queries.ts';
import { lacksInvoice } from './lacks-invoice.queries.ts';
import { listShownActs, type ShownActRow, type Viewer } from './acts.queries.ts';
import { COMMON, seenActs, seenByWords, sharesOfNewest, type Where } from './seen-acts.queries.ts';

export interface ActFilter {
  id?: number | undefined;
  contractor_company_id?: number | undefined;
  company_id?: number | undefined;
  contract_id?: number | undefined;
  document_id?: number | undefined;
  statuses?: ActStatus[] | undefined;
  /** In one of these states, or asked by the other side to agree to an annulment. */
  waiting?: ActStatus[] | undefined;
  is_copy?: boolean | undefined;
  without_invoice?: boolean | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  amount_from?: bigint | undefined;
  amount_to?: bigint | undefined;
  updated_since?: string | undefined;
  search?: string | undefined;
}

export interface ActOrder {
  by: 'number' | 'act_date' | 'amount' | 'contractor' | 'status' | 'updated_at';
  order: 'asc' | 'desc';
}

/** One of so many parties that are called by the word is asked for by its number; of more all of them are asked at once. */
const MOST_PARTIES = 200;
/** So many acts are asked for to learn whether there is one: for a limit of one PostgreSQL would rather walk over all. */
const ANY = 200;
/** A sum is never nothing: from one tiyn on is all that is not below nothing. */
const LEAST = 1n;
/** Fewer digits say nothing of whose number it is. */
const LEAST_BIN = 3;

/** A list as it was asked for, in the terms of its queries. */
interface Wanted {
  viewer: Viewer;
  /** The states that may be shown; undefined is all of them. */
  statuses: ActStatus[] | undefined;
  /** Acts that await an answer about annulment only when the other side asked. */
  asked_by_other: boolean;
  /** Only what is paid and not what takes money back: nearly all, so it narrows little and is no needle. */
  above_nothing: boolean;
  /** What narrows the list besides states. */
  narrowed: Where[];
  /**
   * The share of the newest acts that have the word that is looked for, when it is so common that a page is found soon by
   * walking over all; 0 when it is not.
   */
  common: number;
  /** Nothing but the index of words leads to what is looked for, and it knows the company of each word. */
  by_words: boolean;
  /** What is looked for is the name of the other side, and of these alone. */
  party_ids: number[] | undefined;
  filter: ActFilter;
}

const dir = ({ order }: ActOrder) => sql.raw(order);

/** One page with its count and sum: exact when that is cheap, else as far as ten thousand rows. */
export async function listActRows(
  db: Handle,
  actor: CompanyActor,
  filter: ActFilter,
  order: ActOrder,
  page: { page: number; limit: number },
): Promise<{ rows: ShownActRow[]; total: number; is_exact: boolean; amount_tiyn: bigint | null }> {
  const wanted = await readFilter(db, actor, filter);
  const count = await countActs(db, wanted);
  const ids = await listIds(db, wanted, order, page, count);
  const rows = await listShownActs(db, actor, ids);
  return { rows, ...count };
}

/** What a statement of somebody else's over `acts a` adds to find the same acts. */
export async function actsMatching(db: Handle, viewer: Viewer, filter: ActFilter): Promise<Where> {
  return matching(await readFilter(db, viewer, filter));
}

async function readFilter(db: Handle, viewer: Viewer, filter: ActFilter): Promise<Wanted> {
  let statuses = filter.statuses;
  if (filter.waiting) {
    const waiting = new Set<ActStatus>([...filter.waiting, 'annulment_requested']);
    statuses = (statuses ?? ACT_STATUSES).filter((status) => waiting.has(status));
  }
  const narrowed: Where[] = [];
  const equal = (column: string, value: unknown) => {
    if (value !== undefined) narrowed.push(sql<SqlBool>`${sql.ref(column)} = ${value}`);
  };
  equal('a.id', filter.id);
  equal('a.contractor_company_id', filter.contractor_company_id);
  equal('a.company_id', filter.company_id);
  equal('a.contract_id', filter.contract_id);
  equal('a.frozen_file_id', filter.document_id);
  equal('a.is_copy', filter.is_copy);
  if (filter.without_invoice !== undefined)
    narrowed.push(filter.without_invoice ? lacksInvoice('a') : sql<SqlBool>`not (${lacksInvoice('a')})`);
  if (filter.updated_since) narrowed.push(sql<SqlBool>`a.updated_at >= ${filter.updated_since}`);
  if (filter.date_from) narrowed.push(sql<SqlBool>`a.act_date >= ${filter.date_from}`);
  if (filter.date_to) narrowed.push(sql<SqlBool>`a.act_date <= ${filter.date_to}`);
  const above_nothing = filter.amount_from === LEAST;
  if (filter.amount_from !== undefined && !above_nothing)
    narrowed.push(sql<SqlBool>`a.amount_tiyn >= ${filter.amount_from}`);
  if (filter.amount_to !== undefined) narrowed.push(sql<SqlBool>`a.amount_tiyn <= ${filter.amount_to}`);
  const asked_by_other = filter.waiting !== undefined;
  const wanted = { viewer, statuses, asked_by_other, above_nothing, narrowed, filter };
  if (!filter.search) return { ...wanted, common: 0, by_words: false, party_ids: undefined };
  const { where, sought, party_ids } = await searched(db, viewer, filter.search);
  const [share = 0] =
    viewer.role === 'business' && !party_ids ? await sharesOfNewest(db, viewer, [where]) : [];
  const common = share > COMMON ? share : 0;
  const by_words = sought !== null && common === 0;
  narrowed.push(by_words && viewer.role === 'business' ? sought : where);
  return { ...wanted, common, by_words, party_ids };
}

const allOf = (wheres: Where[]) => sql<SqlBool>`${sql.join(wheres, sql` and `)}`;

/** All but the states. */
function beside({ viewer, asked_by_other, above_nothing, narrowed, by_words }: Wanted): Where {
  const asked = sql<SqlBool>`(a.status <> 'annulment_requested' or a.annulment_requested_by <> ${viewer.role})`;
  return allOf([
    by_words ? seenByWords(viewer) : seenActs(viewer),
    ...narrowed,
    ...(above_nothing ? [sql<SqlBool>`a.amount_tiyn > 0`] : []),
    ...(asked_by_other ? [asked] : []),
  ]);
}

function matching(wanted: Wanted): Where {
  const { statuses } = wanted;
  if (statuses?.length === 0) return sql<SqlBool>`false`;
  return statuses
    ? allOf([beside(wanted), sql<SqlBool>`a.status in (${sql.join(statuses)})`])
    : beside(wanted);
}

/**
 * A number finds the act of that number or the party of that БИН; words find titles and names of the other side, as
 * the search over everything does: by beginnings of words, in either alphabet, typed in whatever layout.
 */
async function searched(
  db: Handle,
  viewer: Viewer,
  text: string,
): Promise<{ where: Where; sought: Where | null; party_ids: number[] | undefined }> {
  const readings = wordsOfReadings(text);
  const digits = text.replace(/\s/g, '');
  const bin = /^\d+$/.test(digits) && digits.length >= LEAST_BIN ? `${digits}%` : null;
  const number = /^(\d{1,9})(?:\/(\d{4}))?$/.exec(text.trim());
  const any: Where[] = [];
  if (number) {
    const same = sql<SqlBool>`a.number = ${Number(number[1])}`;
    any.push(number[2] ? allOf([same, sql<SqlBool>`a.year = ${Number(number[2])}`]) : same);
  }
  const words = await haveWords(db, viewer, readings);
  const party = readings.length > 0 || bin ? await byParty(db, viewer, readings, bin) : null;
  // How many acts there are with one of the other side is known, and how many there are with it or a word is not.
  if (party?.ids && !number && viewer.role === 'business' && !(words && (await hasAny(db, viewer, words))))
    return { where: party.where, sought: null, party_ids: party.ids };
  if (words) any.push(words.known);
  if (party) any.push(party.where);
  const where = any.length > 0 ? sql<SqlBool>`(${sql.join(any, sql` or `)})` : sql<SqlBool>`false`;
  const isWords = words !== null && any.length === 1 && any[0] === words.known;
  return { where, sought: isWords ? words.sought : null, party_ids: undefined };
}

/** Whether the company has acts with these words at all. */
async function hasAny(
  db: Handle,
  viewer: Viewer,
  { known, sought }: { known: Where; sought: Where },
): Promise<boolean> {
  const [share] = await sharesOfNewest(db, viewer, [known]);
  if (share! > 0) return true;
  const { rows } = await sql`
    select a.id from acts a where ${seenByWords(viewer)} and ${sought} limit ${ANY}`.execute(db);
  return rows.length > 0;
}

async function byParty(
  db: Handle,
  viewer: Viewer,
  readings: string[][],
  bin: string | null,
): Promise<{ where: Where; ids: number[] | undefined } | null> {
  const business = viewer.role === 'business';
  const column = sql.ref(business ? 'a.contractor_company_id' : 'a.company_id');
  const named = readings.map(
    (words) =>
      sql<SqlBool>`(${sql.join(
        words.map((word) => sql`(' ' || p.search_key) like ${`% ${word}%`}`),
        sql` and `,
      )})`,
  );
  const parties = sql<{ id: number }>`
    select p.id from executors e
    join companies p on p.id = ${sql.ref(business ? 'e.executor_company_id' : 'e.company_id')}
    where ${sql.ref(business ? 'e.company_id' : 'e.executor_company_id')} = ${viewer.company_id}
      and (${sql.join([...named, sql<SqlBool>`p.bin like ${bin}`], sql` or `)})`;
  const { rows } = await sql<{ id: number }>`${parties} limit ${MOST_PARTIES + 1}`.execute(db);
  if (rows.length === 0) return null;
  if (rows.length > MOST_PARTIES) return { where: sql<SqlBool>`${column} in (${parties})`, ids: undefined };
  const ids = rows.map(({ id }) => id);
  return { where: sql<SqlBool>`${column} in (${sql.join(ids)})`, ids };
}

/* Counts */

interface Count {
  total: number;
  is_exact: boolean;
  /** Null when it was not counted to the end. */
  amount_tiyn: bigint | null;
}

const NONE: Count = { total: 0, is_exact: true, amount_tiyn: 0n };

async function countActs(db: Handle, wanted: Wanted): Promise<Count> {
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

/* One page of ids, in order */

type Page = { page: number; limit: number };

async function listIds(
  db: Handle,
  wanted: Wanted,
  order: ActOrder,
  page: Page,
  count: Count,
): Promise<number[]> {
  if (wanted.statuses?.length === 0) return [];
  const groups = await groupsQuery(db, wanted, order, page);
  const from = (page.page - 1) * page.limit;
  const query =
    groups ?? sql<{ id: number }>`${idsQuery(wanted, order, page, count)} limit ${page.limit} offset ${from}`;
  const { rows } = await query.execute(db);
  return rows.map(({ id }) => id);
}

/** A needle: words or a sum that few acts have. */
function isSought({ above_nothing, filter: { search, amount_from, amount_to } }: Wanted): boolean {
  return search !== undefined || (amount_from !== undefined && !above_nothing) || amount_to !== undefined;
}

/**
 * A list by states of a whole company: how many there are of each is known of the kept sums, so only the states that
 * the page shows are read. Null where it is not known.
 */
async function groupsQuery(
  db: Handle,
  wanted: Wanted,
  order: ActOrder,
  page: Page,
): Promise<RawBuilder<{ id: number }> | null> {
  const { viewer, narrowed, asked_by_other, above_nothing } = wanted;
  if (order.by !== 'status' || viewer.role !== 'business') return null;
  if (narrowed.length > 0 || asked_by_other || above_nothing) return null;
  const { rows } = await sql<{ status: string; count: number }>`
    select measure as status, sum(count)::bigint as count from act_totals_now
    where company_id = ${viewer.company_id} and side = 'business' and other_company_id = 0 group by 1`.execute(
    db,
  );
  const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]));
  const statuses = wanted.statuses ?? [...ACT_STATUSES];
  let [skip, take] = [(page.page - 1) * page.limit, page.limit];
  const slices: RawBuilder<unknown>[] = [];
  for (const [place, status] of (order.order === 'asc' ? statuses : statuses.toReversed()).entries()) {
    const count = counts.get(status) ?? 0;
    if (skip >= count) {
      skip -= count;
      continue;
    }
    const d = dir(order);
    slices.push(sql`(select ${sql.lit(place)} as place, a.id, a.year, a.number from acts a
      where ${seenActs(viewer)} and a.status = ${status} order by a.year ${d}, a.number ${d} limit ${take} offset ${skip})`);
    take -= count - skip;
    skip = 0;
    if (take <= 0) break;
  }
  if (slices.length === 0) return sql`select id from acts where false`;
  const d = dir(order);
  return sql`select id from (${sql.join(slices, sql` union all `)}) g order by place, year ${d}, number ${d}`;
}

/**
 * What narrows a list little is read in order from an index, group by group: a list by states or by executors is the
 * lists of each, one after another, and of each no more is read than the page may show. What narrows it much is found
 * first and then sorted.
 */
function idsQuery(
  wanted: Wanted,
  order: ActOrder,
  page: Page,
  { total, is_exact }: Count,
): RawBuilder<{ id: number }> {
  const { viewer, narrowed } = wanted;
  const most = page.page * page.limit;
  const wide = viewer.role === 'business' && narrowed.length === 0;
  const d = dir(order);
  if (order.by === 'status' || (order.by === 'number' && wide && (wanted.statuses?.length ?? 0) > 1)) {
    const statuses = sql`unnest(${wanted.statuses ?? [...ACT_STATUSES]}::text[]) with ordinality s (status, place)`;
    const first = order.by === 'status' ? sql`s.place ${d}, ` : sql``;
    return sql`select g.id from ${statuses} cross join lateral (
        select a.id, a.year, a.number from acts a where a.status = s.status and ${beside(wanted)}
        order by a.year ${d}, a.number ${d} limit ${most}) g
      order by ${first}g.year ${d}, g.number ${d}, g.id ${d}`;
  }
  // A rare state is found sooner by itself than among the acts of everybody.
  if (order.by === 'contractor' && wide && (!wanted.statuses || total > COUNT_LIMIT))
    return sql`select g.id from (
        select p.id, p.sort_key from executors e join companies p on p.id = e.executor_company_id
        where e.company_id = ${viewer.company_id} order by p.sort_key ${d}, p.id ${d}) x
      cross join lateral (
        select a.id, a.year, a.number from acts a where a.contractor_company_id = x.id and ${matching(wanted)}
        order by a.year ${d}, a.number ${d} limit ${most}) g
      order by x.sort_key ${d}, x.id ${d}, g.year ${d}, g.number ${d}, g.id ${d}`;
  // Few are found by the words or the sum and then sorted; many are met soon on the way through the order.
  const few = is_exact && wanted.common === 0 && wanted.party_ids?.length !== 1 && isSought(wanted);
  const source = few
    ? sql`(select * from acts a where ${matching(wanted)} offset 0) a`
    : sql`acts a where ${matching(wanted)}`;
  const from = (key: RawBuilder<unknown>) => sql<{ id: number }>`select a.id from ${source} order by ${key}`;
  if (order.by === 'act_date') return from(sql`a.act_date ${d}, a.id ${d}`);
  if (order.by === 'amount') return from(sql`a.amount_tiyn ${d}, a.id ${d}`);
  if (order.by === 'updated_at') return from(sql`a.updated_at ${d}, a.id ${d}`);
  if (order.by === 'contractor')
    return sql`select a.id from acts a
      join companies p on p.id = ${sql.ref(viewer.role === 'business' ? 'a.contractor_company_id' : 'a.company_id')}
      where ${matching(wanted)} order by p.sort_key ${d}, p.id ${d}, a.year ${d}, a.number ${d}, a.id ${d}`;
  return from(
    viewer.role === 'business' ? sql`a.year ${d}, a.number ${d}` : sql`a.year ${d}, a.number ${d}, a.id ${d}`,
  );
}
