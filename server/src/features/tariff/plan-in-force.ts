import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle } from '../../platform/db/database.ts';
import { findAccount, findOpenPlan } from './tariff.queries.ts';

/** The number of the plan that a company is on; null where it has none. */
export async function findTariffPlanId(db: Handle, company_id: number): Promise<number | null> {
  return (await findOpenPlan(db, company_id))?.id ?? null;
}

/** Whether the tariff of a company lets it pay through a bank; without a tariff it may. */
export async function isBankConnected(db: Handle, company_id: number): Promise<boolean> {
  return (await findOpenPlan(db, company_id))?.banking_integration_enabled ?? true;
}

/** The limit of a company with a tariff is changed by the tariff, which bills it. */
export async function mustHaveNoTariff(db: Handle, company_id: number): Promise<void> {
  if (await findAccount(db, company_id)) throw new Problem('tariff.limit_of_tariff');
}
