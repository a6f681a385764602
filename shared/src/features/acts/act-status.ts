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
  'delete',
] as const;
export type ActAction = (typeof ACT_ACTIONS)[number];

export type ActSide = 'business' | 'executor' | 'bank';

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
  ...moves(['draft', 'returned', 'annulled'], 'delete', ['business'], 'same'),
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
  annul: 'sign',
  refuse_annulment: 'sign',
  sign: 'sign',
  pay: 'pay',
  settle: 'pay',
  reject_payment: 'pay',
};

/** What decides beside the state: who asked for an annulment, and who is to sign first. */
export interface ActMoment {
  status: ActStatus;
  annulment_requested_by: 'business' | 'executor' | null;
  executor_signs_first: boolean;
}

/**
 * The state an action leads to, or null. The same function shows the button and guards the deed: who asked for an
 * annulment cannot answer it, and a company may want the executor to sign first.
 */
export function nextActStatus(act: ActMoment, action: ActAction, by: ActSide): ActStatus | null {
  const next = actTable.next(act.status, action, by);
  if (next === null) return null;
  if (act.status === 'annulment_requested' && act.annulment_requested_by === by) return null;
  if (action === 'sign' && by === 'business' && act.status === 'sent' && act.executor_signs_first)
    return null;
  return next;
}

/** What this person may do with the act now; screens show buttons by it. Paid-by-hand moves belong to orders. */
export function actActions(
  act: ActMoment,
  by: 'business' | 'executor',
  rights: ReadonlySet<EmployeeRight> | 'all',
): ActAction[] {
  return actTable.actions(act.status, by).filter((action) => {
    if (action === 'settle' || action === 'reject_payment') return false;
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

/** Signed by both, whatever came after with the money. */
export const BOTH_SIGNED: readonly ActStatus[] = ['signed', 'annulment_requested', 'paying', 'paid'];
