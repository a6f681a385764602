import { stateTable, type Move } from '../../kernel/state-machine.ts';
import type { EmployeeRight } from '../../kernel/rights.ts';

export const ACT_STATUSES = [
  'draft',
  'sent',
  'signed_by_business',
  'signed_by_executor',
  'signed',
  'returned',
  'annulment_requested',
  'annulled',
  'paying',
  'paid',
] as const;
export type ActStatus = (typeof ACT_STATUSES)[number];

export const ACT_ACTIONS = [
  'edit',
  'send',
  'sign',
  'return',
  'recall',
  'annul',
  'refuse_annulment',
  'pay',
  'settle',
  'reject_payment',
  'record_refund',
  'delete',
  'restore',
  'attach',
  'detach',
] as const;
export type ActAction = (typeof ACT_ACTIONS)[number];

/** `clock` makes and sends recurring acts, `support` brings deleted ones back. */
export const ACT_SIDES = ['business', 'executor', 'bank', 'clock', 'support'] as const;
export type ActSide = (typeof ACT_SIDES)[number];

function moves(from: ActStatus[], action: ActAction, by: ActSide[], to: ActStatus | 'same') {
  return from.flatMap((state) =>
    by.map((side): Move<ActStatus, ActAction, ActSide> => ({
      from: state,
      action,
      by: side,
      to: to === 'same' ? state : to,
    })),
  );
}

/** The moves of decisions 5. Server, screens and the check constraint of the table all follow this one. */
export const actTable = stateTable<ActStatus, ActAction, ActSide>(ACT_STATUSES, [
  ...moves(['draft', 'returned'], 'edit', ['business'], 'same'),
  ...moves(['draft', 'returned'], 'send', ['business'], 'sent'),
  ...moves(['draft'], 'send', ['clock'], 'sent'),
  ...moves(['sent'], 'sign', ['executor'], 'signed_by_executor'),
  ...moves(['signed_by_business'], 'sign', ['executor'], 'signed'),
  ...moves(['sent'], 'sign', ['business'], 'signed_by_business'),
  ...moves(['signed_by_executor'], 'sign', ['business'], 'signed'),
  ...moves(['sent', 'signed_by_business'], 'return', ['executor'], 'returned'),
  ...moves(['sent', 'signed_by_business'], 'recall', ['business'], 'draft'),
  ...moves(
    ['sent', 'signed_by_business', 'signed_by_executor', 'annulment_requested'],
    'annul',
    ['business', 'executor'],
    'annulled',
  ),
  ...moves(['signed'], 'annul', ['business', 'executor'], 'annulment_requested'),
  ...moves(['annulment_requested'], 'refuse_annulment', ['business', 'executor'], 'signed'),
  ...moves(['signed'], 'pay', ['business'], 'paying'),
  ...moves(['paying'], 'settle', ['bank', 'business'], 'paid'),
  ...moves(['paying'], 'reject_payment', ['bank', 'business'], 'signed'),
  // Only of an act over less than nothing: the money has come back.
  ...moves(['signed'], 'record_refund', ['business'], 'paid'),
  ...moves(['draft', 'returned', 'annulled'], 'delete', ['business'], 'same'),
  ...moves(['draft', 'returned', 'annulled'], 'restore', ['support'], 'same'),
  // Files beside the act: no part of what is signed, yet nobody takes one away from under a signature.
  ...moves(
    ACT_STATUSES.filter((status) => status !== 'annulled'),
    'attach',
    ['business', 'executor'],
    'same',
  ),
  ...moves(['draft', 'sent', 'returned'], 'detach', ['business', 'executor'], 'same'),
]);

/** Ids on the wire (`status_id`); they never change once given. */
export const ACT_STATUS_IDS: Record<ActStatus, number> = {
  draft: 1,
  sent: 2,
  signed_by_business: 3,
  signed_by_executor: 4,
  signed: 5,
  returned: 6,
  annulment_requested: 7,
  annulled: 8,
  paying: 9,
  paid: 10,
};

