import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle } from '../../platform/db/database.ts';
import { billNumber } from './bill-number.ts';
import { findAccount, listUnpaid } from './tariff.queries.ts';
import { tenge } from './tenge.ts';

/** Throws `tariff.overdue` (402) where a bill is so late that nothing new is begun; signing and paying never ask. */
export async function assertNotBehind(db: Handle, company_id: number): Promise<void> {
  const account = await findAccount(db, company_id);
  if (!account || account.blocked_since === null) return;
  const [oldest] = await listUnpaid(db, [company_id]);
  if (!oldest) return;
  const { id, amount_tiyn, credit_tiyn, payment_due_date } = oldest;
  throw new Problem('tariff.overdue', {
    values: {
      number: billNumber(id),
      amount: tenge(amount_tiyn - credit_tiyn),
      due: formatDate(payment_due_date),
    },
  });
}
