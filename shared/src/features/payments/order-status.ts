import { stateTable, type Move } from '../../kernel/state-machine.ts';

export const ORDER_STATUSES = [
  'created',
  'sending',
  'unknown',
  'accepted',
  'settled',
  'rejected',
  'cancelled',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDER_ACTIONS = [
  'send',
  'cancel',
  'lose',
  'accept',
  'settle',
  'settle_part',
  'reject',
  'cancel_rest',
  'unsettle',
  'return',
  'restore',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** `bank` is its answer or its statement, `business` a user who enters what they know. */
export type OrderSide = 'bank' | 'business';

type OrderMove = Move<OrderStatus, OrderAction, OrderSide>;
const to = (from: OrderStatus[], action: OrderAction, by: OrderSide[], next: OrderStatus): OrderMove[] =>
  from.flatMap((state) => by.map((side) => ({ from: state, action, by: side, to: next })));

/**
 * The moves of decisions 8. `sending` of an order that goes by file means that it stands in a file; from there the
 * statement or a person says what became of it. Nothing leads from `unknown` back to being sent. An order that is
 * settled in part stays `accepted` until the rest comes, is rejected or is given up. `unsettle` undoes a match, `return`
 * is money that the payee's bank gave back, `restore` undoes that.
 */
export const orderTable = stateTable<OrderStatus, OrderAction, OrderSide>(ORDER_STATUSES, [
  ...to(['created'], 'send', ['business', 'bank'], 'sending'),
  ...to(['created'], 'cancel', ['business'], 'cancelled'),
  ...to(['sending'], 'lose', ['bank'], 'unknown'),
  ...to(['sending', 'unknown'], 'accept', ['bank'], 'accepted'),
  ...to(['sending', 'unknown', 'accepted'], 'settle', ['bank', 'business'], 'settled'),
  ...to(['sending', 'unknown', 'accepted'], 'settle_part', ['bank', 'business'], 'accepted'),
  ...to(['sending', 'unknown', 'accepted'], 'reject', ['bank', 'business'], 'rejected'),
  ...to(['accepted'], 'cancel_rest', ['business'], 'cancelled'),
  ...to(['settled'], 'unsettle', ['business'], 'accepted'),
  ...to(['settled'], 'return', ['business'], 'rejected'),
  ...to(['rejected'], 'restore', ['business'], 'settled'),
]);

/** Orders of which money may still come: one per act. */
export const OPEN_ORDERS = ['created', 'sending', 'unknown', 'accepted'] as const satisfies OrderStatus[];
/** Those of them that a bank may have carried out. */
export const AT_BANK = ['sending', 'unknown', 'accepted'] as const satisfies OrderStatus[];

/** An order of which the bank has said nothing for so long is handed to a person (decisions 8, fault F10). */
export const SILENCE_MINUTES = 30;

export const PAYMENT_CHANNELS = ['bank', 'file'] as const;
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number];

/** What an operation of a statement is that concerns no order. */
export const SET_ASIDE_KINDS = ['commission', 'own_transfer', 'other'] as const;
export type SetAsideKind = (typeof SET_ASIDE_KINDS)[number];

/** Kinds of files that banks take. */
export const PAYMENT_FILE_FORMATS = ['1c', 'mt102', 'mt100', 'xlsx'] as const;

/** What of an order decides whether a person may say by hand what became of it. */
export interface OrderMoment {
  status: OrderStatus;
  channel: PaymentChannel;
  /** Nothing was heard of it for `SILENCE_MINUTES`. */
  is_silent: boolean;
}

/** Of an order that a bank follows a person may speak only after a long silence; of one in a file at any time. */
export function mayDecide(order: OrderMoment): boolean {
  if (orderTable.next(order.status, 'settle', 'business') === null) return false;
  return order.channel === 'file' || order.is_silent;
}
