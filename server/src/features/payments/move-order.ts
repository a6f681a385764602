import {
  mayDecide,
  orderTable,
  SILENCE_MINUTES,
  type OrderAction,
  type OrderMoment,
  type OrderSide,
} from '@kelisim/shared/features/payments/order-status.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { lockActOf, moveAct } from '../acts/public.ts';
import { setOrder } from './payments.queries.ts';

export type OrderRow = Selectable<Tables['payment_orders']>;

/** Who says what became of an order: the bank, or a person by hand. */
export interface OrderMover {
  side: OrderSide;
  user_id: number | null;
  company_id: number | null;
}

export const theBank: OrderMover = { side: 'bank', user_id: null, company_id: null };

/** What follows for the act from a move of its order. */
const actMoves = { settle: 'settle', reject: 'reject_payment', cancel: 'reject_payment' } as const;

/**
 * The only place where the state of an order changes after it is made, but for taking it for sending: asks the table of
 * moves, writes the order, and moves its act in the same transaction. False when the move may not happen from here.
 */
export async function moveOrder(
  tx: Tx,
  order: OrderRow,
  action: Exclude<OrderAction, 'send'>,
  by: OrderMover,
  reason: string | null = null,
): Promise<boolean> {
  const to = orderTable.next(order.status, action, by.side);
  if (to === null) return false;
  await setOrder(tx, order.id, {
    status: to,
    reason,
    settled: to === 'settled',
    decided_by: by.user_id,
  });
  if (action === 'accept' || action === 'lose') return true;
  const act = await lockActOf(tx, order.company_id, order.act_id);
  if (!act) throw new Error('a payment order without its act');
  const mover = { ...by, ip: null };
  await moveAct(tx, act, actMoves[action], mover, { note: reason });
  return true;
}

export function momentOf(order: OrderRow, now: Date): OrderMoment {
  const since = order.sent_at ?? order.created_at;
  return {
    status: order.status,
    channel: order.channel,
    is_silent: order.status !== 'created' && now.getTime() - since.getTime() > SILENCE_MINUTES * 60_000,
  };
}

/** True for an order whose bank has been silent for so long that somebody has to ask it. */
export function needsPerson(order: OrderRow, now: Date): boolean {
  const moment = momentOf(order, now);
  return order.channel === 'bank' && moment.is_silent && mayDecide(moment);
}
