import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { OrderRow } from './move-order.ts';
import { lockOrderOf, setOrderWords } from './orders.queries.ts';

/** Until it is sent or approved. An approval names the version that was shown, so an edit before it is refused there. */
export function mayEdit(order: Pick<OrderRow, 'status' | 'approved_by'>): boolean {
  return order.status === 'created' && order.approved_by === null;
}

/** Corrects what a bank reads of an order beside the sum and the accounts. */
export async function editOrder(
  tx: Tx,
  actor: CompanyActor,
  order_id: number,
  { knp, purpose }: { knp: string; purpose: string },
): Promise<void> {
  const order = orNotFound(await lockOrderOf(tx, actor.company_id, order_id));
  if (!mayEdit(order)) throw new Problem('payment.sent');
  await setOrderWords(tx, order.id, { knp, purpose: purpose.replace(/\s+/g, ' ').trim() });
}
