import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { lockActOf } from '../acts/public.ts';
import { hideObligation } from '../obligations/public.ts';
import { listActsOfAdvances, undoAdvances } from './advances.queries.ts';
import { followAct, moveOrder, type OrderMover, type OrderRow } from './move-order.ts';
import { lockOrderOf } from './orders.queries.ts';
import { findLiveOrder } from './payments.queries.ts';
import { changeSettled } from './return-money.ts';
import { isWithheldOtherwise, lockSettlementsOf, sumSettled, undoSettlement } from './settlements.queries.ts';
import { lockOperation, settleOperation } from './statements.queries.ts';

/**
 * Undoes the match of an operation: what it settled is open again, what came back by it is settled again, and its
 * advances are gone with all that was set off from them, and a tax or contribution is as it was told before. What had been stated before the statement stays. From then on
 * only a person matches this operation.
 */
export async function takeBack(tx: Tx, actor: CompanyActor, operation_id: number): Promise<void> {
  const { company_id, user_id } = actor;
  const operation = orNotFound(await lockOperation(tx, company_id, operation_id));
  if (operation.state !== 'matched') return;
  const by: OrderMover = { side: 'business', user_id, company_id };
  const settlements = await lockSettlementsOf(tx, company_id, operation_id);
  for (const settlement of settlements) {
    const order = (await lockOrderOf(tx, company_id, settlement.order_id))!;
    if (settlement.amount_tiyn < 0n)
      await assertMayRestore(tx, order, -settlement.amount_tiyn - settlement.withheld_tiyn);
    else if (settlement.stated_on === null) await assertMayReopen(tx, order, settlement.amount_tiyn);
    await undoSettlement(tx, settlement, user_id);
    // What came later took the whole tenge that this left: without it the act would be covered by what nobody paid, or not whole.
    if (await isWithheldOtherwise(tx, company_id, order.id))
      throw new Problem(settlement.amount_tiyn > 0n ? 'statement.returned' : 'statement.paid_again');
    await reopenOrder(tx, order, by);
  }
  // Acts are locked before advances, as where they are paid.
  for (const act_id of await listActsOfAdvances(tx, company_id, operation_id))
    await lockActOf(tx, company_id, act_id);
  for (const act_id of await undoAdvances(tx, company_id, operation_id, user_id))
    await followAct(tx, company_id, act_id, by);
  await hideObligation(tx, operation, user_id);
  await settleOperation(tx, company_id, operation_id, { state: 'unmatched', left_to_person: true }, user_id);
}

/** Writes what is settled of an order now, and moves it to where that leaves it. */
async function reopenOrder(tx: Tx, order: OrderRow, by: OrderMover): Promise<void> {
  const settled = await sumSettled(tx, order.company_id, order.id);
  const isWhole = settled.settled_tiyn === order.amount_tiyn;
  if (order.status === 'settled' && !isWhole) await moveOrder(tx, order, 'unsettle', by, null, settled);
  else if (order.status === 'rejected' && isWhole) await moveOrder(tx, order, 'restore', by, null, settled);
  // Of an order paid in parts, the last of which came after the return.
  else if (order.status === 'accepted' && isWhole) await moveOrder(tx, order, 'settle', by, null, settled);
  else await changeSettled(tx, order, settled, by);
}

/** What came back of a debit shows that it was this order; and an order is open again only where no other of its act is. */
async function assertMayReopen(tx: Tx, order: OrderRow, amount_tiyn: bigint): Promise<void> {
  await lockActOf(tx, order.company_id, order.act_id);
  if (amount_tiyn > order.settled_tiyn) throw new Problem('statement.returned');
  if (order.status === 'settled' && (await hasOtherOpen(tx, order)))
    throw new Problem('statement.paid_again');
}

/** Money that came back, with what was withheld of it, may have been sent again since: then it cannot be as if it had never come back. */
async function assertMayRestore(tx: Tx, order: OrderRow, amount_tiyn: bigint): Promise<void> {
  const act = (await lockActOf(tx, order.company_id, order.act_id))!;
  if (act.status === 'annulled' || act.status === 'annulment_requested')
    throw new Problem('statement.annulled');
  if ((await hasOtherOpen(tx, order)) || act.covered_tiyn + amount_tiyn > act.amount_tiyn)
    throw new Problem('statement.paid_again');
}

async function hasOtherOpen(tx: Tx, order: OrderRow): Promise<boolean> {
  const live = await findLiveOrder(tx, order.company_id, order.act_id);
  return live !== undefined && live.id !== order.id;
}
