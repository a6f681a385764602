import { isDeepStrictEqual } from 'node:util';
import { taxedPersonOn } from '@kelisim/shared/features/taxes/standing.ts';
import {
  addWithheld,
  carriedDeduction,
  NOTHING_WITHHELD,
  reckonIndividual,
  withholdMore,
  YEAR_BEGINS,
  type TaxedPerson,
  type Withheld,
  type YearSoFar,
} from '@kelisim/shared/features/taxes/reckon-individual.ts';
import { reckonSelfEmployed } from '@kelisim/shared/features/taxes/reckon-self-employed.ts';
import {
  figuresOf,
  UnknownFigure,
  type DatedFigure,
  type FiguresOfDay,
} from '@kelisim/shared/features/taxes/tax-figures.ts';
import { addDays, lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { listFigures, listNonresidentMonths, listYearsBefore, yearKey } from '../taxes/public.ts';
import {
  findFrozenUntil,
  listFrozenMonths,
  sumFrozenKept,
  type PaidAs,
  type ReckonedBy,
  type ReckonedMonth,
} from './frozen.queries.ts';
import { listEarned, listKept, type Earned } from './earned.queries.ts';
import { KEPT_PARTS, type Kept, type Ledger } from './ledger.queries.ts';
import { FIRST_MONTH, lastWholeMonth, monthAfter } from './months.ts';

export const NOTHING_KEPT: Kept = {
  opv_tiyn: 0n,
  vosms_tiyn: 0n,
  so_tiyn: 0n,
  ipn_tiyn: 0n,
  self_employed_tiyn: 0n,
};

/** @throws Problem that says for which year nobody has entered the figures */
export function orNoFigures<T>(day: string, reckoned: () => T): T {
  try {
    return reckoned();
  } catch (error) {
    if (error instanceof UnknownFigure)
      throw new Problem('taxes.no_figures', { values: { year: day.slice(0, 4) } });
    throw error;
  }
}

export const reckon = (
  ...[gross, person, year, figures, month]: [...Parameters<typeof reckonIndividual>, string]
) => orNoFigures(month, () => reckonIndividual(gross, person, year, figures));

export const reckonOwn = (gross_tiyn: bigint, figures: FiguresOfDay, month: string) =>
  orNoFigures(month, () => reckonSelfEmployed(most(gross_tiyn, 0n), false, figures).total_tiyn);

/** Those of its last day. */
const figuresOfMonth = (rows: readonly DatedFigure[], month: string) => figuresOf(rows, lastDayOf(month));

/** What the months of the year since the application have left of the base deduction, where it is carried. */
export function carriedTo(
  month: string,
  { carry, deduction_since }: Pick<Earned, 'carry' | 'deduction_since'>,
  rows: readonly DatedFigure[],
  told: YearSoFar | undefined,
  usedIn: (month: string) => bigint,
  isNonresidentIn: (month: string) => boolean,
): bigint {
  if (deduction_since === null) return 0n;
  const earlier = Array.from(
    { length: Number(month.slice(5)) - 1 },
    (_none, at) => `${month.slice(0, 4)}-${String(at + 1).padStart(2, '0')}`,
  ).map((one) => ({
    figures: figuresOfMonth(rows, one),
    deduction_tiyn: usedIn(one),
    is_applied: one >= deduction_since.slice(0, 7),
    is_nonresident: isNonresidentIn(one),
  }));
  return orNoFigures(month, () => carriedDeduction(carry, earlier, told?.deduction_tiyn ?? 0n));
}

export const addToYear = (
  year: YearSoFar,
  { taxed_tiyn, deduction_tiyn, social_deduction_tiyn }: Withheld,
) => ({
  taxed_tiyn: year.taxed_tiyn + taxed_tiyn,
  deduction_tiyn: year.deduction_tiyn + deduction_tiyn,
  social_deduction_tiyn: year.social_deduction_tiyn + social_deduction_tiyn,
});

/** Of every paper there can be. */
const ALL_MONTHS = { from: '2000-01', to: '2100-12' };

export const most = (one: bigint, other: bigint) => (one > other ? one : other);

export const least = (one: bigint, other: bigint) => (one < other ? one : other);

type Of = Pick<Earned, 'executor_company_id' | 'month'>;

interface OpenMonths {
  /** The last frozen month. */
  after: string | null;
  from: string;
  to: string;
  with_coming?: boolean;
  /** Only by the money of earlier days. */
  before?: string;
  /** Months of years without figures are left out, instead of refused. */
  skips_unknown?: boolean;
}

/** Each open month of each person by the figures of that month, the year before it in mind. */
export async function reckonOpenMonths(
  db: Handle,
  of: Ledger,
  { after, from, to, with_coming = true, before, skips_unknown = false }: OpenMonths,
  frozen: readonly ReckonedMonth[] = [],
): Promise<(ReckonedMonth & ReckonedBy & { figures: FiguresOfDay })[]> {
  const rows = await listFigures(db);
  const known_since = rows.reduce(
    (first, { valid_from }) => (valid_from < first ? valid_from : first),
    '9999',
  );
  const years = new Map<string, YearSoFar>();
  const before_us = await listYearsBefore(db, of);
  const yearOf = ({ executor_company_id, month }: Of) => yearKey(executor_company_id, month);
  const soFar = (month: Of) => years.get(yearOf(month)) ?? before_us.get(yearOf(month)) ?? YEAR_BEGINS;
  const carried = new Map<string, bigint>();
  const deducted = new Map(frozen.map(({ of: month, withheld }) => [keyOf(month), withheld.deduction_tiyn]));
  for (const month of frozen) {
    years.set(yearOf(month.of), addToYear(soFar(month.of), month.withheld));
    carried.set(yearOf(month.of), month.carried_tiyn);
  }
  const earned = await listEarned(db, of, { from, to }, with_coming, before);
  const kept = await listOpenKept(db, of, {
    after,
    from,
    to,
    with_coming,
    ...(before !== undefined && { before }),
  });
  const carrying = earned.filter(({ carry }) => carry === 'year').map((one) => one.executor_company_id);
  const nonresident = await listNonresidentMonths(db, [...new Set(carrying)], { from, to });
  return earned.flatMap((month) => {
    // Of the years before the product nothing was ever withheld here.
    if (month.month < known_since.slice(0, 7) || (after !== null && month.month <= after)) return [];
    const figures = figuresOfMonth(rows, month.month);
    if (skips_unknown && figures.mrp === undefined) return [];
    const gross = month.gross_tiyn + (carried.get(yearOf(month)) ?? 0n);
    const carried_tiyn = least(gross, 0n);
    carried.set(yearOf(month), carried_tiyn);
    const carried_deduction_tiyn = carriedTo(
      month.month,
      month,
      rows,
      before_us.get(yearOf(month)),
      (one) => deducted.get(keyOf({ ...month, month: one })) ?? 0n,
      (one) => nonresident.has(keyOf({ ...month, month: one })),
    );
    const spans = spansOf(month);
    const year = { ...soFar(month), carried_deduction_tiyn };
    const handed_on = gross - month.gross_tiyn;
    const asOnly = (person: TaxedPerson) => ({ ...person, base_deduction: month.has_deduction });
    const withheld = reckonSpans(spans, handed_on, (sum, person) =>
      reckon(most(sum, 0n), asOnly(person), year, figures, month.month),
    );
    const person = asOnly(spans.at(-1)!.person);
    years.set(yearOf(month), addToYear(soFar(month), withheld));
    deducted.set(keyOf(month), withheld.deduction_tiyn);
    const self_employed_tiyn =
      month.self_employed_gross_tiyn === 0n
        ? 0n
        : reckonOwn(month.self_employed_gross_tiyn, figures, month.month);
    return [
      {
        of: month,
        spans,
        withheld,
        self_employed_tiyn,
        figures,
        person,
        year,
        carried_tiyn,
        carried_deduction_tiyn,
        kept: kept.get(keyOf(month)) ?? NOTHING_KEPT,
      },
    ];
  });
}

/** What a month was paid as; at least one. */
function spansOf(month: Earned): readonly PaidAs[] {
  const paid = month.spans.filter(({ is_individual }) => is_individual);
  return (paid.length === 0 ? month.spans.slice(-1) : paid)
    .map((span) => ({ person: taxedPersonOn(span, span.taxed_on), gross_tiyn: span.gross_tiyn }))
    .reduce<readonly PaidAs[]>(addPaid, []);
}

/**
 * Adds what came later to the spans of a month, where neighbours that are the same to the law are one. What came back of
 * earlier months stands last, however long ago it was paid: it takes away from what this month paid to whom it was paid to.
 */
export function addPaid(spans: readonly PaidAs[], one: PaidAs): readonly PaidAs[] {
  const is_back = one.gross_tiyn < 0n;
  const paid = spans.filter(({ gross_tiyn }) => gross_tiyn >= 0n);
  const same = [...spans.filter((span) => !paid.includes(span)), ...(is_back ? paid : paid.slice(-1))].find(
    ({ person }) => isDeepStrictEqual(person, one.person),
  );
  if (!same) return spans.toSpliced(is_back ? spans.length : paid.length, 0, one);
  const sum = { ...same, gross_tiyn: same.gross_tiyn + one.gross_tiyn };
  return spans.map((span) => (span === same ? sum : span));
}

/**
 * A month of somebody who changed in it: of each span what the sum until then comes to more than the sum before it, by what
 * the person was. So the bounds of a month are those of its whole sum, and the payments of one span are not taxed again by what
 * was told of a later day.
 * @param handed_on_tiyn what earlier months below zero take off
 */
export function reckonSpans(
  spans: readonly PaidAs[],
  handed_on_tiyn: bigint,
  reckonOf: (sum_tiyn: bigint, person: TaxedPerson) => Withheld,
): Withheld {
  let sum = handed_on_tiyn;
  return spans
    .map(({ person, gross_tiyn }) => {
      const before = reckonOf(sum, person);
      sum += gross_tiyn;
      return withholdMore(reckonOf(sum, person), before);
    })
    .reduce(addWithheld, NOTHING_WITHHELD);
}

export const keyOf = ({ executor_company_id, month }: Of) => `${executor_company_id} ${month}`;

/**
 * What open months of a span withheld. What closed ones have gained or lost since counts in the first open one, as in the
 * ledger, of whatever year they are.
 */
async function listOpenKept(
  db: Handle,
  of: Ledger,
  { after, from, to, with_coming, before }: OpenMonths,
): Promise<ReadonlyMap<string, Kept & Of>> {
  const open = new Map<string, Kept & Of>();
  const first = after === null ? null : monthAfter(after);
  if (first !== null && first > to) return open;
  const has_first = first !== null && first >= from;
  const addTo = (executor_company_id: number, own: string, kept: Kept, sign: bigint) => {
    const of = { executor_company_id, month: first !== null && own < first ? first : own };
    const sum = { ...(open.get(keyOf(of)) ?? { ...NOTHING_KEPT, ...of }) };
    for (const part of KEPT_PARTS) sum[part] += sign * kept[part];
    open.set(keyOf(of), sum);
  };
  const span = { from: has_first ? FIRST_MONTH : from, to };
  for (const { executor_company_id, month, ...kept } of await listKept(db, of, span, with_coming, before))
    addTo(executor_company_id, month, kept, 1n);
  if (has_first && after !== null)
    for (const { executor_company_id, ...kept } of await sumFrozenKept(db, of, after))
      addTo(executor_company_id, first, kept, -1n);
  return open;
}

/**
 * What payments withheld of each person in each month of a span by the bank's day; frozen months, up to the one answered,
 * as they are stored.
 */
export async function listKeptOfMonths(
  db: Handle,
  company_id: number,
  { from, to }: { from: string; to: string },
): Promise<{ frozen_until: string | null; people: (Kept & Of)[] }> {
  const until = await findFrozenUntil(db, company_id);
  const after = until && lastWholeMonth(until);
  const frozen = await listFrozenMonths(db, company_id, { from, to });
  const open = await listOpenKept(db, { company_id }, { after, from, to, with_coming: false });
  return {
    frozen_until: after,
    people: [
      ...frozen.map(({ of, kept }) => ({
        executor_company_id: of.executor_company_id,
        month: of.month,
        ...kept,
      })),
      ...open.values(),
    ],
  };
}

/** What the months of one person came to since the year began, at one customer, with what was told of before Kelisim. */
export async function reckonYearSoFar(
  db: Handle,
  of: Ledger & { executor_ids: readonly [number] },
  day: string,
): Promise<YearSoFar> {
  const months = { from: `${day.slice(0, 4)}-01`, to: day.slice(0, 7) };
  const before_us = await listYearsBefore(db, of);
  return (await reckonMonths(db, of, months)).reduce(
    (sum, { withheld }) => addToYear(sum, withheld),
    before_us.get(yearKey(of.executor_ids[0], day)) ?? YEAR_BEGINS,
  );
}

/** Frozen months as they are stored, and open ones reckoned now. */
export async function reckonMonths(
  db: Handle,
  of: Ledger,
  months: { from: string; to: string },
): Promise<ReckonedMonth[]> {
  const until = await findFrozenUntil(db, of.company_id);
  const frozen = await listFrozenMonths(db, of.company_id, months, of.executor_ids);
  const open = await reckonOpenMonths(db, of, { after: until && lastWholeMonth(until), ...months }, frozen);
  return [...frozen, ...open];
}

/** What the month of a day came to before that day, and withheld until then, by person; a closed month too. */
export async function reckonMonthBefore(
  db: Handle,
  of: Ledger,
  day: string,
): Promise<ReadonlyMap<number, ReckonedMonth>> {
  const month = day.slice(0, 7);
  const months = { from: `${day.slice(0, 4)}-01`, to: month };
  const until = await findFrozenUntil(db, of.company_id);
  const closed = until && lastWholeMonth(until);
  const before_it = addDays(`${month}-01`, -1).slice(0, 7);
  const frozen = await listFrozenMonths(db, of.company_id, months, of.executor_ids);
  const open = await reckonOpenMonths(
    db,
    of,
    { after: closed !== null && closed > before_it ? before_it : closed, ...months, before: day },
    frozen.filter((row) => row.of.month < month),
  );
  return new Map(
    open.filter((row) => row.of.month === month).map((row) => [row.of.executor_company_id, row]),
  );
}

/** All that was paid of what is taxed here, or was when it was paid. */
export const grossOf = (of: Pick<Earned, 'gross_tiyn' | 'self_employed_gross_tiyn' | 'untaxed_gross_tiyn'>) =>
  of.gross_tiyn + of.self_employed_gross_tiyn + of.untaxed_gross_tiyn;

export type PaidMonth = Kept & { month: string; gross_tiyn: bigint; is_closed: boolean };

/** What one person was really paid and what was really withheld of it, month by month; closed months as they were stored. */
export async function listPaidMonths(
  db: Handle,
  of: { company_id: number; executor_ids: readonly [number] },
): Promise<PaidMonth[]> {
  const until = await findFrozenUntil(db, of.company_id);
  const after = until && lastWholeMonth(until);
  const frozen = await listFrozenMonths(db, of.company_id, ALL_MONTHS, of.executor_ids);
  const earned = await listEarned(db, of, ALL_MONTHS, false);
  const kept = await listOpenKept(db, of, { after, ...ALL_MONTHS, with_coming: false });
  return [
    ...frozen.map((row) => ({ is_closed: true, of: row.of, kept: row.kept })),
    ...earned
      .filter(({ month }) => after === null || month > after)
      .map((row) => ({ is_closed: false, of: row, kept: kept.get(keyOf(row)) ?? NOTHING_KEPT })),
  ]
    .map((row) => ({
      month: row.of.month,
      gross_tiyn: grossOf(row.of),
      is_closed: row.is_closed,
      ...row.kept,
    }))
    .sort((one, other) => compare(one.month, other.month));
}

const compare = (one: string | number, other: string | number) => (one < other ? -1 : Number(one > other));

/** Months of a period, person by person; the months of the year before it are reckoned too, for its higher rate. */
export async function reckonRegister(
  db: Handle,
  actor: Pick<CompanyActor, 'company_id'>,
  { date_from, date_to }: { date_from: string; date_to: string },
) {
  if (date_to < date_from) throw new Problem('reconciliation.period', { field: 'date_to' });
  const months = await reckonMonths(
    db,
    { company_id: actor.company_id },
    { from: `${date_from.slice(0, 4)}-01`, to: date_to.slice(0, 7) },
  );
  return months
    .filter(({ of }) => of.month >= date_from.slice(0, 7))
    .sort(
      ({ of: one }, { of: other }) =>
        compare(one.sort_key, other.sort_key) ||
        compare(one.executor_company_id, other.executor_company_id) ||
        compare(one.month, other.month),
    );
}
