import { LIMIT_KINDS, type LimitKind, type Used } from '@kelisim/shared/features/taxes/limits.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle } from '../../platform/db/database.ts';
import { sumDeclared } from '../taxes/public.ts';
import { listPayers } from './income.queries.ts';
import { sumPaidInMonth, sumTurnover } from './ledger.queries.ts';
import { reckonYearSoFar } from './reckon-months.ts';

interface Counted {
  company_id: number;
  executor_id: number;
  day: string;
}

/**
 * What has been used of the bounds that an executor has, with what open orders will pay and what was told of before Kelisim.
 * Of one customer: no other one is counted. Of the executor (`company_id` null): month and turnover of all, the year of each.
 */
export async function countLimits(
  db: Handle,
  { company_id, executor_id, day }: Omit<Counted, 'company_id'> & { company_id: number | null },
): Promise<(Used & { company: { id: number; name: string } | null })[]> {
  const whole = await countWhole(db, { company_id, executor_id, day });
  if (company_id !== null) {
    const year = await countYear(db, { company_id, executor_id, day });
    return [{ company: null, ...whole, ...year }];
  }
  const years = [];
  for (const { id, name } of await listPayers(db, executor_id))
    years.push({
      company: { id, name },
      ...(await countYear(db, { company_id: id, executor_id, day })),
    });
  return [{ company: null, ...whole }, ...years];
}

/** What the law counts over all customers: the month of the self-employed, the turnover of a supplier; those asked for. */
export async function countWhole(
  db: Handle,
  { company_id, executor_id, day }: Omit<Counted, 'company_id'> & { company_id: number | null },
  kinds: readonly LimitKind[] = LIMIT_KINDS,
): Promise<Used> {
  const [month, year] = [day.slice(0, 7), day.slice(0, 4)];
  return {
    ...(kinds.includes('self_employed_month') && {
      self_employed_month_tiyn:
        (await sumPaidInMonth(db, executor_id, day, company_id)) +
        (await sumDeclared(db, executor_id, { kind: 'self_employed', period: month }, company_id)),
    }),
    ...(kinds.includes('vat_threshold') && {
      vat_threshold_tiyn:
        (await sumTurnover(db, executor_id, year, company_id)) +
        (await sumDeclared(db, executor_id, { kind: 'turnover', period: year }, company_id)),
    }),
  };
}

/** What the law counts at each customer by itself. */
export async function countYear(db: Handle, { company_id, executor_id, day }: Counted): Promise<Used> {
  const year = await reckonYearSoFar(db, { company_id, executor_ids: [executor_id] }, day).catch(
    (error: unknown) => {
      // The rest of what is known of the person is shown all the same.
      if (error instanceof Problem && error.code === 'taxes.no_figures') return null;
      throw error;
    },
  );
  return { lower_rate_tiyn: year?.taxed_tiyn ?? null, deduction_tiyn: year?.deduction_tiyn ?? null };
}
