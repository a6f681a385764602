import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockPlaces } from '../executors/public.ts';
import { settleTariff } from './settle-tariff.ts';
import { tariffDay } from './tariff-day.ts';
import { ensureAccount, findAccount, findBusiness, setAccount } from './tariff.queries.ts';

/** Makes it another day for the tariff of a company, as only a sandbox can; what falls due until then is settled. */
export async function moveDay(
  parts: Parts,
  tx: Tx,
  { company_id, day }: { company_id: number; day: string },
) {
  await lockPlaces(tx, company_id);
  if (!(await findBusiness(tx, company_id))) throw new Problem('not_found');
  await ensureAccount(tx, company_id);
  const today = tariffDay(parts, await findAccount(tx, company_id));
  if (day < today || day > addDays(today, 1_000)) throw new Problem('tariff.past', { field: 'day' });
  await setAccount(tx, company_id, { sandbox_day: day });
  await settleTariff(parts, tx, company_id);
}
