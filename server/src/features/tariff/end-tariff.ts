import { endPlan } from '@kelisim/shared/features/tariff/tariff-calendar.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { keepSteps, readStanding, settleTariff } from './settle-tariff.ts';
import { spreadCredit } from './spread-credit.ts';
import { tariffDay } from './tariff-day.ts';
import { closePlan, findAccount, listWaiting, setChange } from './tariff.queries.ts';

/**
 * A company is being closed, and still there: from today nothing is billed, what was planned is called off, and the
 * days left come back as a credit, which is taken off what it owes of the days before: that it goes on owing. Again is
 * the same.
 */
export async function endTariff(
  parts: Pick<Parts, 'clock' | 'config'>,
  tx: Tx,
  company_id: number,
): Promise<void> {
  // What has come due by now comes first, and the company is locked with it.
  await settleTariff(parts, tx, company_id);
  const account = await findAccount(tx, company_id);
  if (!account) return;
  const today = tariffDay(parts, account);
  const cancelled_at = parts.clock.now();
  for (const change of await listWaiting(tx, company_id)) await setChange(tx, change, { cancelled_at });
  const { standing, plan_id } = await readStanding(parts, tx, company_id);
  if (plan_id === null) return;
  await keepSteps(parts, tx, company_id, endPlan(standing, today), plan_id);
  await closePlan(tx, company_id, addDays(today, -1));
  await spreadCredit(parts, tx, company_id);
}
