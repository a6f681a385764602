import { orderTable } from '@kelisim/shared/features/payments/order-status.ts';
import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Tx } from '../../platform/db/database.ts';
import { followActs, moveOrder, theBank, type OrderMover, type OrderRow } from './move-order.ts';
import { addSettlements, findStated, showSettlement, sumSettled } from './settlements.queries.ts';
import { setOrder, setSettled } from './payments.queries.ts';

export interface Settled {
  amount_tiyn: bigint;
  /** The bank's day, `YYYY-MM-DD`. */
  day: string;
  /** Null: the bank answered or a user states it. */
  operation_id: number | null;
}

export const restOf = (order: OrderRow): bigint => order.amount_tiyn - order.settled_tiyn;

/** On which an order went to the bank, or was made. */
export const sentOn = (order: OrderRow): string => almatyDate(order.sent_at ?? order.created_at);

/** @throws Problem when a user states a day of the bank on which the order had not been sent */
export function assertNotEarly(order: OrderRow, day: string, field: string): void {
  const sent = sentOn(order);
  if (day < sent) throw new Problem('payment.day_early', { field, values: { date: formatDate(sent) } });
}

/**
 * Counts money that went out for a locked order: in part it stays open, with the last part it is settled. False when
 * its state takes no money or the sum is more than is left of it.
 */
export async function settleOrder(
  tx: Tx,
  order: OrderRow,
  { amount_tiyn, day, operation_id }: Settled,
  by: OrderMover,
  reason: string | null = null,
): Promise<boolean> {
  if (amount_tiyn <= 0n || amount_tiyn > restOf(order)) return false;
  const action = amount_tiyn === restOf(order) ? 'settle' : 'settle_part';
  const settled_tiyn = order.settled_tiyn + amount_tiyn;
  const settled_on = order.settled_on !== null && order.settled_on > day ? order.settled_on : day;
  if (orderTable.next(order.status, action, by.side) === null) return false;
  const { company_id, id: order_id } = order;
  // Before the move: the act that follows counts what is withheld with this money.
  await addSettlements(tx, company_id, [{ order_id, operation_id, amount_tiyn, day }], by.user_id);
  return moveOrder(tx, order, action, by, reason, { settled_tiyn, settled_on });
}

/** Whether the bank may have carried out the whole of an order, of which nothing is settled yet. */
export const isWholeOpen = (order: OrderRow): boolean =>
  restOf(order) === order.amount_tiyn && orderTable.next(order.status, 'settle', theBank.side) === 'settled';

/** The bank has carried out whole orders, each by one operation or as it answered: `settleOrder` of many at once. */
export async function settleWhole(
  tx: Tx,
  company_id: number,
  paid: readonly { order: OrderRow; operation_id: number | null; day: string }[],
): Promise<void> {
  if (paid.length === 0) return;
  for (const { order } of paid)
    if (!isWholeOpen(order)) throw new Error(`order ${order.id} was matched and takes no money`);
  const rows = paid.map(({ order: { id: order_id, amount_tiyn }, operation_id, day }) => {
    return { order_id, operation_id, amount_tiyn, day };
  });
  await addSettlements(tx, company_id, rows, null);
  await setSettled(tx, company_id, rows);
  const act_ids = [...new Set(paid.map(({ order }) => order.act_id))];
  await followActs(tx, company_id, act_ids, theBank);
}

/**
 * A statement shows an operation of a locked order that is settled already, because the bank answered or somebody said so:
 * the day of the statement counts from now on. False when nothing of that sum was stated.
 */
export async function confirmSettled(
  tx: Tx,
  order: OrderRow,
  operation: { id: number; day: string; amount_tiyn: bigint },
): Promise<boolean> {
  const stated = await findStated(tx, order.company_id, order.id, operation.amount_tiyn);
  if (!stated) return false;
  await showSettlement(tx, order.company_id, stated.id, operation);
  await recountOrder(tx, order);
  return true;
}

/** Rewrites the last day of an order's money from its settlements; its sum must be as it was. */
async function recountOrder(tx: Tx, order: OrderRow): Promise<void> {
  const { settled_tiyn, settled_on } = await sumSettled(tx, order.company_id, order.id);
  if (settled_tiyn !== order.settled_tiyn) throw new Problem('payment.wrong_state');
  await setOrder(tx, order.id, {
    status: order.status,
    reason: order.reason,
    decided_by: order.decided_by,
    settled_tiyn,
    settled_on,
  });
}
