import type { TaxedPerson, Withheld, YearSoFar } from '@kelisim/shared/features/taxes/reckon-individual.ts';
import type { FiguresOfDay, SourcesOfDay } from '@kelisim/shared/features/taxes/tax-figures.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Earned } from './earned.queries.ts';
import { ledger, type Kept, type Ledger } from './ledger.queries.ts';
import { lastWholeMonth } from './months.ts';

/** A month of one person as it was reckoned, by the figures and the flags of then, and what payments withheld of it. */
export interface ReckonedMonth {
  of: Pick<
    Earned,
    | 'executor_company_id'
    | 'sort_key'
    | 'name'
    | 'bin'
    | 'month'
    | 'acts'
    | 'gross_tiyn'
    | 'self_employed_gross_tiyn'
    | 'untaxed_gross_tiyn'
    | 'has_deduction'
  >;
  /** What it was paid while who the person is to the law was the same; empty where that was not stored. */
  spans: readonly PaidAs[];
  withheld: Withheld;
  /** What an operator withholds of the self-employed. */
  self_employed_tiyn: bigint;
  kept: Kept;
  /** What the month is below zero lessens the next one of the year. */
  carried_tiyn: bigint;
  /** What earlier months had left of the base deduction, where it is carried. */
  carried_deduction_tiyn: bigint;
}

/** What an individual was paid in a month as one person before the law; the base deduction is of the month. */
export interface PaidAs {
  person: TaxedPerson;
  gross_tiyn: bigint;
}

/** What a month was reckoned by, beside the figures: the person as the law saw them, and the year until then. */
export interface ReckonedBy {
  person: TaxedPerson;
  year: YearSoFar;
}

interface FrozenPeriod {
  id: number;
  closed_until: string;
  frozen_at: Date;
  document_language: Locale;
  /** Where the figures of its months (`YYYY-MM`) were from. */
  sources: Readonly<Record<string, SourcesOfDay>>;
}

/** The frozen period a day is in; undefined on an open day. */
export async function findFrozen(
  db: Handle,
  company_id: number,
  day: string,
): Promise<FrozenPeriod | undefined> {
  const row = await db
    .selectFrom('frozen_periods')
    .select(['id', 'closed_until', 'frozen_at', 'document_language', 'sources'])
    .where('company_id', '=', company_id)
    .where('closed_until', '>=', day)
    .orderBy('closed_until')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, sources: row.sources as FrozenPeriod['sources'] };
}

/** Years with whole closed months, the newest first. */
export async function listFrozenYears(db: Handle, company_id: number): Promise<number[]> {
  const until = await findFrozenUntil(db, company_id);
  if (until === null) return [];
  const { first } = await db
    .selectFrom('frozen_ledger')
    .select((eb) => eb.fn.min('date').as('first'))
    .where('company_id', '=', company_id)
    .executeTakeFirstOrThrow();
  const to = Number(lastWholeMonth(until).slice(0, 4));
  const from = Math.min(Number((first ?? until).slice(0, 4)), to);
  return Array.from({ length: to - from + 1 }, (_none, at) => to - at);
}

/** What these two were called when the period was closed. */
export async function listFrozenParties(
  db: Handle,
  company_id: number,
  period_id: number,
  ids: readonly number[],
) {
  return db
    .selectFrom('frozen_parties')
    .select(['party_id', 'name', 'name_kz', 'bin', 'ceo_name', 'address'])
    .where((eb) => eb.and({ company_id, period_id }))
    .where('party_id', 'in', ids)
    .execute();
}

/** The last frozen day; null when nothing is frozen. */
export async function findFrozenUntil(db: Handle, company_id: number): Promise<string | null> {
  const row = await db
    .selectFrom('frozen_periods')
    .select((eb) => eb.fn.max('closed_until').as('until'))
    .where('company_id', '=', company_id)
    .executeTakeFirstOrThrow();
  return row.until;
}

