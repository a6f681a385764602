import { mayDecide } from '@kelisim/shared/features/payments/order-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { momentOf, moveOrder } from './move-order.ts';
import { lockOrderOf } from './orders.queries.ts';

/** Takes back an order that was not sent; a second time is the same. */
export async function cancelOrder(tx: Tx, actor: CompanyActor, order_id: number): Promise<void> {
  const order = await lockOrderOf(tx, actor.company_id, order_id);
  if (!order) throw new Problem('not_found');
  if (order.status === 'cancelled') return;
  const by = { side: 'business', user_id: actor.user_id, company_id: actor.company_id } as const;
  if (!(await moveOrder(tx, order, 'cancel', by))) throw new Problem('payment.sent');
}

/** Says by hand what became of an order: of one in a file at any time, of another when its bank is silent. */
export async function decideOrder(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  order_id: number,
  input: { outcome: 'settled' | 'rejected'; reason: string },
): Promise<void> {
  const order = await lockOrderOf(tx, actor.company_id, order_id);
  if (!order) throw new Problem('not_found');
  if (order.status === input.outcome && order.decided_by !== null) return;
  if (!mayDecide(momentOf(order, parts.clock.now())))
    throw new Problem(
      ['sending', 'unknown', 'accepted'].includes(order.status)
        ? 'payment.bank_follows'
        : 'payment.wrong_state',
    );
  const by = { side: 'business', user_id: actor.user_id, company_id: actor.company_id } as const;
  const action = input.outcome === 'settled' ? 'settle' : 'reject';
  if (!(await moveOrder(tx, order, action, by, input.reason.trim())))
    throw new Problem('payment.wrong_state');
}
