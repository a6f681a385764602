import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Handle } from '../../platform/db/database.ts';
import { findAccount, findOpenPlan, listOpenCommissions } from './tariff.queries.ts';

/** The number of the plan that a company is on; null where it has none. */
export async function findTariffPlanId(db: Handle, company_id: number): Promise<number | null> {
  return (await findOpenPlan(db, company_id))?.id ?? null;
}

/** Percents of the plans that companies are on, of those that have one. */
export async function findCommissions(
  db: Handle,
  company_ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await listOpenCommissions(db, company_ids);
  // Hundredths, as tiyn are.
  return new Map(
    rows.map(({ company_id, commission_bp }) => [company_id, formatMoney(BigInt(commission_bp))]),
  );
}

/** Whether the tariff of a company lets it pay through a bank; without a tariff it may. */
export async function isBankConnected(db: Handle, company_id: number): Promise<boolean> {
  return (await findOpenPlan(db, company_id))?.banking_integration_enabled ?? true;
}

/** The limit of a company with a tariff is changed by the tariff, which bills it. */
export async function mustHaveNoTariff(db: Handle, company_id: number): Promise<void> {
  if (await findAccount(db, company_id)) throw new Problem('tariff.limit_of_tariff');
}
