import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Tx } from '../../platform/db/database.ts';
import { getCompany } from '../../platform/db/get-company.ts';

/**
 * A paper whose other side has closed can only be signed when that side signed it before: else nobody could ever
 * countersign it (decision 0056).
 */
export async function assertOtherSide(
  tx: Tx,
  paper: { company_id: number; contractor_company_id: number; status: string },
  side: 'business' | 'executor',
): Promise<void> {
  if (paper.status !== 'sent') return;
  const other = side === 'business' ? paper.contractor_company_id : paper.company_id;
  const { status } = await getCompany(tx, other, ['status']);
  if (status === 'deleted') throw new Problem('signature.other_side_closed');
}
