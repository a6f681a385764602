import {
  ratesOf,
  withholdMonth,
  withholdMore,
  type Withheld,
} from '@kelisim/shared/features/bookkeeping/withholding.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import {
  listEarned,
  listPayable,
  listRates,
  reckonsWithholding,
  type Earned,
} from './bookkeeping.queries.ts';

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
  const earned = await listEarned(
    db,
    actor.company_id,
    `${today.slice(0, 4)}-01`,
    month,
    payable.map(({ id }) => id),
  );
  const reckoned = await reckonMonths(db, earned);
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

/** Each month of each person by the rates of its last day, the year's income before it in mind. */
async function reckonMonths(
  db: Handle,
  earned: readonly Earned[],
): Promise<{ of: Earned; withheld: Withheld }[]> {
  const rates = await listRates(db);
  const taxed = new Map<string, bigint>();
  return earned.flatMap((of) => {
    const valid = ratesOf(rates, `${of.month}-31`);
    if (!valid) return [];
    const year = `${of.executor_company_id} ${of.month.slice(0, 4)}`;
    const gross = of.gross_tiyn > 0n ? of.gross_tiyn : 0n;
    const withheld = withholdMonth(gross, taxed.get(year) ?? 0n, valid, of.has_deduction);
    taxed.set(year, (taxed.get(year) ?? 0n) + withheld.taxed_tiyn);
    return [{ of, withheld }];
  });
}

/** Months of a period, person by person; the months of the year before it are reckoned too, for its higher rate. */
export async function reckonRegister(
  db: Handle,
  actor: CompanyActor,
  { date_from, date_to }: { date_from: string; date_to: string },
) {
  if (date_to < date_from) throw new Problem('reconciliation.period', { field: 'date_to' });
  const months = await reckonMonths(
    db,
    await listEarned(db, actor.company_id, `${date_from.slice(0, 4)}-01`, date_to.slice(0, 7)),
  );
  return months.filter(({ of }) => of.month >= date_from.slice(0, 7));
}
