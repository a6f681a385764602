import { objectionOf, type RegisterObjection } from '@kelisim/shared/features/taxes/against-register.ts';
import type { MonthReckoned } from '@kelisim/shared/features/taxes/explain-month.ts';
import {
  withholdMore,
  YEAR_BEGINS,
  type TaxedPerson,
  type YearSoFar,
} from '@kelisim/shared/features/taxes/reckon-individual.ts';
import { isExempt } from '@kelisim/shared/features/taxes/reckon-self-employed.ts';
import { taxedPersonOn, withheldAs } from '@kelisim/shared/features/taxes/standing.ts';
import {
  boundOf,
  figuresOf,
  sourcesOf,
  type DatedFigure,
  type SourcesOfDay,
} from '@kelisim/shared/features/taxes/tax-figures.ts';
import { lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
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
  listFrozenMonths,
  type FrozenMonth,
  type PaidAs,
  type ReckonedBy,
  type ReckonedMonth,
} from './frozen.queries.ts';
import type { Earned } from './earned.queries.ts';
import { KEPT_PARTS, sumPaidInMonth, type Kept, type Paid } from './ledger.queries.ts';
import {
  addPaid,
  addToYear,
  carriedTo,
  keyOf,
  least,
  most,
  NOTHING_KEPT,
  orNoFigures,
  reckon,
  reckonMonthBefore,
  reckonMonths,
  reckonOwn,
  reckonSpans,
} from './reckon-months.ts';

/** What a month should have withheld. */
export const dueOf = ({
  withheld,
  self_employed_tiyn,
}: Pick<ReckonedMonth, 'withheld' | 'self_employed_tiyn'>): Kept => ({ ...withheld, self_employed_tiyn });

/** Why the payment of a person waits for somebody. */
type Waits = 'choice' | 'standing' | 'limit' | RegisterObjection;

export interface PaymentReckoned {
  /** What is withheld; gross = net + parts. */
  parts: Kept & { gross_tiyn: bigint; net_tiyn: bigint };
  waits: Waits | null;
  /** Where it waits for the limit of the month: what may still be paid in it. */
  left_of_month_tiyn: bigint | null;
  /** What the month comes to with it; null where nothing is withheld, and of somebody who was another before in the month. */
  month: MonthReckoned | null;
}

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
 * so do the self-employed while nobody is the operator of their platform. Of what refunds expenses nothing is withheld. The
 * caller holds those executors, where it pays.
 */
export async function reckonPayments(
  db: Handle,
  { company_id, day }: { company_id: number; day: string },
  payments: ReadonlyMap<number, bigint>,
  refunded: ReadonlyMap<number, bigint> = new Map(),
): Promise<ReadonlyMap<number, PaymentReckoned>> {
  const incomeOf = (id: number, gross_tiyn: bigint) => gross_tiyn - (refunded.get(id) ?? 0n);
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
    else if (left !== null && incomeOf(id, gross_tiyn) > most(left, 0n)) waits('limit', left);
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
  const unmade = await findUnmade(db, company_id, withholding_since, months);
  for (const [id, standing] of people) {
    const own = ofPerson.get(id) ?? [];
    const deduction_since = deductions.get(id) ?? null;
    const as = taxedPersonOn(standing, day);
    const person = { ...as, base_deduction: deduction_since !== null };
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
    const income = incomeOf(id, gross);
    const of = (paid: readonly PaidAs[]) =>
      reckonSpans(paid, handed_on, (sum, one) =>
        reckon(most(sum, 0n), { ...one, base_deduction: person.base_deduction }, year, figures, month),
      );
    const handed_on = own.findLast(({ of }) => of.month < month)?.carried_tiyn ?? 0n;
    const spans = spansSoFar(now, as);
    const more_spans = addPaid(spans, { person: as, gross_tiyn: income });
    const before = (now?.of.gross_tiyn ?? 0n) + handed_on;
    const is_own = standing.standing === 'self_employed';
    const own_before = now?.of.self_employed_gross_tiyn ?? 0n;
    const is_exempt = isExempt(standing);
    const reckonMine = (sum: bigint) => (is_exempt ? 0n : reckonOwn(sum, figures, month));
    const more: Kept = is_own
      ? { ...NOTHING_KEPT, self_employed_tiyn: reckonMine(own_before + income) - reckonMine(own_before) }
      : { ...withholdMore(of(more_spans), of(spans)), self_employed_tiyn: 0n };
    const missed = own.flatMap((row) => {
      if (withholding_since === null || row.of.month < withholding_since.slice(0, 7)) return [];
      const old = row.of.month === withholding_since.slice(0, 7) ? unmade.get(id) : undefined;
      return [old ? lackSince(row, old) : lackOf(row)];
    });
    const parts = { ...NOTHING_KEPT };
    // Each part is of whole tenge, and of the income: what earlier payments did not withhold is no part of a refund either.
    let left = least(gross - 100n - (gross % 100n), most(income - (income % 100n), 0n));
    for (const part of KEPT_PARTS) {
      const due = missed.reduce((sum, lack) => sum + lack[part], more[part]);
      // Something is always paid; what a payment is too small for is withheld of the next.
      parts[part] = least(most(due, 0n), most(left, 0n));
      left -= parts[part];
    }
    const net_tiyn = gross - KEPT_PARTS.reduce((sum, part) => sum + parts[part], 0n);
    const reckoned: MonthReckoned = is_own
      ? { kind: 'self_employed', of: [most(own_before + income, 0n), is_exempt, figures] }
      : { kind: 'individual', of: [most(before + income, 0n), person, year, figures] };
    paid.set(id, {
      parts: { ...parts, gross_tiyn: gross, net_tiyn },
      waits: null,
      left_of_month_tiyn: null,
      month: !is_own && isChanged(more_spans) ? null : reckoned,
    });
  }
  return paid;
}