export function actStatusOfId(status_id: number): ActStatus | null {
  return ACT_STATUSES.find((status) => ACT_STATUS_IDS[status] === status_id) ?? null;
}

/** The right an employee needs for each action; a director and an executor have them all. */
export const ACT_ACTION_RIGHT: Partial<Record<ActAction, EmployeeRight>> = {
  edit: 'manage_acts',
  send: 'manage_acts',
  recall: 'manage_acts',
  delete: 'manage_acts',
  attach: 'manage_acts',
  detach: 'manage_acts',
  annul: 'sign',
  refuse_annulment: 'sign',
  sign: 'sign',
  pay: 'pay',
  settle: 'pay',
  reject_payment: 'pay',
  record_refund: 'pay',
};

/** What decides beside the state: who asked for an annulment, and who is to sign first. */
export interface ActMoment {
  status: ActStatus;
  annulment_requested_by: 'business' | 'executor' | null;
  executor_signs_first: boolean;
  /** It takes back what was paid: there is nothing to pay. */
  is_below_zero?: boolean;
}

/**
 * The state an action leads to, or null. The same function shows the button and guards the deed: who asked for an
 * annulment cannot answer it, a company may want the executor to sign first, and nothing is paid for less than nothing.
 */
export function nextActStatus(act: ActMoment, action: ActAction, by: ActSide): ActStatus | null {
  const next = actTable.next(act.status, action, by);
  if (next === null) return null;
  if (act.status === 'annulment_requested' && act.annulment_requested_by === by) return null;
  if (action === 'sign' && by === 'business' && act.status === 'sent' && act.executor_signs_first)
    return null;
  if (action === 'pay' && act.is_below_zero) return null;
  if (action === 'record_refund' && !act.is_below_zero) return null;
  return next;
}

/** Paid-by-hand moves belong to orders; files beside an act have buttons of their own. */
const NO_BUTTONS: readonly ActAction[] = ['settle', 'reject_payment', 'attach', 'detach'];

/** What this person may do with the act now; screens show buttons by it. */
export function actActions(
  act: ActMoment,
  by: 'business' | 'executor',
  rights: ReadonlySet<EmployeeRight> | 'all',
): ActAction[] {
  return actTable.actions(act.status, by).filter((action) => {
    if (NO_BUTTONS.includes(action)) return false;
    const right = ACT_ACTION_RIGHT[action];
    if (by === 'business' && rights !== 'all' && right && !rights.has(right)) return false;
    return nextActStatus(act, action, by) !== null;
  });
}

/**
 * States in which an act waits for the signature of a side («pending my signature», decisions 5). A company that wants
 * the executor first is not waited for before he has signed.
 */
export function pendingSignStatuses(
  side: 'business' | 'executor',
  executor_signs_first = false,
): ActStatus[] {
  if (side === 'executor') return ['sent', 'signed_by_business'];
  return executor_signs_first ? ['signed_by_executor'] : ['sent', 'signed_by_executor'];
}

/** The least sum that can be paid, as filters of a list write it: a correcting act may take money back. */
export const LEAST_PAID = '0.01';

/**
 * «К оплате»: the states from which a company can pay now, together with a sum of at least `LEAST_PAID`. An act whose
 * order is under way or whose annulment is asked for is not among them.
 */
export const TO_PAY_STATUSES: readonly ActStatus[] = ACT_STATUSES.filter(
  (status) => actTable.next(status, 'pay', 'business') !== null,
);

/** What an executor has signed and has not been paid for yet. */
export const COMING_STATUSES: readonly ActStatus[] = ['signed_by_executor', ...TO_PAY_STATUSES, 'paying'];

/** Signed by both, whatever came after with the money. */
export const BOTH_SIGNED: readonly ActStatus[] = ['signed', 'annulment_requested', 'paying', 'paid'];
