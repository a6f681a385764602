import { almatyDate, lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle } from '../../platform/db/database.ts';
import { findFrozenUntil } from './frozen.queries.ts';
import { findParty, sumUntaxed, type Untaxed } from './income.queries.ts';
import { lastWholeMonth, monthAfter } from './months.ts';
import { listPaidMonths, type PaidMonth } from './reckon-months.ts';

const MOST_MONTHS = 36;

export interface Months {
  month_from: string;
  month_to: string;
}

type Party = Awaited<ReturnType<typeof findParty>>;

/** What a company certifies of one person. */
export interface Certified extends Months {
  company: Party;
  person: Party;
  months: PaidMonth[];
  untaxed: Untaxed[];
  /** Of months that are not closed: the first of them, and the day until which their money is in it. */
  open: { month: string; until: string } | null;
}

const placeOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

/** Refuses a period that ends before it begins or after today, or is longer than three years. */
function assertMonths({ month_from, month_to }: Months, today: string): void {
  const count = placeOf(month_to) - placeOf(month_from) + 1;
  if (count < 1 || count > MOST_MONTHS || month_to > today.slice(0, 7))
    throw new Problem('income.period', { field: 'month_to' });
}

/** What was really paid and withheld by the bank's day. Closed months are as they were stored, open ones as of today. */
export async function reckonCertificate(
  db: Handle,
  { company_id, executor_company_id }: { company_id: number; executor_company_id: number },
  period: Months,
  now: Date,
): Promise<Certified> {
  const today = almatyDate(now);
  assertMonths(period, today);
  const { month_from, month_to } = period;
  const paid = await listPaidMonths(db, { company_id, executor_ids: [executor_company_id] });
  const months = paid.filter(({ month }) => month >= month_from && month <= month_to);
  if (months.length === 0) throw new Problem('income.nothing_paid', { field: 'month_to' });
  const until = await findFrozenUntil(db, company_id);
  const closed = until && lastWholeMonth(until);
  const first_open = closed && closed >= month_from ? monthAfter(closed) : month_from;
  return {
    month_from,
    month_to,
    company: await findParty(db, company_id),
    person: await findParty(db, executor_company_id),
    months,
    untaxed: await sumUntaxed(
      db,
      { company_id, executor_ids: [executor_company_id] },
      { from: `${month_from}-01`, to: lastDayOf(month_to) },
    ),
    open: first_open > month_to ? null : { month: first_open, until: today },
  };
}

/** The same as it is kept and compared: sums as they are on the wire. */
export const wordsOf = (certified: Certified): string =>
  JSON.stringify(certified, (_, value: unknown) => (typeof value === 'bigint' ? formatMoney(value) : value));
