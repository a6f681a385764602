import { addDays, daysInMonth } from '../../kernel/dates.ts';

/** Days of the tariff are dates of Almaty and never pass through a zone; sums are whole tiyn, rounded half up. */

export const PLAN_TYPES = ['per_executor', 'fixed', 'trial'] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

export const ENTRY_STATUSES = ['upcoming', 'due', 'overdue', 'paid', 'cancelled'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** A bill is to be paid within so many days of the beginning of what it is for. */
export const DAYS_TO_PAY = 10;
/** So long after that day nothing new is begun. */
export const DAYS_OF_GRACE = 14;

export interface Terms {
  plan_type: PlanType;
  months: number;
  /** A month: of one place, or of the whole company where the plan is fixed. */
  price_tiyn: bigint;
}

export interface Entry {
  /** Null until it is kept. */
  id: number | null;
  kind: 'period' | 'limit';
  period_start: string;
  period_end: string;
  /** Before `period_end` where a change of plan has ended it. */
  covered_until: string;
  limit_count: number;
  amount_tiyn: bigint;
  credit_tiyn: bigint;
  payment_due_date: string;
  is_paid: boolean;
}

/** How a company stands at the end of a day that was gone through. */
export interface Standing {
  plan: (Terms & { start_date: string }) | null;
  limit: number | null;
  /** Places that are taken: no change of limit goes below them. */
  taken: number;
  /** What covers the last billed period: its own entry first, then those of places that came in the middle of it. */
  open: Entry[];
  /** Given back and not yet taken off a bill. */
  credit_tiyn: bigint;
}

export type Change<Source = unknown> = { date: string; limit: number | null; source: Source } & (
  | { kind: 'limit'; limit: number }
  | { kind: 'plan'; terms: Terms }
);

export type Step<Source = unknown> =
  | {
      step: 'change';
      date: string;
      change: Change<Source>;
      old_limit: number | null;
      new_limit: number | null;
    }
  | { step: 'issue'; date: string; entry: Entry }
  | { step: 'end'; date: string; entry: Entry; credit_tiyn: bigint; is_cancelled: boolean };

/** The same day so many months later, or the last one of a month that is too short; always counted from the first. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const index = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1];
  return `${y}-${String(m).padStart(2, '0')}-${String(Math.min(day, daysInMonth(y, m))).padStart(2, '0')}`;
}

/** Between the months that two days lie in. */
function monthsBetween(first: string, last: string): number {
  const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return monthOf(last) - monthOf(first);
}

/** Days from one to another, both counted. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000) + 1;
}

/** part / whole of a sum, half a tiyn up. */
export function proRata(amount_tiyn: bigint, part: number, whole: number): bigint {
  return (2n * amount_tiyn * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole));
}

/** The period of a plan that a day lies in. */
export function periodAt(start_date: string, months: number, date: string): { start: string; end: string } {
  // Never too many: a month that is too short only lets a period begin earlier in it.
  let n = Math.max(0, Math.floor(monthsBetween(start_date, date) / months) - 1);
  while (addMonths(start_date, (n + 1) * months) <= date) n += 1;
  return {
    start: addMonths(start_date, n * months),
    end: addDays(addMonths(start_date, (n + 1) * months), -1),
  };
}

/** What a whole period costs. */
export function periodAmount({ plan_type, months, price_tiyn }: Terms, limit: number): bigint {
  if (plan_type === 'trial') return 0n;
  return price_tiyn * BigInt(months) * BigInt(plan_type === 'fixed' ? 1 : limit);
}

/**
 * Goes on from a standing to the end of a day: what is asked for that day comes first, then the period that begins.
 * `standing` is changed. The same standing and changes give the same steps, in one go or day by day.
 */
export function goThrough<Source>(
  standing: Standing,
  changes: readonly Change<Source>[],
  until: string,
): Step<Source>[] {
  const steps: Step<Source>[] = [];
  const waiting = [...changes];
  for (;;) {
    const due = dueOf(standing);
    const next = waiting[0];
    if (next && next.date <= until && (due === null || next.date <= due)) {
      steps.push(...apply(standing, next));
      waiting.shift();
    } else if (due !== null && due <= until) {
      steps.push(issuePeriod(standing, due));
    } else return steps;
  }
}

/** The first day that nothing covers yet. */
function dueOf({ plan, open }: Standing): string | null {
  if (!plan) return null;
  const covered_until = open[0]?.covered_until;
  return covered_until === undefined || covered_until < plan.start_date
    ? plan.start_date
    : addDays(covered_until, 1);
}

