import type { TariffPreview } from '@kelisim/shared/features/tariff/tariff.contract.ts';
import type { Change, PlanType, Terms } from '@kelisim/shared/features/tariff/tariff-calendar.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { getTerms } from './change-tariff.ts';
import { readStanding, toChange } from './settle-tariff.ts';
import { findOpenPlan, listWaiting, type PlanRow } from './tariff.queries.ts';
import { foresee, readOwed, sumOwed, toForeseen } from './tariff.view.ts';

export interface Input {
  company_id: number;
  scheduled_for?: string | undefined;
  plan_type_id?: number | undefined;
  period_id?: number | undefined;
  price_per_executor?: string | undefined;
  executor_limit_count?: number | undefined;
}

/** Goes through the days to come twice, without the change and with it. Nothing is written. */
export async function previewTariff(
  parts: Pick<Parts, 'clock' | 'config' | 'db'>,
  input: Input,
): Promise<TariffPreview> {
  const { db } = parts;
  const { company_id } = input;
  const { today, entries } = await readOwed(parts, db, company_id);
  const date = input.scheduled_for ?? today;
  if (date < today) throw new Problem('tariff.past', { field: 'scheduled_for' });
  const plan = await findOpenPlan(db, company_id);
  if (!plan) throw new Problem('tariff.none');
  const waiting: Change[] = (await listWaiting(db, company_id)).map(toChange);
  const wished = await toWished(parts, plan, input, date);
  const at = waiting.findIndex((change) => change.date > date);
  const changes = at < 0 ? [...waiting, wished] : waiting.toSpliced(at, 0, wished);
  const go = async (asked: readonly Change[]) => {
    const { standing } = await readStanding(parts, db, company_id);
    // A day to come may lie behind many periods; what is told begins with it.
    return foresee(standing, asked, date).filter((step) => step.date >= date);
  };
  const before = await go(waiting);
  const after = await go(changes);
  const onDay = after.filter((step) => step.date === date);
  const credit_tiyn = onDay.reduce((sum, step) => sum + (step.step === 'end' ? step.credit_tiyn : 0n), 0n);
  return {
    scheduled_for: date,
    charges: toForeseen(onDay, today),
    credit_amount: formatMoney(credit_tiyn),
    pending_amount: formatMoney(sumOwed(entries)),
    before: toForeseen(before, today),
    after: toForeseen(after, today),
  };
}

async function toWished(
  { db }: Pick<Parts, 'db'>,
  plan: PlanRow,
  input: Input,
  date: string,
): Promise<Change> {
  const limit = input.executor_limit_count ?? null;
  const is_plan = [input.plan_type_id, input.period_id, input.price_per_executor].some(
    (one) => one !== undefined,
  );
  if (!is_plan) {
    if (limit === null) throw new Problem('missing_field', { field: 'executor_limit_count' });
    return { kind: 'limit', date, limit, source: null };
  }
  const { plan_type, months } = await getTerms(db, {
    plan_type_id: input.plan_type_id ?? plan.plan_type_id,
    period_id: input.period_id ?? plan.period_id,
  });
  const price_tiyn = input.price_per_executor
    ? parseMoney(input.price_per_executor)!
    : plan.price_per_executor_tiyn;
  const terms: Terms = { plan_type: plan_type as PlanType, months, price_tiyn };
  return { kind: 'plan', date, limit, terms, source: null };
}
