import type { Used } from '@kelisim/shared/features/taxes/limits.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle } from '../../platform/db/database.ts';
import { sumDeclared } from '../taxes/public.ts';
import { listPayers } from './income.queries.ts';
import { sumPaidInMonth } from './ledger.queries.ts';
import { reckonYearSoFar } from './withhold.ts';

/**
 * What has been used of the bounds that a person has, with what open orders will pay and what was told of before Kelisim.
 * Of one customer: no other one is counted. Of the person (`company_id` null): the month of all, the year of each.
 */
export async function countLimits(
  db: Handle,
  { company_id, executor_id, day }: { company_id: number | null; executor_id: number; day: string },
): Promise<(Used & { company: { id: number; name: string } | null })[]> {
  const month = day.slice(0, 7);
  const self_employed_month_tiyn =
    (await sumPaidInMonth(db, executor_id, day, company_id)) +
    (await sumDeclared(db, executor_id, month, company_id));
  if (company_id !== null) {
    const year = await countYear(db, { company_id, executor_id, day });
    return [{ company: null, self_employed_month_tiyn, ...year }];
  }
  const years = [];
  for (const { id, name } of await listPayers(db, executor_id))
    years.push({
      company: { id, name },
      ...(await countYear(db, { company_id: id, executor_id, day })),
    });
  return [{ company: null, self_employed_month_tiyn }, ...years];
}

async function countYear(
  db: Handle,
  { company_id, executor_id, day }: { company_id: number; executor_id: number; day: string },
): Promise<Used> {
  const year = await reckonYearSoFar(db, { company_id, executor_ids: [executor_id] }, day).catch(
    (error: unknown) => {
      // The rest of what is known of the person is shown all the same.
      if (error instanceof Problem && error.code === 'taxes.no_figures') return null;
      throw error;
    },
  );
  return { lower_rate_tiyn: year?.taxed_tiyn ?? null, deduction_tiyn: year?.deduction_tiyn ?? null };
}
