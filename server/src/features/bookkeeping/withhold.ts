import {
  reckonIndividual,
  withholdMore,
  YEAR_BEGINS,
  type Withheld,
  type YearSoFar,
} from '@kelisim/shared/features/taxes/reckon-individual.ts';
import {
  figuresOf,
  UnknownFigure,
  type DatedFigure,
  type FiguresOfDay,
} from '@kelisim/shared/features/taxes/tax-figures.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { listFigures } from '../taxes/public.ts';
import { listPayable, reckonsWithholding } from './bookkeeping.queries.ts';
import { findFrozenUntil, listFrozenMonths, type FrozenMonth } from './frozen.queries.ts';
import { listEarned, type Earned, type Ledger } from './ledger.queries.ts';

const PARTS = ['gross', 'opv', 'vosms', 'so', 'deduction', 'ipn', 'net'] as const;
const NOTHING = Object.fromEntries(
  [...PARTS, 'social_deduction', 'taxed'].map((part) => [`${part}_tiyn`, 0n]),
) as unknown as Withheld;

const add = (one: Withheld, other: Withheld) =>
  Object.fromEntries(
    (Object.keys(NOTHING) as (keyof Withheld)[]).map((part) => [part, one[part] + other[part]]),
  ) as unknown as Withheld;

export const showWithheld = (withheld: Withheld) =>
  Object.fromEntries(PARTS.map((part) => [part, formatMoney(withheld[`${part}_tiyn`])])) as Record<
    (typeof PARTS)[number],
    string
  >;

/** The last month (`YYYY-MM`) that ends by a day. */
export const lastWholeMonth = (until: string) =>
  addDays(`${addDays(until, 1).slice(0, 7)}-01`, -1).slice(0, 7);

/** @throws Problem that says for which year nobody has entered the figures */
function reckon(...[gross, person, year, figures, month]: [...Parameters<typeof reckonIndividual>, string]) {
  try {
    return reckonIndividual(gross, person, year, figures);
  } catch (error) {
    if (error instanceof UnknownFigure)
      throw new Problem('taxes.no_figures', { values: { year: month.slice(0, 4) } });
    throw error;
  }
}

/** Those of its last day. */
const figuresOfMonth = (rows: readonly DatedFigure[], month: string) => figuresOf(rows, `${month}-31`);

const addToYear = (year: YearSoFar, { taxed_tiyn, deduction_tiyn, social_deduction_tiyn }: Withheld) => ({
  taxed_tiyn: year.taxed_tiyn + taxed_tiyn,
  deduction_tiyn: year.deduction_tiyn + deduction_tiyn,
  social_deduction_tiyn: year.social_deduction_tiyn + social_deduction_tiyn,
});

/** What paying these acts today would withhold, beside what was paid to the same people this month and year. */
export async function reckonPayment(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  actor: CompanyActor,
  act_ids: readonly number[],
) {
  if (!(await reckonsWithholding(db, actor.company_id)))
    return { is_on: false, rows: [], total: showWithheld(NOTHING) };
  const month = almatyDate(clock.now()).slice(0, 7);
  const figures = figuresOfMonth(await listFigures(db), month);
  const payable = await listPayable(db, actor.company_id, act_ids);
  const reckoned = await reckonMonths(
    db,
    { company_id: actor.company_id, executor_ids: payable.map(({ id }) => id) },
    { from: `${month.slice(0, 4)}-01`, to: month },
  );
  const rows = payable.map((person) => {
    const own = reckoned.filter(({ of }) => of.executor_company_id === person.id);
    const year = own
      .filter(({ of }) => of.month < month)
      .reduce((sum, { withheld }) => addToYear(sum, withheld), YEAR_BEGINS);
    const paid = own.find(({ of }) => of.month === month)?.of.gross_tiyn ?? 0n;
    const of = (gross: bigint) =>
      reckon(gross, { base_deduction: person.has_deduction }, year, figures, month);
    return { person, withheld: withholdMore(of(paid + person.gross_tiyn), of(paid)) };
  });
  return {
    is_on: true,
    rows: rows.map(({ person, withheld }) => ({
      id: person.id,
      name: person.name,
      bin: person.bin,
      acts: person.acts,
      ...showWithheld(withheld),
    })),
    total: showWithheld(rows.reduce((sum, { withheld }) => add(sum, withheld), NOTHING)),
  };
}

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
  frozen: readonly FrozenMonth[] = [],
): Promise<(FrozenMonth & { figures: FiguresOfDay })[]> {
  const rows = await listFigures(db);
  const known_since = rows.reduce(
    (first, { valid_from }) => (valid_from < first ? valid_from : first),
    '9999',
  );
  const years = new Map<string, YearSoFar>();
  const yearOf = ({ executor_company_id, month }: Earned) => `${executor_company_id} ${month.slice(0, 4)}`;
  const soFar = (month: Earned) => years.get(yearOf(month)) ?? YEAR_BEGINS;
  for (const month of frozen) years.set(yearOf(month.of), addToYear(soFar(month.of), month.withheld));
  const earned = await listEarned(db, of, { from, to }, with_coming);
  return earned.flatMap((month) => {
    // Of the years before the product nothing was ever withheld here.
    if (month.month < known_since.slice(0, 7) || (after !== null && month.month <= after)) return [];
    const figures = figuresOfMonth(rows, month.month);
    if (skips_unknown && figures.mrp === undefined) return [];
    const gross = month.gross_tiyn > 0n ? month.gross_tiyn : 0n;
    const withheld = reckon(
      gross,
      { base_deduction: month.has_deduction },
      soFar(month),
      figures,
      month.month,
    );
    years.set(yearOf(month), addToYear(soFar(month), withheld));
    return [{ of: month, withheld, figures }];
  });
}

/** Frozen months as they are stored, and open ones reckoned now. */
async function reckonMonths(
  db: Handle,
  of: Ledger,
  months: { from: string; to: string },
): Promise<FrozenMonth[]> {
  const until = await findFrozenUntil(db, of.company_id);
  const frozen = await listFrozenMonths(db, of.company_id, months, of.executor_ids);
  const open = await reckonOpenMonths(db, of, { after: until && lastWholeMonth(until), ...months }, frozen);
  return [...frozen, ...open];
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
