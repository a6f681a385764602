import { addDays, daysInMonth } from '../../kernel/dates.ts';

/** How often an act may repeat (decisions 5). */
export const ACT_PERIODS = ['monthly', 'twice_monthly', 'weekly', 'quarterly'] as const;
export type ActPeriod = (typeof ACT_PERIODS)[number];

/** Ids on the wire (`period_id`); they never change once given. */
export const ACT_PERIOD_IDS: Record<ActPeriod, number> = {
  monthly: 1,
  twice_monthly: 2,
  weekly: 3,
  quarterly: 4,
};

export function actPeriodOfId(period_id: number): ActPeriod | null {
  return ACT_PERIODS.find((period) => ACT_PERIOD_IDS[period] === period_id) ?? null;
}

/**
 * A date so many periods later. Each is counted from the first date, never from the one before, so that a short month
 * shortens nothing after it. The last day of a month (or of a half of it) stays the last day; another day that a month
 * does not have becomes its last.
 */
export function shiftByPeriods(date: string, period: ActPeriod, steps: number): string {
  if (period === 'weekly') return addDays(date, 7 * steps);
  return period === 'twice_monthly'
    ? shiftHalves(date, steps)
    : shiftMonths(date, (period === 'quarterly' ? 3 : 1) * steps);
}

function shiftMonths(date: string, months: number): string {
  const { year, month, day } = partsOf(date);
  const to = monthAt(year * 12 + (month - 1) + months);
  const length = daysInMonth(to.year, to.month);
  const isLast = day === daysInMonth(year, month);
  return dateOf(to.year, to.month, isLast ? length : Math.min(day, length));
}

const HALF = 15;

function shiftHalves(date: string, halves: number): string {
  const { year, month, day } = partsOf(date);
  const second = day > HALF ? 1 : 0;
  const isLast = day === (second ? daysInMonth(year, month) : HALF);
  const at = (year * 12 + (month - 1)) * 2 + second + halves;
  const to = monthAt(Math.floor(at / 2));
  const [first, last] = at % 2 ? [HALF + 1, daysInMonth(to.year, to.month)] : [1, HALF];
  const into = day - (second ? HALF + 1 : 1);
  return dateOf(to.year, to.month, isLast ? last : Math.min(first + into, last));
}

function partsOf(date: string): { year: number; month: number; day: number } {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return { year, month, day };
}

function monthAt(months: number): { year: number; month: number } {
  return { year: Math.floor(months / 12), month: (months % 12) + 1 };
}

function dateOf(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
