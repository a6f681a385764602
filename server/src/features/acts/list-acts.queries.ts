import { ACT_STATUSES } from '@kelisim/shared/features/acts/act-status.ts';
import { COUNT_LIMIT } from '@kelisim/shared/kernel/paging.ts';
import { sql, type RawBuilder } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { listShownActs, type ShownActRow } from './acts.queries.ts';
import { countActs, type Count } from './count-acts.queries.ts';
import { beside, matching, readFilter, type ActFilter, type Wanted } from './find-acts.queries.ts';
import { seenActs } from './seen-acts.queries.ts';

export interface ActOrder {
  by: 'number' | 'act_date' | 'amount' | 'contractor' | 'status' | 'updated_at';
  order: 'asc' | 'desc';
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
