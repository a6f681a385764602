import type { SetAsideKind } from '@kelisim/shared/features/payments/order-status.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { moneyOnPaper } from '../../platform/money-on-paper.ts';
import { isShownAs, showObligation, type ObligationInput } from '../obligations/public.ts';
import { addAdvance, findAdvanceOf, isExecutorOf } from './advances.queries.ts';
import type { OrderMover, OrderRow } from './move-order.ts';
import { listExecutorsOfOrders, lockOrderOf } from './orders.queries.ts';
import { returnMoney } from './return-money.ts';
import { coverOpenings } from './set-off-advances.ts';
import { confirmSettled, restOf, sentOn, settleOrder } from './settle-order.ts';
import { findFirstPaid, lockSettlementsOf } from './settlements.queries.ts';
import { lockOperation, settleOperation, type OperationRow } from './statements.queries.ts';

/** What a user says that an operation is. */
export interface MatchInput {
  /** Orders in the order in which the money is given to them; without a sum as much as is left of each. */
  orders: readonly { order_id: number; amount_tiyn?: bigint | undefined }[];
  /** Whose advance the remainder is; when omitted, of the one executor of the orders. */
  advance_to?: number | null | undefined;
  /** Instead of orders: a tax or contribution of a month. */
  obligation?: ObligationInput | undefined;
}

/**
 * A user states that this operation is these orders: a debit settles them, wholly or in part, and what remains is an
 * advance of their executor; a credit is money of them that came back. Or it is a tax or contribution, paid or come back. An
 * operation is matched wholly or not at all.
 */
export async function matchOperation(
  tx: Tx,
  actor: CompanyActor,
  operation_id: number,
  wish: MatchInput,
): Promise<void> {
  const { company_id, user_id } = actor;
  const operation = orNotFound(await lockOperation(tx, company_id, operation_id));
  if (operation.state === 'matched') {
    if (await isMatchedTo(tx, operation, wish)) return;
    throw new Problem('statement.matched');
  }
  if (operation.currency !== 'KZT') throw new Problem('statement.other_currency');
  if (wish.obligation) {
    if (wish.orders.length > 0 || wish.advance_to) throw new Problem('bad_input', { field: 'obligation' });
    await showObligation(tx, operation, wish.obligation);
    await settleOperation(tx, company_id, operation_id, { state: 'matched' }, user_id);
    return;
  }
  const orders = await lockOrders(tx, company_id, wish);
  const by: OrderMover = { side: 'business', user_id, company_id };
  if (operation.direction === 'in') await returnToOrders(tx, operation, orders, by);
  else await payOrders(tx, operation, orders, wish.advance_to ?? null, by);
  await settleOperation(tx, company_id, operation_id, { state: 'matched' }, user_id);
}

type Wished = { order: OrderRow; amount_tiyn: bigint | undefined };

/** Locked in the order of their ids, so that two matches do not wait for each other; answered as they were wished. */
async function lockOrders(tx: Tx, company_id: number, { orders }: MatchInput): Promise<Wished[]> {
  const locked = new Map<number, OrderRow>();
  for (const order_id of orders.map(({ order_id }) => order_id).toSorted((a, b) => a - b)) {
    if (locked.has(order_id)) throw new Problem('bad_input', { field: 'orders' });
    const order = orNotFound(await lockOrderOf(tx, company_id, order_id));
    locked.set(order_id, order);
  }
  return orders.map(({ order_id, amount_tiyn }) => ({ order: locked.get(order_id)!, amount_tiyn }));
}

async function isMatchedTo(tx: Tx, operation: OperationRow, wish: MatchInput): Promise<boolean> {
  const { company_id, id, direction } = operation;
  if (wish.obligation) return wish.orders.length === 0 && isShownAs(tx, operation, wish.obligation);
  const now = await lockSettlementsOf(tx, company_id, id);
  const advance = await findAdvanceOf(tx, company_id, id);
  const wished = new Map(wish.orders.map(({ order_id, amount_tiyn }) => [order_id, amount_tiyn]));
  const isOrders =
    now.length === wished.size &&
    now.every(({ order_id, amount_tiyn }) => {
      const part = direction === 'in' ? -amount_tiyn : amount_tiyn;
      return wished.has(order_id) && (wished.get(order_id) ?? part) === part;
    });
  const isAdvance = !advance || !wish.advance_to || advance.executor_company_id === wish.advance_to;
  // Of no order and no advance it is a tax or contribution, or another match.
  return isOrders && isAdvance && (now.length > 0 || advance !== undefined);
}