function apply<Source>(standing: Standing, change: Change<Source>): Step<Source>[] {
  const { date } = change;
  const old_limit = standing.limit;
  // Since it was asked for more may have come to work: nobody of them is put out, and all are billed.
  const new_limit = change.limit === null ? null : Math.max(change.limit, standing.taken);
  const steps: Step<Source>[] = [{ step: 'change', date, change, old_limit, new_limit }];
  if (new_limit !== null) standing.limit = new_limit;
  if (change.kind === 'limit') {
    const extra = billRaise(standing, date);
    return extra ? [...steps, extra] : steps;
  }
  steps.push(...endOpen(standing, date));
  standing.plan = { ...change.terms, start_date: date };
  return steps;
}

/** Places above what the period has been billed for already; fewer of them change nothing until the next period. */
function billRaise(standing: Standing, date: string): Step<never> | null {
  const { plan, limit, open } = standing;
  const [period] = open;
  if (plan?.plan_type !== 'per_executor' || !period || period.covered_until < date) return null;
  const billed = open.reduce((sum, entry) => sum + entry.limit_count, 0);
  const more = limit! - billed;
  if (more <= 0) return null;
  const { start, end } = { start: period.period_start, end: period.period_end };
  const amount_tiyn = proRata(periodAmount(plan, more), daysBetween(date, end), daysBetween(start, end));
  return issue(standing, {
    kind: 'limit',
    period_start: date,
    period_end: end,
    limit_count: more,
    amount_tiyn,
  });
}

function issuePeriod(standing: Standing, date: string): Step<never> {
  const plan = standing.plan!;
  const { end } = periodAt(plan.start_date, plan.months, date);
  const limit_count = standing.limit ?? 0;
  standing.open = [];
  const amount_tiyn = periodAmount(plan, limit_count);
  return issue(standing, { kind: 'period', period_start: date, period_end: end, limit_count, amount_tiyn });
}

function issue(
  standing: Standing,
  billed: Pick<Entry, 'kind' | 'period_start' | 'period_end' | 'limit_count' | 'amount_tiyn'>,
): Step<never> {
  const { amount_tiyn, period_start, period_end } = billed;
  const credit_tiyn = standing.credit_tiyn < amount_tiyn ? standing.credit_tiyn : amount_tiyn;
  standing.credit_tiyn -= credit_tiyn;
  const entry: Entry = {
    id: null,
    ...billed,
    covered_until: period_end,
    credit_tiyn,
    payment_due_date: addDays(period_start, DAYS_TO_PAY),
    is_paid: amount_tiyn === credit_tiyn,
  };
  standing.open.push(entry);
  return { step: 'issue', date: period_start, entry };
}

/**
 * Ends what covers a day and those after it. The days that are left come back as a credit; what has not begun and is
 * not paid is not asked for any more.
 */
function endOpen(standing: Standing, date: string): Step<never>[] {
  const steps: Step<never>[] = [];
  for (const entry of standing.open) {
    if (entry.covered_until < date) continue;
    const is_cancelled = entry.period_start === date && !entry.is_paid;
    const left = proRata(
      entry.amount_tiyn,
      daysBetween(date, entry.period_end),
      daysBetween(entry.period_start, entry.period_end),
    );
    // What was taken off a bill that is asked for no more is there again.
    standing.credit_tiyn += is_cancelled ? entry.credit_tiyn : left;
    entry.covered_until = addDays(date, -1);
    steps.push({ step: 'end', date, entry, credit_tiyn: is_cancelled ? 0n : left, is_cancelled });
  }
  standing.open = [];
  return steps;
}

/** Nothing is billed from a day on: what covers it ends as before another plan. `standing` is changed. */
export function endPlan(standing: Standing, date: string): Step<never>[] {
  standing.plan = null;
  return endOpen(standing, date);
}

export function statusOf(
  entry: { id: number | null; paid_at: unknown; cancelled_at: unknown; payment_due_date: string },
  today: string,
): EntryStatus {
  if (entry.cancelled_at !== null) return 'cancelled';
  if (entry.paid_at !== null) return 'paid';
  if (entry.id === null) return 'upcoming';
  return entry.payment_due_date < today ? 'overdue' : 'due';
}

/** From this day on an unpaid bill stops what is new. */
export function blocksFrom(payment_due_date: string): string {
  return addDays(payment_due_date, DAYS_OF_GRACE + 1);
}
