import { objectionOf, type RegisterObjection } from '@kelisim/shared/features/taxes/against-register.ts';
import type { MonthReckoned } from '@kelisim/shared/features/taxes/explain-month.ts';
import {
  carriedDeduction,
  reckonIndividual,
  withholdMore,
  YEAR_BEGINS,
  type Withheld,
  type YearSoFar,
} from '@kelisim/shared/features/taxes/reckon-individual.ts';
import { isExempt, reckonSelfEmployed } from '@kelisim/shared/features/taxes/reckon-self-employed.ts';
import { taxedPersonOn, withheldAs } from '@kelisim/shared/features/taxes/standing.ts';
import {
  boundOf,
  figuresOf,
  sourcesOf,
  UnknownFigure,
  type DatedFigure,
  type FiguresOfDay,
  type SourcesOfDay,
} from '@kelisim/shared/features/taxes/tax-figures.ts';
import { lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import {
  listDecisions,
  listDeductions,
  listFigures,
  listNonresidentMonths,
  listRegisterSaid,
  listStandings,
  listYearsBefore,
  sumDeclared,
  yearKey,
  type StandingOfDay,
} from '../taxes/public.ts';
import { findWithholding } from './bookkeeping.queries.ts';
import {
  findFrozen,
  findFrozenUntil,
  listFrozenMonths,
  type FrozenMonth,
  type ReckonedBy,
  type ReckonedMonth,
} from './frozen.queries.ts';
import {
  KEPT_PARTS,
  listEarned,
  listKept,
  sumPaidInMonth,
  type Earned,
  type Kept,
  type Ledger,
  type Paid,
} from './ledger.queries.ts';
import { FIRST_MONTH, lastWholeMonth, monthAfter } from './months.ts';

export const NOTHING_KEPT: Kept = {
  opv_tiyn: 0n,
  vosms_tiyn: 0n,
  so_tiyn: 0n,
  ipn_tiyn: 0n,
  self_employed_tiyn: 0n,
};

/** @throws Problem that says for which year nobody has entered the figures */
function orNoFigures<T>(day: string, reckoned: () => T): T {
  try {
    return reckoned();
  } catch (error) {
    if (error instanceof UnknownFigure)
      throw new Problem('taxes.no_figures', { values: { year: day.slice(0, 4) } });
    throw error;
  }
}

const reckon = (...[gross, person, year, figures, month]: [...Parameters<typeof reckonIndividual>, string]) =>
  orNoFigures(month, () => reckonIndividual(gross, person, year, figures));

const reckonOwn = (gross_tiyn: bigint, figures: FiguresOfDay, month: string) =>
  orNoFigures(month, () => reckonSelfEmployed(most(gross_tiyn, 0n), false, figures).total_tiyn);

/** What a month should have withheld. */
export const dueOf = ({
  withheld,
  self_employed_tiyn,
}: Pick<ReckonedMonth, 'withheld' | 'self_employed_tiyn'>): Kept => ({ ...withheld, self_employed_tiyn });

/** Those of its last day. */
const figuresOfMonth = (rows: readonly DatedFigure[], month: string) => figuresOf(rows, lastDayOf(month));

/** What the months of the year since the application have left of the base deduction, where it is carried. */
function carriedTo(
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

const addToYear = (year: YearSoFar, { taxed_tiyn, deduction_tiyn, social_deduction_tiyn }: Withheld) => ({
  taxed_tiyn: year.taxed_tiyn + taxed_tiyn,
  deduction_tiyn: year.deduction_tiyn + deduction_tiyn,
  social_deduction_tiyn: year.social_deduction_tiyn + social_deduction_tiyn,
});

/** Why the payment of a person waits for somebody. */
type Waits = 'choice' | 'standing' | 'limit' | RegisterObjection;

export interface PaymentReckoned {
  /** What is withheld; gross = net + parts. */
  parts: Kept & { gross_tiyn: bigint; net_tiyn: bigint };
  waits: Waits | null;
  /** Where it waits for the limit of the month: what may still be paid in it. */
  left_of_month_tiyn: bigint | null;
  /** What the month comes to with it; null where nothing is withheld. */
  month: MonthReckoned | null;
}

/** Of every paper there can be. */
const ALL_MONTHS = { from: '2000-01', to: '2100-12' };

const WAITS_FOR = {
  choice: 'taxes.choose_withholding',
  standing: 'taxes.standing_unknown',
  limit: 'taxes.self_employed_limit',
  ended: 'taxes.register_ended',
  not_registered: 'taxes.register_not_registered',
  is_trader: 'taxes.register_is_trader',
} as const;

/** @throws Problem that says what a payment waits for */
export function assertMayPay({ waits }: PaymentReckoned, name: string): void {
  if (waits) throw new Problem(WAITS_FOR[waits], { values: { name } });
}

/**
 * What paying these gross sums on a day withholds, one for each executor: what the month comes to with them, less what it
 * withheld before, and what earlier months of the year failed to withhold. Sole traders and legal entities get the gross, and
 * so do the self-employed while nobody is the operator of their platform. The caller holds those executors, where it pays.
 */
export async function reckonPayments(
  db: Handle,
  { company_id, day }: { company_id: number; day: string },
  payments: ReadonlyMap<number, bigint>,
): Promise<ReadonlyMap<number, PaymentReckoned>> {
  const ids = [...payments.keys()];
  const { withholding, withholding_since } = await findWithholding(db, company_id);
  const standings = await listStandings(db, ids, day);
  const paid = new Map<number, PaymentReckoned>();
  const people = new Map<number, StandingOfDay>();
  const { platform_role, deduction_carry: carry } = await listDecisions(db, company_id, day);
  const deductions = await listDeductions(db, company_id, ids, day);
  const said = await listRegisterSaid(db, ids);
  for (const [id, gross_tiyn] of payments) {
    const person = standings.get(id)!;
    const objection = withholding === 'off' ? null : objectionOf(person.standing, said.get(id)!.answer, day);
    const waits = (why: Waits | null, left_of_month_tiyn: bigint | null = null) =>
      paid.set(id, {
        parts: { ...NOTHING_KEPT, gross_tiyn, net_tiyn: gross_tiyn },
        waits: why,
        left_of_month_tiyn,
        month: null,
      });
    const left = person.standing === 'self_employed' ? await leftOfMonth(db, id, day) : null;
    if (objection) waits(objection);
    else if (left !== null && gross_tiyn > left) waits('limit', left);
    else if (withholding === 'off') waits(null);
    else if (person.standing !== null && withheldAs(person.standing, platform_role) === null) waits(null);
    else if (withholding === null) waits('choice');
    else if (person.standing === null) waits('standing');
    else people.set(id, person);
  }
  if (people.size === 0) return paid;
  const month = day.slice(0, 7);
  const rows = await listFigures(db);
  const figures = figuresOf(rows, day);
  const months = await reckonMonths(
    db,
    { company_id, executor_ids: [...people.keys()] },
    { from: `${month.slice(0, 4)}-01`, to: month },
  );
  const ofPerson = Map.groupBy(months, ({ of }) => of.executor_company_id);
  const before_us = await listYearsBefore(db, { company_id, executor_ids: [...people.keys()] });
  const nonresident = await listCarriedNonresident(db, carry === 'year' ? [...people.keys()] : [], month);
  for (const [id, standing] of people) {
    const own = ofPerson.get(id) ?? [];
    const deduction_since = deductions.get(id) ?? null;
    const person = { ...taxedPersonOn(standing, day), base_deduction: deduction_since !== null };
    const year = yearBefore(
      month,
      own,
      before_us.get(yearKey(id, day)),
      { carry, deduction_since },
      rows,
      (one) => nonresident.has(keyOf({ executor_company_id: id, month: one })),
    );
    const now = own.find(({ of }) => of.month === month);
    const gross = payments.get(id)!;
    const of = (sum: bigint) => reckon(most(sum, 0n), person, year, figures, month);
    const handed_on = own.findLast(({ of }) => of.month < month)?.carried_tiyn ?? 0n;
    const before = (now?.of.gross_tiyn ?? 0n) + handed_on;
    const is_own = standing.standing === 'self_employed';
    const own_before = now?.of.self_employed_gross_tiyn ?? 0n;
    const is_exempt = isExempt(standing);
    const reckonMine = (sum: bigint) => (is_exempt ? 0n : reckonOwn(sum, figures, month));
    const more: Kept = is_own
      ? { ...NOTHING_KEPT, self_employed_tiyn: reckonMine(own_before + gross) - reckonMine(own_before) }
      : { ...withholdMore(of(before + gross), of(before)), self_employed_tiyn: 0n };
    // What was paid before the company withheld at all is not made up for.
    const missed = own.filter(
      ({ of }) => withholding_since !== null && `${of.month}-01` >= withholding_since,
    );
    const parts = { ...NOTHING_KEPT };
    // Each part is of whole tenge.
    let left = gross - 100n - (gross % 100n);
    for (const part of KEPT_PARTS) {
      const due = missed.reduce((sum, row) => sum + dueOf(row)[part] - row.kept[part], more[part]);
      // Something is always paid; what a payment is too small for is withheld of the next.
      parts[part] = least(most(due, 0n), most(left, 0n));
      left -= parts[part];
    }
    const net_tiyn = gross - KEPT_PARTS.reduce((sum, part) => sum + parts[part], 0n);
    const reckoned: MonthReckoned = is_own
      ? { kind: 'self_employed', of: [most(own_before + gross, 0n), is_exempt, figures] }
      : { kind: 'individual', of: [most(before + gross, 0n), person, year, figures] };
    paid.set(id, {
      parts: { ...parts, gross_tiyn: gross, net_tiyn },
      waits: null,
      left_of_month_tiyn: null,
      month: reckoned,
    });
  }
  return paid;
}

/** What the year came to before a month, and what it left of the deduction where that is carried. */
function yearBefore(
  month: string,
  own: readonly ReckonedMonth[],
  before_us: YearSoFar | undefined,
  of: Pick<Earned, 'carry' | 'deduction_since'>,
  rows: readonly DatedFigure[],
  isNonresidentIn: (month: string) => boolean,
): YearSoFar {
  const earlier = own.filter((one) => one.of.month < month);
  return {
    ...earlier.reduce((sum, { withheld }) => addToYear(sum, withheld), before_us ?? YEAR_BEGINS),
    carried_deduction_tiyn: carriedTo(
      month,
      of,
      rows,
      before_us,
      (one) => earlier.find((row) => row.of.month === one)?.withheld.deduction_tiyn ?? 0n,
      isNonresidentIn,
    ),
  };
}

/** Of those whose deduction is carried: the months of the year until one at whose end they were no tax residents. */
const listCarriedNonresident = (db: Handle, executor_ids: readonly number[], month: string) =>
  listNonresidentMonths(db, executor_ids, { from: `${month.slice(0, 4)}-01`, to: month });

/** What the month of a payment comes to with this gross sum of it, to be explained; a closed one by what it was reckoned by. */
export async function findMonthReckoned(
  db: Handle,
  of: {
    company_id: number;
    executor_company_id: number;
    day: string;
    taxed_as: Exclude<Paid['taxed_as'], 'none'>;
  },
  gross_tiyn: bigint,
): Promise<{ month: MonthReckoned; sources: SourcesOfDay }> {
  const month = of.day.slice(0, 7);
  const [frozen] = await listFrozenMonths(db, of.company_id, { from: month, to: month }, [
    of.executor_company_id,
  ]);
  const rows = await listFigures(db);
  const stored = frozen && (await findFrozen(db, of.company_id, lastDayOf(month)))?.sources[month];
  const sources = stored ?? sourcesOf(rows, of.day);
  // Months that were frozen under an older version hold figures by other names.
  const figures = frozen?.figures.mrp === undefined ? figuresOf(rows, of.day) : frozen.figures;
  if (of.taxed_as === 'self_employed')
    return { month: { kind: 'self_employed', of: [most(gross_tiyn, 0n), false, figures] }, sources };
  const { handed_on_tiyn, person, year } = frozen?.reckoned_by
    ? { ...frozen.reckoned_by, handed_on_tiyn: handedTo(frozen) }
    : await findReckonedBy(db, of, rows, frozen);
  const gross = most(gross_tiyn + handed_on_tiyn, 0n);
  return { month: { kind: 'individual', of: [gross, person, year, figures] }, sources };
}

/** What earlier months below zero took off it. */
const handedTo = ({ of, withheld, carried_tiyn }: FrozenMonth) =>
  withheld.gross_tiyn + carried_tiyn - of.gross_tiyn;

/** By what holds now. */
async function findReckonedBy(
  db: Handle,
  {
    company_id,
    executor_company_id: id,
    day,
  }: { company_id: number; executor_company_id: number; day: string },
  rows: readonly DatedFigure[],
  frozen: FrozenMonth | undefined,
): Promise<ReckonedBy & { handed_on_tiyn: bigint }> {
  const month = day.slice(0, 7);
  const standing = (await listStandings(db, [id], day)).get(id)!;
  const { deduction_carry: carry } = await listDecisions(db, company_id, day);
  const deduction_since = (await listDeductions(db, company_id, [id], day)).get(id) ?? null;
  const base_deduction = frozen?.of.has_deduction ?? deduction_since !== null;
  const before_us = await listYearsBefore(db, { company_id, executor_ids: [id] });
  const before = (
    await reckonMonths(db, { company_id, executor_ids: [id] }, { from: `${month.slice(0, 4)}-01`, to: month })
  ).filter(({ of }) => of.month < month);
  const nonresident = await listCarriedNonresident(db, carry === 'year' ? [id] : [], month);
  const year = yearBefore(
    month,
    before,
    before_us.get(yearKey(id, day)),
    { carry, deduction_since },
    rows,
    (one) => nonresident.has(keyOf({ executor_company_id: id, month: one })),
  );
  return {
    person: { ...taxedPersonOn(standing, day), base_deduction },
    year: {
      ...year,
      carried_deduction_tiyn: frozen?.carried_deduction_tiyn ?? year.carried_deduction_tiyn!,
    },
    handed_on_tiyn: before.at(-1)?.carried_tiyn ?? 0n,
  };
}

/** What the law leaves to a self-employed person in the month, by all that is paid here and told of elsewhere; null: no bound. */
async function leftOfMonth(db: Handle, id: number, day: string): Promise<bigint | null> {
  const figures = figuresOf(await listFigures(db), day);
  const bound = orNoFigures(day, () => boundOf(figures, 'self_employed_limit_mrp'));
  if (bound === null) return null;
  const elsewhere = await sumDeclared(db, id, { kind: 'self_employed', period: day.slice(0, 7) });
  return bound - (await sumPaidInMonth(db, id, day)) - elsewhere;
}

const most = (one: bigint, other: bigint) => (one > other ? one : other);
const least = (one: bigint, other: bigint) => (one < other ? one : other);

type Of = Pick<Earned, 'executor_company_id' | 'month'>;

interface OpenMonths {
  /** The last frozen month. */
  after: string | null;
  from: string;
  to: string;
  with_coming?: boolean;
  /** Months of years without figures are left out, instead of refused. */
  skips_unknown?: boolean;
}

/** Each open month of each person by the figures of that month, the year before it in mind. */
export async function reckonOpenMonths(
  db: Handle,
  of: Ledger,
  { after, from, to, with_coming = true, skips_unknown = false }: OpenMonths,
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
  const earned = await listEarned(db, of, { from, to }, with_coming);
  const kept = await listOpenKept(db, of, { after, from, to, with_coming }, frozen);
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
    const person = { ...taxedPersonOn(month, month.day), base_deduction: month.has_deduction };
    const year = { ...soFar(month), carried_deduction_tiyn };
    const withheld = reckon(most(gross, 0n), person, year, figures, month.month);
    years.set(yearOf(month), addToYear(soFar(month), withheld));
    deducted.set(keyOf(month), withheld.deduction_tiyn);
    const self_employed_tiyn =
      month.self_employed_gross_tiyn === 0n
        ? 0n
        : reckonOwn(month.self_employed_gross_tiyn, figures, month.month);
    return [
      {
        of: month,
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

const keyOf = ({ executor_company_id, month }: Of) => `${executor_company_id} ${month}`;

/** What open months withheld; what a closed one gained or lost since counts in the first open one, as in the ledger. */
async function listOpenKept(
  db: Handle,
  of: Ledger,
  { after, from, to, with_coming }: OpenMonths,
  frozen: readonly ReckonedMonth[],
): Promise<ReadonlyMap<string, Kept & Of>> {
  const open = new Map<string, Kept & Of>();
  const first = after === null ? null : monthAfter(after);
  const addTo = (executor_company_id: number, own: string, kept: Kept, sign: bigint) => {
    const of = { executor_company_id, month: after !== null && own <= after ? first! : own };
    const sum = { ...(open.get(keyOf(of)) ?? { ...NOTHING_KEPT, ...of }) };
    for (const part of KEPT_PARTS) sum[part] += sign * kept[part];
    open.set(keyOf(of), sum);
  };
  for (const { executor_company_id, month, ...kept } of await listKept(db, of, { from, to }, with_coming))
    addTo(executor_company_id, month, kept, 1n);
  for (const month of frozen) addTo(month.of.executor_company_id, month.of.month, month.kept, -1n);
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
  // What closed months have gained or lost since counts in the first open one.
  const span = { from: after === null || to <= after ? from : FIRST_MONTH, to };
  const frozen = after === null ? [] : await listFrozenMonths(db, company_id, span);
  const open =
    after !== null && to <= after
      ? []
      : (await listOpenKept(db, { company_id }, { after, ...span, with_coming: false }, frozen)).values();
  return {
    frozen_until: after,
    people: [
      ...frozen.map(({ of, kept }) => ({
        executor_company_id: of.executor_company_id,
        month: of.month,
        ...kept,
      })),
      ...open,
    ].filter(({ month }) => month >= from && month <= to),
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
async function reckonMonths(
  db: Handle,
  of: Ledger,
  months: { from: string; to: string },
): Promise<ReckonedMonth[]> {
  const until = await findFrozenUntil(db, of.company_id);
  const frozen = await listFrozenMonths(db, of.company_id, months, of.executor_ids);
  const open = await reckonOpenMonths(db, of, { after: until && lastWholeMonth(until), ...months }, frozen);
  return [...frozen, ...open];
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
  const kept = await listOpenKept(db, of, { after, ...ALL_MONTHS, with_coming: false }, frozen);
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
  actor: CompanyActor,
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