async function payOrders(
  tx: Tx,
  operation: OperationRow,
  wished: readonly Wished[],
  advance_to: number | null,
  by: OrderMover,
): Promise<void> {
  let left = operation.amount_tiyn;
  for (const { order, amount_tiyn } of wished) {
    const most = order.status === 'settled' ? order.amount_tiyn : restOf(order);
    const part = amount_tiyn ?? (most < left ? most : left);
    if (part <= 0n || part > left) throw new Problem('statement.other_sum', { field: 'orders' });
    const { id, day } = operation;
    if (day < sentOn(order))
      throw new Problem('statement.early', { field: 'orders', values: { date: formatDate(sentOn(order)) } });
    // What was stated may be more than is left: another part was undone since.
    if (!(await confirmSettled(tx, order, { id, day, amount_tiyn: part }))) {
      if (part > most) throw new Problem('statement.other_sum', { field: 'orders' });
      if (!(await settleOrder(tx, order, { amount_tiyn: part, day, operation_id: id }, by)))
        throw new Problem('payment.wrong_state');
    }
    left -= part;
  }
  if (left === 0n) return;
  const { company_id } = operation;
  const executor_company_id = advance_to ?? (await onlyExecutor(tx, company_id, wished));
  if (executor_company_id === null)
    throw new Problem('statement.remainder', { field: 'advance_to', values: { amount: moneyOnPaper(left) } });
  if (!(await isExecutorOf(tx, company_id, executor_company_id))) throw new Problem('not_found');
  await addAdvance(tx, {
    company_id,
    executor_company_id,
    operation_id: operation.id,
    amount_tiyn: left,
    day: operation.day,
    made_by: by.user_id,
  });
  await coverOpenings(
    tx,
    { company_id, executor_company_id, operation_id: operation.id },
    { day: operation.day, user_id: by.user_id },
  );
}

async function onlyExecutor(tx: Tx, company_id: number, wished: readonly Wished[]): Promise<number | null> {
  const executors = await listExecutorsOfOrders(
    tx,
    company_id,
    wished.map(({ order }) => order.id),
  );
  return executors.length === 1 ? executors[0]! : null;
}

async function returnToOrders(
  tx: Tx,
  operation: OperationRow,
  wished: readonly Wished[],
  by: OrderMover,
): Promise<void> {
  let left = operation.amount_tiyn;
  for (const { order, amount_tiyn } of wished) {
    const part = amount_tiyn ?? (order.settled_tiyn < left ? order.settled_tiyn : left);
    if (part <= 0n || part > left || part > order.settled_tiyn)
      throw new Problem('statement.other_sum', { field: 'orders' });
    const paid_on = await findFirstPaid(tx, operation.company_id, order.id);
    if (paid_on !== null && operation.day < paid_on)
      throw new Problem('statement.return_early', { field: 'orders', values: { date: formatDate(paid_on) } });
    await returnMoney(tx, order, { amount_tiyn: part, day: operation.day, operation_id: operation.id }, by);
    left -= part;
  }
  if (left > 0n) throw new Problem('statement.other_sum', { field: 'orders' });
}

/** Says that an operation is about no order, or takes that back. */
export async function setAside(
  tx: Tx,
  actor: CompanyActor,
  operation_id: number,
  input: {
    is_set_aside: boolean;
    kind?: SetAsideKind | undefined;
    note?: string | null | undefined;
  },
): Promise<void> {
  const operation = orNotFound(await lockOperation(tx, actor.company_id, operation_id));
  if (operation.state === 'matched') throw new Problem('statement.matched');
  await settleOperation(
    tx,
    actor.company_id,
    operation_id,
    input.is_set_aside
      ? { state: 'set_aside', kind: input.kind ?? 'other', note: input.note?.trim() || null }
      : { state: 'unmatched', left_to_person: true },
    actor.user_id,
  );
}
