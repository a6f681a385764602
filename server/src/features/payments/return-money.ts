import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Tx } from '../../platform/db/database.ts';
import { followAct, moveOrder, type OrderMover, type OrderRow } from './move-order.ts';
import { setOrder } from './payments.queries.ts';
import type { Settled } from './settle-order.ts';
import { addSettlements } from './settlements.queries.ts';

/**
 * Money of a locked order came back from the payee's bank: an order that was settled is rejected after the fact, and its
 * act can be paid again with its balance; one that was paid in part has less of it.
 */
export async function returnMoney(
  tx: Tx,
  order: OrderRow,
  { amount_tiyn, day, operation_id }: Settled,
  by: OrderMover,
): Promise<void> {
  const { company_id, id: order_id } = order;
  const settled_tiyn = order.settled_tiyn - amount_tiyn;
  const returned = { order_id, operation_id, amount_tiyn: -amount_tiyn, day };
  await addSettlements(tx, company_id, [returned], by.user_id);
  if (order.status === 'settled') {
    if (!(await moveOrder(tx, order, 'return', by, null, { settled_tiyn, settled_on: day })))
      throw new Problem('payment.wrong_state');
  } else {
    await changeSettled(tx, order, { settled_tiyn, settled_on: day }, by);
  }
}

/** Changes what is settled of an order whose state stays; its act follows. */
export async function changeSettled(
  tx: Tx,
  order: OrderRow,
  settled: { settled_tiyn: bigint; settled_on: string | null },
  by: OrderMover,
): Promise<void> {
  const { status, reason, decided_by } = order;
  await setOrder(tx, order.id, { status, reason, decided_by, ...settled });
  await followAct(tx, order.company_id, order.act_id, by);
}
