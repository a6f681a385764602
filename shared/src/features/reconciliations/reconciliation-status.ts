import { tableOf, type Deed } from '../../kernel/deeds.ts';

/** What is stored. Once both may sign, the rest follows the state of their document. */
export const RECONCILIATION_STATUSES = ['sent', 'agreed', 'differences', 'withdrawn'] as const;
export type ReconciliationStatus = (typeof RECONCILIATION_STATUSES)[number];

/** What is shown for each counterparty, in the order of its way; `agreed` has its paper, with differences or without. */
export const RECONCILIATION_STATES = [
  'to_send',
  'sent',
  'not_answered',
  'differences',
  'agreed',
  'signed_by_one',
  'signed',
  'refused',
] as const;
export type ReconciliationState = (typeof RECONCILIATION_STATES)[number];

export const RECONCILIATION_DEEDS = {
  agree: { moves: [{ from: ['sent', 'differences'], by: ['executor'], to: 'agreed' }] },
  differ: { moves: [{ from: ['sent', 'differences'], by: ['executor'], to: 'differences' }] },
  remind: { right: 'manage_acts', many: true, moves: [{ from: ['sent'], by: ['business'], to: 'same' }] },
  /** To sign with the differences in the paper. */
  issue: { right: 'manage_acts', moves: [{ from: ['differences'], by: ['business'], to: 'same' }] },
  /** To send again with other rows, before anybody can sign. */
  withdraw: {
    right: 'manage_acts',
    moves: [{ from: ['sent', 'differences', 'agreed'], by: ['business'], to: 'withdrawn' }],
  },
} as const satisfies Record<string, Deed<ReconciliationStatus, 'business' | 'executor'>>;
export type ReconciliationAction = keyof typeof RECONCILIATION_DEEDS;

export const reconciliationTable = tableOf<
  ReconciliationStatus,
  ReconciliationAction,
  'business' | 'executor'
>(RECONCILIATION_STATUSES, RECONCILIATION_DEEDS);

/** What a side may do now. A paper that was refused may be sent again; otherwise a paper ends the talking. */
export function mayReconcile(
  status: ReconciliationStatus,
  action: ReconciliationAction,
  by: 'business' | 'executor',
  paper: { is_refused: boolean } | null,
): boolean {
  if (paper && !(paper.is_refused && action === 'withdraw')) return false;
  return reconciliationTable.next(status, action, by) !== null;
}
