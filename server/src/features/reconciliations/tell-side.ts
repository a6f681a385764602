import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import { listReached, tellPerson } from '../notices/public.ts';
import { getCompany } from '../../platform/db/get-company.ts';

interface Told {
  id: number;
  company_id: number;
  executor_company_id: number;
  date_from: string;
  date_to: string;
}

/** Tells the executor that there is something to check, or the company that it was answered. */
export async function tellSide(
  parts: Pick<Parts, 'config'>,
  tx: Tx,
  { id, company_id, executor_company_id, date_from, date_to }: Told,
  side: 'business' | 'executor',
  { once, not_before = null }: { once: string; not_before?: Date | null },
): Promise<void> {
  const [own, other] =
    side === 'business' ? [company_id, executor_company_id] : [executor_company_id, company_id];
  const { name } = await getCompany(tx, other, ['name']);
  for (const person of await listReached(tx, own, ['manage_acts']))
    await tellPerson(parts, tx, person, {
      kind: side === 'executor' ? 'reconciliation_sent' : 'reconciliation_answered',
      company_id: own,
      words: { party: plainName(name), period: `${formatDate(date_from)}–${formatDate(date_to)}` },
      path: `/lk/${side}/reconciliation/acts/${id}`,
      once: `${id}:${once}`,
      not_before,
    });
}
