import {
  ratesOf,
  withholdMonth,
  withholdMore,
  type Withheld,
} from '@kelisim/shared/features/bookkeeping/withholding.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { listPayable, listRates, reckonsWithholding } from './bookkeeping.queries.ts';
import { findFrozenUntil, listFrozenMonths, type FrozenMonth } from './frozen.queries.ts';
import { listEarned, type Earned, type Ledger } from './ledger.queries.ts';

const PARTS = ['gross', 'opv', 'vosms', 'so', 'deduction', 'ipn', 'net'] as const;
const NOTHING = Object.fromEntries(
  [...PARTS, 'taxed'].map((part) => [`${part}_tiyn`, 0n]),
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

/** What paying these acts today would withhold, beside what was paid to the same people this month and year. */
export async function reckonPayment(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  actor: CompanyActor,
  act_ids: readonly number[],
) {
  const today = almatyDate(clock.now());
  const rates = ratesOf(await listRates(db), today);
  if (!rates || !(await reckonsWithholding(db, actor.company_id)))
    return { is_on: false, rows: [], total: showWithheld(NOTHING) };
  const payable = await listPayable(db, actor.company_id, act_ids);
  const month = today.slice(0, 7);
  const reckoned = await reckonMonths(
    db,
    { company_id: actor.company_id, executor_ids: payable.map(({ id }) => id) },
    { from: `${today.slice(0, 4)}-01`, to: month },
  );
  const rows = payable.map((person) => {
    const own = reckoned.filter(({ of }) => of.executor_company_id === person.id);
    const taxed_before = own
      .filter(({ of }) => of.month < month)
      .reduce((sum, { withheld }) => sum + withheld.taxed_tiyn, 0n);
    const paid = own.find(({ of }) => of.month === month)?.of.gross_tiyn ?? 0n;
    const reckon = (gross: bigint) => withholdMonth(gross, taxed_before, rates, person.has_deduction);
    return { person, withheld: withholdMore(reckon(paid + person.gross_tiyn), reckon(paid)) };
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
}

/** Each open month of each person by the rates of its last day, the year's income before it in mind. */
export async function reckonOpenMonths(
  db: Handle,
  of: Ledger,
  { after, from, to, with_coming = true }: OpenMonths,
  frozen: readonly FrozenMonth[] = [],
) {
  const rates = await listRates(db);
  const taxed = new Map<string, bigint>();
  const yearOf = ({ executor_company_id, month }: Earned) => `${executor_company_id} ${month.slice(0, 4)}`;
  for (const month of frozen)
    taxed.set(yearOf(month.of), (taxed.get(yearOf(month.of)) ?? 0n) + month.withheld.taxed_tiyn);
  const earned = await listEarned(db, of, { from, to }, with_coming);
  return earned.flatMap((month) => {
    const valid = ratesOf(rates, `${month.month}-31`);
    if (!valid || (after !== null && month.month <= after)) return [];
    const gross = month.gross_tiyn > 0n ? month.gross_tiyn : 0n;
    const year = yearOf(month);
    const withheld = withholdMonth(gross, taxed.get(year) ?? 0n, valid, month.has_deduction);
    taxed.set(year, (taxed.get(year) ?? 0n) + withheld.taxed_tiyn);
    return [{ of: month, withheld, rates: valid }];
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