/** Stores the ledger from the last frozen day until another, with what everybody is called now. */
export async function freezeLedger(
  tx: Tx,
  company_id: number,
  closed_until: string,
  frozen_at: Date,
  sources: FrozenPeriod['sources'],
): Promise<void> {
  const before = await findFrozenUntil(tx, company_id);
  const since = before === null ? sql`` : sql`and date > ${before}`;
  await sql`
    insert into frozen_ledger (company_id, executor_company_id, source, date, late_of, kind, act_id, number, order_number, amount_tiyn)
    select ${company_id}::bigint, executor_company_id, source, date, late_of, kind, act_id, number, order_number, amount_tiyn
    from ${ledger({ company_id })} l where date <= ${closed_until} ${since}`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    insert into frozen_periods (company_id, closed_from, closed_until, frozen_at, document_language, withheld, sources)
    select id, ${before}::date + 1, ${closed_until}::date, ${frozen_at}::timestamptz, document_language, coalesce(withholding = 'on', false),
      ${JSON.stringify(sources)}::jsonb
    from companies where id = ${company_id} returning id`.execute(tx);
  await sql`
    insert into frozen_parties (company_id, period_id, party_id, name, name_kz, bin, ceo_name, address)
    select ${company_id}::bigint, ${rows[0]!.id}::bigint, c.id, c.name, c.name_kz, c.bin, c.ceo_name, c.address
    from companies c
    where c.id = ${company_id} or c.id in (select executor_company_id from executors where company_id = ${company_id})`.execute(
    tx,
  );
}

/** Removes what is frozen after a day, or all of it; the rest of a period that is opened in its middle stays. */
export async function thawLedger(tx: Tx, company_id: number, closed_until: string | null): Promise<void> {
  const day = closed_until ?? '-infinity';
  await sql`delete from frozen_ledger where company_id = ${company_id} and date > ${day}`.execute(tx);
  await sql`delete from frozen_costs where company_id = ${company_id} and date > ${day}`.execute(tx);
  await sql`
    delete from frozen_withholding where company_id = ${company_id} and month + interval '1 month' > ${day}::date + 1`.execute(
    tx,
  );
  await sql`
    delete from frozen_payments where company_id = ${company_id}
      and date_trunc('month', date) + interval '1 month' > ${day}::date + 1`.execute(tx);
  await sql`
    delete from frozen_periods where company_id = ${company_id} and (closed_from > ${day} or ${closed_until === null}::boolean)`.execute(
    tx,
  );
  await sql`
    update frozen_periods set closed_until = ${day} where company_id = ${company_id} and closed_until > ${day}`.execute(
    tx,
  );
}

export async function addFrozenMonths(
  tx: Tx,
  company_id: number,
  months: readonly (ReckonedMonth & ReckonedBy & { figures: FiguresOfDay })[],
): Promise<void> {
  for (let start = 0; start < months.length; start += 1000)
    await tx
      .insertInto('frozen_withholding')
      .values(
        months
          .slice(start, start + 1000)
          .map(
            ({
              of,
              figures,
              withheld,
              self_employed_tiyn,
              kept,
              carried_tiyn,
              carried_deduction_tiyn,
              person,
              year,
              spans,
            }) => ({
              company_id,
              executor_company_id: of.executor_company_id,
              month: `${of.month}-01`,
              name: of.name,
              bin: of.bin,
              acts: of.acts,
              has_deduction: of.has_deduction,
              figures: JSON.stringify(figures),
              reckoned_by: JSON.stringify({
                person,
                year: Object.fromEntries(Object.entries(year).map(([sum, tiyn]) => [sum, String(tiyn)])),
                spans: spans.map((span) => ({ ...span, gross_tiyn: String(span.gross_tiyn) })),
              }),
              carried_tiyn,
              carried_deduction_tiyn,
              kept_opv_tiyn: kept.opv_tiyn,
              kept_vosms_tiyn: kept.vosms_tiyn,
              kept_so_tiyn: kept.so_tiyn,
              kept_ipn_tiyn: kept.ipn_tiyn,
              kept_self_employed_tiyn: kept.self_employed_tiyn,
              self_employed_gross_tiyn: of.self_employed_gross_tiyn,
              untaxed_gross_tiyn: of.untaxed_gross_tiyn,
              self_employed_tiyn,
              ...withheld,
              // What was paid, without what earlier months of the year were below zero.
              gross_tiyn: of.gross_tiyn,
            }),
          ),
      )
      .execute();
}

/** As it is stored: sums are texts there. */
interface StoredBy {
  person: TaxedPerson;
  year: Record<keyof YearSoFar, string>;
  /** Missing where a month was closed before it was kept. */
  spans?: { person: TaxedPerson; gross_tiyn: string }[];
}

function readReckonedBy(stored: StoredBy | null): ReckonedBy | null {
  if (stored === null) return null;
  const { taxed_tiyn, deduction_tiyn, social_deduction_tiyn, carried_deduction_tiyn } = stored.year;
  return {
    person: stored.person,
    year: {
      taxed_tiyn: BigInt(taxed_tiyn),
      deduction_tiyn: BigInt(deduction_tiyn),
      social_deduction_tiyn: BigInt(social_deduction_tiyn),
      carried_deduction_tiyn: BigInt(carried_deduction_tiyn),
    },
  };
}

function readSpans(stored: StoredBy | null, gross_tiyn: bigint): PaidAs[] {
  if (stored === null) return [];
  const { base_deduction: _of_month, ...person } = stored.person;
  return (
    stored.spans?.map((span) => ({ person: span.person, gross_tiyn: BigInt(span.gross_tiyn) })) ?? [
      { person, gross_tiyn },
    ]
  );
}

export type FrozenMonth = ReckonedMonth & {
  figures: FiguresOfDay;
  /** Null of a month that was closed before it was kept. */
  reckoned_by: ReckonedBy | null;
};

/** Of the months between two (`YYYY-MM`). */
export async function listFrozenMonths(
  db: Handle,
  company_id: number,
  months: { from: string; to: string },
  executor_ids?: readonly number[],
): Promise<FrozenMonth[]> {
  const rows = await db
    .selectFrom('frozen_withholding')
    .selectAll()
    .select(sql<string>`kz_sort_key(name)`.as('sort_key'))
    .where('company_id', '=', company_id)
    .where('month', '>=', `${months.from}-01`)
    .where('month', '<=', `${months.to}-01`)
    .orderBy('month')
    .$if(executor_ids !== undefined, (query) =>
      query.where(sql<boolean>`executor_company_id = any(${[...(executor_ids ?? [])]}::bigint[])`),
    )
    .execute();
  return rows.map(({ gross_tiyn, ...row }) => ({
    of: {
      executor_company_id: row.executor_company_id,
      sort_key: row.sort_key,
      name: row.name,
      bin: row.bin,
      has_deduction: row.has_deduction,
      month: row.month.slice(0, 7),
      acts: row.acts,
      gross_tiyn,
      self_employed_gross_tiyn: row.self_employed_gross_tiyn,
      untaxed_gross_tiyn: row.untaxed_gross_tiyn,
    },
    self_employed_tiyn: row.self_employed_tiyn,
    withheld: {
      // Less than was paid after a month below zero.
      gross_tiyn: row.net_tiyn + row.opv_tiyn + row.vosms_tiyn + row.so_tiyn + row.ipn_tiyn,
      opv_tiyn: row.opv_tiyn,
      vosms_tiyn: row.vosms_tiyn,
      so_tiyn: row.so_tiyn,
      deduction_tiyn: row.deduction_tiyn,
      social_deduction_tiyn: row.social_deduction_tiyn,
      taxed_tiyn: row.taxed_tiyn,
      ipn_tiyn: row.ipn_tiyn,
      net_tiyn: row.net_tiyn,
    },
    carried_tiyn: row.carried_tiyn,
    carried_deduction_tiyn: row.carried_deduction_tiyn,
    figures: row.figures as FiguresOfDay,
    reckoned_by: readReckonedBy(row.reckoned_by as StoredBy | null),
    spans: readSpans(row.reckoned_by as StoredBy | null, gross_tiyn),
    kept: {
      opv_tiyn: row.kept_opv_tiyn,
      vosms_tiyn: row.kept_vosms_tiyn,
      so_tiyn: row.kept_so_tiyn,
      ipn_tiyn: row.kept_ipn_tiyn,
      self_employed_tiyn: row.kept_self_employed_tiyn,
    },
  }));
}

/** What payments withheld of each person in all closed months up to one (`YYYY-MM`) together, as it was stored. */
export async function sumFrozenKept(
  db: Handle,
  { company_id, executor_ids }: Ledger,
  until: string,
): Promise<(Kept & { executor_company_id: number })[]> {
  const of = executor_ids ? sql`and executor_company_id = any(${[...executor_ids]}::bigint[])` : sql``;
  const { rows } = await sql<Kept & { executor_company_id: number }>`
    select executor_company_id, sum(kept_opv_tiyn)::bigint as opv_tiyn, sum(kept_vosms_tiyn)::bigint as vosms_tiyn,
      sum(kept_so_tiyn)::bigint as so_tiyn, sum(kept_ipn_tiyn)::bigint as ipn_tiyn,
      sum(kept_self_employed_tiyn)::bigint as self_employed_tiyn
    from frozen_withholding where company_id = ${company_id} and month <= ${`${until}-01`}::date ${of} group by 1`.execute(
    db,
  );
  return rows;
}
