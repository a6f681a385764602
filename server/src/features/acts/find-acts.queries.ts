import { ACT_STATUSES, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { wordsOfReadings } from '@kelisim/shared/kernel/keyboard-layouts.ts';
import { sql, type SqlBool } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { haveWords } from './act-words.queries.ts';
import { lacksInvoice } from './lacks-invoice.queries.ts';
import type { Viewer } from './acts.queries.ts';
import { COMMON, seenActs, seenByWords, sharesOfNewest, type Where } from './seen-acts.queries.ts';

export interface ActFilter {
  id?: number | undefined;
  contractor_company_id?: number | undefined;
  company_id?: number | undefined;
  contract_id?: number | undefined;
  document_id?: number | undefined;
  statuses?: ActStatus[] | undefined;
  /** In one of these states; of annulments that are asked for, only those that the other side asked for. */
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

/** One of so many parties that are called by the word is asked for by its number; of more all of them are asked at once. */
const MOST_PARTIES = 200;
/** So many acts are asked for to learn whether there is one: for a limit of one PostgreSQL would rather walk over all. */
const ANY = 200;
/** A sum is never nothing: from one tiyn on is all that is not below nothing. */
const LEAST = 1n;
/** Fewer digits say nothing of whose number it is. */
const LEAST_BIN = 3;

/** A list as it was asked for, in the terms of its queries. */
export interface Wanted {
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

/** What a statement of somebody else's over `acts a` adds to find the same acts. */
export async function actsMatching(db: Handle, viewer: Viewer, filter: ActFilter): Promise<Where> {
  return matching(await readFilter(db, viewer, filter));
}

export async function readFilter(db: Handle, viewer: Viewer, filter: ActFilter): Promise<Wanted> {
  let statuses = filter.statuses;
  if (filter.waiting) {
    const waiting = new Set(filter.waiting);
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

export const allOf = (wheres: Where[]) => sql<SqlBool>`${sql.join(wheres, sql` and `)}`;

/** All but the states. */
export function beside({ viewer, asked_by_other, above_nothing, narrowed, by_words }: Wanted): Where {
  const asked = sql<SqlBool>`(a.status <> 'annulment_requested' or a.annulment_requested_by <> ${viewer.role})`;
  return allOf([
    by_words ? seenByWords(viewer) : seenActs(viewer),
    ...narrowed,
    ...(above_nothing ? [sql<SqlBool>`a.amount_tiyn > 0`] : []),
    ...(asked_by_other ? [asked] : []),
  ]);
}

export function matching(wanted: Wanted): Where {
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
