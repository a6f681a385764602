import { ACT_STATUSES, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import type { DocumentStatus } from '@kelisim/shared/features/documents/document-status.ts';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { ONE_PLAN } from '../../platform/db/named-statements.ts';
import { haveWords, seenActs, seenByWords } from '../acts/public.ts';
import type { Sought } from './read-sought.ts';

/**
 * Words are looked for first among the newest acts: one that stands in every second title is found there, and the index
 * is asked only for what is rare.
 */
const NEWEST = 200;
/** An executor has no index of words: the newest of each state are looked at, and then all; nobody has so many. */
const NEWEST_OF_STATE = 50;
const ALL_OF_EXECUTOR = 20_000;
/**
 * Of older ones so many are looked at to show the newest of them. For fewer PostgreSQL would rather go through the acts
 * of everybody until it has met them, and of a rare word it never meets so many.
 */
const OLDER = 5_000;
const FUZZY_LETTERS = 4;

type Viewer = Pick<CompanyActor, 'role' | 'company_id'>;

const other = ({ role }: Viewer) => sql.ref(role === 'business' ? 'a.contractor_company_id' : 'a.company_id');

const contains = (key: Expression<unknown>, readings: string[][]) =>
  sql<SqlBool>`(${sql.join(
    readings.map(
      (words) =>
        sql`(${sql.join(
          words.map((word) => sql`${key} like ${`%${word}%`}`),
          sql` and `,
        )})`,
    ),
    sql` or `,
  )})`;
interface FoundAct {
  id: number;
  number: number;
  year: number;
  title: string;
  amount_tiyn: bigint;
  status: ActStatus;
  act_date: string;
  party: string;
}

/** The ids of acts by each of the ways, best ones first; as many as are shown of each. */
async function findActIds(
  db: Handle,
  viewer: Viewer,
  sought: Sought,
  party_ids: number[],
  limit: number,
): Promise<number[]> {
  const found: number[] = [];
  const ask = async (where: Expression<SqlBool>, order: Expression<unknown>) => {
    const { rows } = await sql<{ id: number }>`
      select a.id from acts a where ${seenActs(viewer)} and ${where} order by ${order} limit ${limit}`.execute(
      db,
    );
    found.push(...rows.map(({ id }) => id));
  };
  for (const { number, year } of sought.numbers)
    await ask(
      year === null ? sql`a.number = ${number}` : sql`a.number = ${number} and a.year = ${year}`,
      sql`a.year desc, a.number desc`,
    );
  if (sought.sum)
    await ask(
      sql`a.amount_tiyn between ${sought.sum.from_tiyn} and ${sought.sum.to_tiyn}`,
      sql`a.amount_tiyn desc, a.id desc`,
    );
  if (sought.readings.length > 0) found.push(...(await findByWords(db, viewer, sought.readings, limit)));
  for (const party_id of party_ids)
    await ask(sql`${other(viewer)} = ${party_id}`, sql`a.year desc, a.number desc`);
  return [...new Set(found)];
}

async function findByWords(
  db: Handle,
  viewer: Viewer,
  readings: string[][],
  limit: number,
): Promise<number[]> {
  const words = await haveWords(db, viewer, readings);
  if (!words) return [];
  const wanted = words.sought;
  const ask = async (from: Expression<unknown>, order: Expression<unknown>) => {
    const { rows } = await sql<{ id: number }>`
      select a.id from (${from}) a where ${wanted} order by ${order} limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  };
  const seen = sql`select a.* from acts a where ${seenActs(viewer)}`;
  const by_number = sql`a.year desc, a.number desc`;
  if (viewer.role === 'business') {
    const by_update = sql`a.updated_at desc, a.id desc`;
    const newest = await ask(sql`${seen} order by ${by_update} limit ${NEWEST}`, by_update);
    if (newest.length >= limit) return newest;
    const older = sql`select a.* from acts a where ${seenByWords(viewer)} and ${wanted} limit ${OLDER}`;
    const { rows } = await sql<{ id: number }>`
      select a.id from (${older}) a order by ${by_update} limit ${limit}`.execute(db);
    return [...newest, ...rows.map(({ id }) => id)];
  }
  // As `acts_of_executor` has them, state by state.
  const newest = sql`
    select g.* from unnest(${[...ACT_STATUSES]}::text[]) s (status)
    cross join lateral (${seen} and a.status = s.status order by ${by_number} limit ${NEWEST_OF_STATE}) g`;
  const found = await ask(newest, by_number);
  if (found.length >= limit) return found;
  return ask(sql`${seen} order by ${by_number} limit ${ALL_OF_EXECUTOR}`, by_number);
}

export async function listFoundActs(
  db: Handle,
  viewer: Viewer,
  sought: Sought,
  party_ids: number[],
  limit: number,
): Promise<FoundAct[]> {
  const ids = (await findActIds(db, viewer, sought, party_ids, limit)).slice(0, limit);
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundAct>`
    select a.id, a.number, a.year, a.title, a.amount_tiyn, a.status, a.act_date, p.name as party
    from acts a join companies p on p.id = ${other(viewer)}
    where a.id in (${sql.join(ids)}) and ${seenActs(viewer)}`.execute(db);
  return rows.toSorted((one, two) => ids.indexOf(one.id) - ids.indexOf(two.id));
}

/** The other side: those who work for a company, or for whom an executor works. */
export async function listFoundParties(
  db: Handle,
  viewer: Viewer,
  sought: Sought,
  limit: number,
): Promise<{ id: number; name: string; bin: string }[]> {
  const business = viewer.role === 'business';
  const ask = async (where: Expression<SqlBool>, order: Expression<unknown>) => {
    const { rows } = await sql<{ id: number; name: string; bin: string }>`
      select p.id, p.name, p.bin
      from executors e join companies p on p.id = ${sql.ref(business ? 'e.executor_company_id' : 'e.company_id')}
      where ${sql.ref(business ? 'e.company_id' : 'e.executor_company_id')} = ${viewer.company_id}
        and e.status <> 'removed' and ${where}
      order by ${order}, p.id limit ${limit}`.execute(db);
    return rows;
  };
  const named =
    sought.readings.length > 0 ? contains(sql`p.search_key`, sought.readings) : sql<SqlBool>`false`;
  const by_bin = sought.bin ? sql<SqlBool>`p.bin like ${`${sought.bin}%`}` : sql<SqlBool>`false`;
  const found = await ask(sql`(${named} or ${by_bin})`, sql`p.sort_key`);
  // Nobody is called so: perhaps somebody almost is.
  const words = sought.readings
    .map((reading) => reading.join(' '))
    .filter((text) => text.length >= FUZZY_LETTERS);
  if (found.length > 0 || sought.bin || words.length === 0) return found;
  const alike = sql`greatest(${sql.join(words.map((text) => sql`word_similarity(${text}, p.search_key)`))})`;
  // Of each reading by itself and without its value PostgreSQL looks into the index of names and compares not all of them.
  const called = words.map((text) => sql`select id from companies where ${text} <% search_key`);
  return ask(sql`p.id in (${sql.join(called, sql` union all `)})`, sql`${alike} desc ${ONE_PLAN}`);
}

export async function listFoundContracts(
  db: Handle,
  viewer: Viewer,
  sought: Sought,
  party_ids: number[],
  limit: number,
) {
  const business = viewer.role === 'business';
  const any = [
    ...sought.numbers.map(
      ({ number, year }) => sql<SqlBool>`d.number = ${year === null ? String(number) : `${number}/${year}`}`,
    ),
    ...(sought.readings.length > 0 ? [contains(sql`d.search_key`, sought.readings)] : []),
    ...(party_ids.length > 0
      ? [
          sql<SqlBool>`${sql.ref(business ? 'd.contractor_company_id' : 'd.company_id')} in (${sql.join(party_ids)})`,
        ]
      : []),
  ];
  if (any.length === 0) return [];
  const { rows } = await sql<{
    id: number;
    number: string;
    title: string;
    status: DocumentStatus;
    end_date: string;
    party: string;
  }>`
    select d.id, d.number, d.title, d.status, d.end_date, p.name as party
    from documents d join companies p on p.id = ${sql.ref(business ? 'd.contractor_company_id' : 'd.company_id')}
    where ${sql.ref(business ? 'd.company_id' : 'd.contractor_company_id')} = ${viewer.company_id}
      and ${business ? sql`d.status <> 'deleted'` : sql`d.status not in ('draft', 'deleted') and d.frozen_file_id is not null`}
      and (${sql.join(any, sql` or `)})
    order by d.updated_at desc, d.id desc limit ${limit}`.execute(db);
  return rows;
}
