import type { NoticeKind } from '@kelisim/shared/features/notices/notices.contract.ts';
import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import { listReached, tellPerson } from '../notices/public.ts';
import { getCompany } from '../../platform/db/get-company.ts';

interface Told {
  id: number;
  company_id: number;
  contractor_company_id: number;
  number: string;
}

type ContractNotice = Extract<NoticeKind, `contract_${string}`>;

/**
 * Tells a side of a contract what has become of it: of a company its director and those who keep its contracts. `once` names the event, so that nobody is told twice.
 */
export async function tellParty(
  parts: Parts,
  tx: Tx,
  document: Told,
  side: 'business' | 'executor',
  kind: ContractNotice,
  { date = '', once, not_before = null }: { date?: string; once: string; not_before?: Date | null },
): Promise<void> {
  const [own, other] =
    side === 'business'
      ? [document.company_id, document.contractor_company_id]
      : [document.contractor_company_id, document.company_id];
  const { name } = await getCompany(tx, other, ['name']);
  for (const person of await listReached(tx, own, ['manage_contracts']))
    await tellPerson(parts, tx, person, {
      kind,
      company_id: own,
      words: { number: document.number, party: plainName(name), ...(date && { date }) },
      path: `/lk/${side}/contracts/${document.id}`,
      once: `${document.id}:${once}`,
      not_before,
    });
}
