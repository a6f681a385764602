import type { Used } from '@kelisim/shared/features/taxes/limits.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle } from '../../platform/db/database.ts';
import { sumPaidInMonth } from './ledger.queries.ts';
import { reckonYearSoFar } from './withhold.ts';

/** What a customer has used of the bounds that a person has, with what open orders will pay; no other customer is counted. */
export async function countLimits(
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
  return {
    self_employed_month_tiyn: await sumPaidInMonth(db, executor_id, day, company_id),
    lower_rate_tiyn: year?.taxed_tiyn ?? null,
    deduction_tiyn: year?.deduction_tiyn ?? null,
  };
}
