import { nextActStatus, type ActAction, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import {
  mayDecide,
  orderTable,
  SILENCE_MINUTES,
  type OrderAction,
  type OrderMoment,
  type OrderSide,
} from '@kelisim/shared/features/payments/order-status.ts';
import type { Selectable } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { lockActsOf, moveActs } from '../acts/public.ts';
import { setOrder, setStatusFrom } from './payments.queries.ts';
import { setCovered, sumCovered } from './settlements.queries.ts';

export type OrderRow = Selectable<Tables['payment_orders']>;

/** Who says what became of an order: the bank, or a person by hand. */
export interface OrderMover {
  side: OrderSide;
  user_id: number | null;
  company_id: number | null;
}

export const theBank: OrderMover = { side: 'bank', user_id: null, company_id: null };

export interface OrderMoved {
  /** What is settled after the move; as before when omitted. */
  settled_tiyn?: bigint;
  settled_on?: string | null;
}

/** What a bank says of orders and moves no money by, so that no act follows: that it took them, or nothing (`lose`). */
export function noteAnswer(
  db: Handle,
  order_ids: readonly number[],
  action: 'accept' | 'lose',
): Promise<void> {
  const to = action === 'accept' ? 'accepted' : 'unknown';
  const from = orderTable.states.filter((state) => orderTable.next(state, action, theBank.side) === to);
  return setStatusFrom(db, order_ids, from, to);
}

/**
 * Moves one order and its money: asks the table of moves, writes the order, and lets its act follow in the same
 * transaction. False when the move may not happen from here. Beside it only taking for sending, `noteAnswer` and
 * `settleWhole` change the state of an order.
 */
export async function moveOrder(
  tx: Tx,
  order: OrderRow,
  action: Exclude<OrderAction, 'send' | 'accept' | 'lose'>,
  by: OrderMover,
  reason: string | null = null,
  moved: OrderMoved = {},
): Promise<boolean> {
  const to = orderTable.next(order.status, action, by.side);
  if (to === null) return false;
  await setOrder(tx, order.id, { status: to, reason, decided_by: by.user_id, ...moved });
  await followAct(tx, order.company_id, order.act_id, by, reason);
  return true;
}

/** What leads an act from one state of its money to another. */
const ACT_MOVES: Partial<Record<ActStatus, Partial<Record<ActStatus, ActAction>>>> = {
  paying: { paid: 'settle', signed: 'reject_payment' },
  signed: { paid: 'settle', paying: 'reopen_payment' },
  paid: { paying: 'reopen_payment', signed: 'return_payment' },
};

/**
 * Reckons again what is covered of acts, and moves each to where its money stands: paid when nothing is left, paying
 * while an order is open, signed with its balance otherwise.
 */
export async function followActs(
  tx: Tx,
  company_id: number,
  act_ids: readonly number[],
  by: OrderMover,
  note: string | null = null,
): Promise<void> {
  const acts = await lockActsOf(tx, company_id, act_ids);
  if (acts.length < act_ids.length) throw new Error('money of an act that is not there');
  const sums = await sumCovered(tx, company_id, act_ids);
  const now = acts.map((act) => ({ act, ...sums.get(act.id)! }));
  const moves = now.flatMap(({ act, covered_tiyn, is_under_way }) => {
    const to = is_under_way ? 'paying' : covered_tiyn === act.amount_tiyn ? 'paid' : 'signed';
    // An annulment that was asked for is answered first; the balance is right whatever comes of it.
    if (act.status === to || act.status === 'annulment_requested') return [];
    const action = ACT_MOVES[act.status]?.[to];
    if (!action || nextActStatus({ ...act, executor_signs_first: false }, action, by.side) !== to)
      throw new Error(`money of act ${act.id}, which is ${act.status}`);
    return [{ act, to, action, covered_tiyn } as const];
  });
  const moved = new Set(moves.map(({ act }) => act.id));
  await setCovered(
    tx,
    company_id,
    now.filter(({ act, covered_tiyn }) => covered_tiyn !== act.covered_tiyn && !moved.has(act.id)),
  );
  for (const [action, of] of Map.groupBy(moves, (move) => move.action))
    await moveActs(tx, of, action, { ...by, ip: null }, { note });
}

export const followAct = (
  tx: Tx,
  company_id: number,
  act_id: number,
  by: OrderMover,
  note: string | null = null,
): Promise<void> => followActs(tx, company_id, [act_id], by, note);

export function momentOf(order: OrderRow, now: Date): OrderMoment {
  const since = order.sent_at ?? order.created_at;
  return {
    status: order.status,
    channel: order.channel,
    is_silent: order.status !== 'created' && now.getTime() - since.getTime() > SILENCE_MINUTES * 60_000,
  };
}

/** True for an order settled in part whose rest a user may give up: the bank does not follow it, or has long been silent. */
export function mayCancelRest(order: OrderRow, now: Date): boolean {
  return order.settled_tiyn > 0n && order.status === 'accepted' && mayDecide(momentOf(order, now));
}

/** True for an order whose bank has been silent for so long that somebody has to ask it. */
export function needsPerson(order: OrderRow, now: Date): boolean {
  const moment = momentOf(order, now);
  return order.channel === 'bank' && moment.is_silent && mayDecide(moment);
}
