import { MOST_MONTHS } from '@kelisim/shared/features/statistics/statistics.contract.ts';
import { STEP_STATUSES, STEPS, type Step } from '@kelisim/shared/features/statistics/statistics-steps.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import { addUp, listTopParties, sumByMonth, type MonthTotal, type Total } from './totals.queries.ts';

const MONTHS = 12;
const MOST_PARTIES = 10;

export interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

/** The figures of the statistics page, month by month without a hole. */
export async function readStatistics(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  actor: CompanyActor,
  asked: Period,
) {
  const to = asked.to ?? almatyDate(clock.now()).slice(0, 7);
  const from = asked.from ?? addMonths(to, 1 - MONTHS);
  const names = monthsBetween(from, to);
  const [totals, parties] = await Promise.all([
    sumByMonth(db, actor, from, to),
    listTopParties(db, actor, STEP_STATUSES.signed, { from, to }, MOST_PARTIES),
  ]);
  const byMonth = Map.groupBy(totals, (total) => total.month);
  return {
    from,
    to,
    total: stepsOf(totals),
    hours_to_sign: hoursToSign(totals),
    months: names.map((month) => {
      const own = byMonth.get(month) ?? [];
      return { month, ...stepsOf(own), hours_to_sign: hoursToSign(own) };
    }),
    parties: parties.map(({ company_id, name, bin, paid_tiyn, ...signed }) => ({
      id: company_id,
      name,
      bin,
      signed: toView(signed),
      paid_amount: formatMoney(paid_tiyn),
    })),
  };
}
function stepsOf(totals: readonly MonthTotal[]): Record<Step, { count: number; amount: string }> {
  const acts = totals.filter(({ measure }) => measure !== 'time_to_sign');
  const of = (step: Step) =>
    step === 'made'
      ? acts
      : acts.filter(({ measure }) => (STEP_STATUSES[step] as readonly string[]).includes(measure));
  return Object.fromEntries(STEPS.map((step) => [step, toView(addUp(of(step)))])) as Record<
    Step,
    { count: number; amount: string }
  >;
}

/** With one decimal: six minutes are as near as anybody asks. */
function hoursToSign(totals: readonly MonthTotal[]): number | null {
  const signed = totals.filter(({ measure }) => measure === 'time_to_sign');
  const count = signed.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return Math.round(signed.reduce((sum, one) => sum + one.seconds, 0) / count / 360) / 10;
}

const toView = ({ count, sum_tiyn }: Total) => ({ count, amount: formatMoney(sum_tiyn) });

function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to && months.length <= MOST_MONTHS; month = addMonths(month, 1))
    months.push(month);
  if (months.length === 0 || months.length > MOST_MONTHS)
    throw new Problem('field.months', { field: 'from' });
  return months;
}

function addMonths(month: string, by: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}
