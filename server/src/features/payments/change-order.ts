import { mayDecide } from '@kelisim/shared/features/payments/order-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { mayCancelRest, momentOf, moveOrder, type OrderRow } from './move-order.ts';
import { lockOrderOf } from './orders.queries.ts';
import { assertNotEarly, restOf, settleOrder } from './settle-order.ts';

/**
 * Takes back an order that was not sent, or gives up what is left of one that was settled in part; a second time is the
 * same. The act can then be paid again, with its balance.
 */
export async function cancelOrder(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  order_id: number,
): Promise<void> {
  const order = orNotFound(await lockOrderOf(tx, actor.company_id, order_id));
  if (order.status === 'cancelled') return;
  const by = { side: 'business', user_id: actor.user_id, company_id: actor.company_id } as const;
  const action = mayCancelRest(order, parts.clock.now()) ? 'cancel_rest' : 'cancel';
  if (!(await moveOrder(tx, order, action, by))) throw new Problem('payment.sent');
}

/** Says by hand what became of an order: of one in a file at any time, of another when its bank is silent. */
export async function decideOrder(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  order_id: number,
  input: { outcome: 'settled' | 'rejected'; reason: string; date?: string | undefined },
): Promise<void> {
  const order = orNotFound(await lockOrderOf(tx, actor.company_id, order_id));
  if (order.status === input.outcome && order.decided_by !== null) {
    // Another day is no repeat: what is settled stays on the day that was stated.
    if (order.status === 'settled' && input.date && input.date !== order.settled_on)
      throw new Problem('payment.wrong_state');
    return;
  }
  if (!mayDecide(momentOf(order, parts.clock.now())))
    throw new Problem(
      ['sending', 'unknown', 'accepted'].includes(order.status)
        ? 'payment.bank_follows'
        : 'payment.wrong_state',
    );
  const by = { side: 'business', user_id: actor.user_id, company_id: actor.company_id } as const;
  const reason = input.reason.trim();
  const day = statedDay(parts, order, input.date);
  const moved =
    input.outcome === 'settled'
      ? await settleOrder(tx, order, { amount_tiyn: restOf(order), day, operation_id: null }, by, reason)
      : await moveOrder(tx, order, 'reject', by, reason);
  if (!moved) throw new Problem('payment.wrong_state');
}

/** The bank's day as a user states it: today when omitted, never in the future or before the order was sent. */
function statedDay(parts: Parts, order: OrderRow, date: string | undefined): string {
  const today = almatyDate(parts.clock.now());
  if (date === undefined) return today;
  if (date > today) throw new Problem('payment.day_ahead', { field: 'date' });
  assertNotEarly(order, date, 'date');
  return date;
}