/** What a month was paid as until now; one that was closed before it was stored, as what the person is. */
const spansSoFar = (month: ReckonedMonth | undefined, person: TaxedPerson): readonly PaidAs[] =>
  month === undefined || month.spans.length > 0
    ? (month?.spans ?? [])
    : [{ person, gross_tiyn: month.of.gross_tiyn }];

const isChanged = (spans: readonly PaidAs[]): boolean =>
  spans.filter(({ gross_tiyn }) => gross_tiyn !== 0n).length > 1;

/** What a month should have withheld and did not; below zero where it withheld too much. */
function lackOf(row: ReckonedMonth): Kept {
  const due = dueOf(row);
  return KEPT_PARTS.reduce((lack, part) => ({ ...lack, [part]: due[part] - row.kept[part] }), NOTHING_KEPT);
}

/** The same without what the month lacked before; money of then that came back later was not withheld either. */
function lackSince(row: ReckonedMonth, before: ReckonedMonth): Kept {
  const [lack, old] = [lackOf(row), lackOf(before)];
  return KEPT_PARTS.reduce(
    (since, part) => ({ ...since, [part]: most(lack[part] - old[part], 0n) }),
    NOTHING_KEPT,
  );
}

/**
 * Of the month in which withholding began, by person: what it came to before that day. What was paid before the company
 * withheld at all is not made up for, and what was paid since is.
 */
async function findUnmade(
  db: Handle,
  company_id: number,
  since: string | null,
  months: readonly ReckonedMonth[],
): Promise<ReadonlyMap<number, ReckonedMonth>> {
  const lacking = months.filter(
    (row) =>
      row.of.month === since?.slice(0, 7) && Object.values(lackOf(row)).some((lack_tiyn) => lack_tiyn !== 0n),
  );
  if (since === null || since.endsWith('-01') || lacking.length === 0) return new Map();
  return reckonMonthBefore(
    db,
    { company_id, executor_ids: lacking.map(({ of }) => of.executor_company_id) },
    since,
  );
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

/**
 * What the month of a payment comes to with this gross sum of it, to be explained; a closed one by what it was reckoned by. Null
 * of a month in which the person changed: no one sentence is of it.
 */
export async function findMonthReckoned(
  db: Handle,
  of: {
    company_id: number;
    executor_company_id: number;
    day: string;
    taxed_as: Exclude<Paid['taxed_as'], 'none'>;
  },
  gross_tiyn: bigint,
): Promise<{ month: MonthReckoned | null; sources: SourcesOfDay }> {
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
  const { spans, handed_on_tiyn, person, year } = frozen?.reckoned_by
    ? { ...frozen.reckoned_by, spans: frozen.spans, handed_on_tiyn: handedTo(frozen) }
    : await findReckonedBy(db, of, rows, frozen);
  if (isChanged(spans)) return { month: null, sources };
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
): Promise<ReckonedBy & Pick<ReckonedMonth, 'spans'> & { handed_on_tiyn: bigint }> {
  const month = day.slice(0, 7);
  const standing = (await listStandings(db, [id], day)).get(id)!;
  const { deduction_carry: carry } = await listDecisions(db, company_id, day);
  const deduction_since = (await listDeductions(db, company_id, [id], day)).get(id) ?? null;
  const base_deduction = frozen?.of.has_deduction ?? deduction_since !== null;
  const before_us = await listYearsBefore(db, { company_id, executor_ids: [id] });
  const months = await reckonMonths(
    db,
    { company_id, executor_ids: [id] },
    { from: `${month.slice(0, 4)}-01`, to: month },
  );
  const before = months.filter(({ of }) => of.month < month);
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
    spans: months.find(({ of }) => of.month === month)?.spans ?? [],
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
