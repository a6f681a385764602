import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { moveOrder } from './move-order.ts';
import { lockOrderOf } from './orders.queries.ts';
import { lockOperation, settleOperation } from './statements.queries.ts';

/** A person says that this operation is that order. The sums must be the same; the rest he has looked at. */
export async function matchOperation(
  tx: Tx,
  actor: CompanyActor,
  operation_id: number,
  order_id: number,
): Promise<void> {
  const operation = await lockOperation(tx, actor.company_id, operation_id);
  const order = operation && (await lockOrderOf(tx, actor.company_id, order_id));
  if (!operation || !order) throw new Problem('not_found');
  if (operation.state === 'matched') {
    if (operation.order_id === order_id) return;
    throw new Problem('statement.matched');
  }
  if (operation.direction !== 'out' || operation.amount_tiyn !== order.amount_tiyn)
    throw new Problem('statement.other_sum', { field: 'order_id' });
  const by = { side: 'business', user_id: actor.user_id, company_id: actor.company_id } as const;
  if (!(await moveOrder(tx, order, 'settle', by))) throw new Problem('payment.wrong_state');
  await settleOperation(tx, actor.company_id, operation_id, { state: 'matched', order_id }, actor.user_id);
}

/** Says that an operation is about no order, or takes that back. */
export async function setAside(
  tx: Tx,
  actor: CompanyActor,
  operation_id: number,
  input: { is_set_aside: boolean; note?: string | null | undefined },
): Promise<void> {
  const operation = await lockOperation(tx, actor.company_id, operation_id);
  if (!operation) throw new Problem('not_found');
  if (operation.state === 'matched') throw new Problem('statement.matched');
  await settleOperation(
    tx,
    actor.company_id,
    operation_id,
    { state: input.is_set_aside ? 'set_aside' : 'unmatched', note: input.note?.trim() || null },
    actor.user_id,
  );
}
