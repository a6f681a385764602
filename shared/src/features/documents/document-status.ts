import { stateTable, type Move } from '../../kernel/state-machine.ts';
import type { EmployeeRight } from '../../kernel/rights.ts';

export const DOCUMENT_STATUSES = [
  'draft',
  'sent',
  'signed_by_business',
  'signed_by_executor',
  'signed',
  'expired',
  'terminated',
  'refused',
  'signed_by_hand',
  'deleted',
] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

export const DOCUMENT_STATUS_IDS: Record<DocumentStatus, number> = {
  draft: 1,
  sent: 2,
  signed_by_business: 3,
  signed_by_executor: 4,
  signed: 5,
  expired: 6,
  terminated: 7,
  refused: 8,
  signed_by_hand: 9,
  deleted: 10,
};

export const DOCUMENT_ACTIONS = [
  'replace',
  'send',
  'sign',
  'sign_by_hand',
  'confirm_hand',
  'dispute_hand',
  'accept_hand',
  'uphold_hand',
  'reject_hand',
  'refuse',
  'terminate',
  'expire',
  'delete',
] as const;
export type DocumentAction = (typeof DOCUMENT_ACTIONS)[number];
/** `clock` is the product itself, `support` an administrator of the platform who decides a dispute. */
export type DocumentSide = 'business' | 'executor' | 'clock' | 'support';

type DocumentMove = Move<DocumentStatus, DocumentAction, DocumentSide>;
const move = (
  from: DocumentStatus,
  action: DocumentAction,
  by: DocumentSide,
  to: DocumentStatus,
): DocumentMove => ({
  from,
  action,
  by,
  to,
});

/** The moves of decisions 4. The file is frozen at `sent`: both sides sign the same bytes. */
export const documentTable = stateTable<DocumentStatus, DocumentAction, DocumentSide>(DOCUMENT_STATUSES, [
  move('draft', 'replace', 'business', 'draft'),
  move('refused', 'replace', 'business', 'draft'),
  move('draft', 'send', 'business', 'sent'),
  move('sent', 'sign', 'business', 'signed_by_business'),
  move('sent', 'sign', 'executor', 'signed_by_executor'),
  move('signed_by_business', 'sign', 'executor', 'signed'),
  move('signed_by_executor', 'sign', 'business', 'signed'),
  move('sent', 'refuse', 'executor', 'refused'),
  move('signed_by_business', 'refuse', 'executor', 'refused'),
  // On paper: the company shows the scan; the executor confirms or disputes it, or lets five working days pass.
  move('draft', 'sign_by_hand', 'business', 'signed_by_hand'),
  move('sent', 'sign_by_hand', 'business', 'signed_by_hand'),
  move('signed_by_business', 'sign_by_hand', 'business', 'signed_by_hand'),
  move('signed_by_executor', 'sign_by_hand', 'business', 'signed_by_hand'),
  move('signed_by_hand', 'confirm_hand', 'executor', 'signed'),
  move('signed_by_hand', 'accept_hand', 'clock', 'signed'),
  move('signed_by_hand', 'dispute_hand', 'executor', 'signed_by_hand'),
  // Silence counted as consent, and he says only now that it is not his hand.
  move('signed', 'dispute_hand', 'executor', 'signed_by_hand'),
  move('signed_by_hand', 'uphold_hand', 'support', 'signed'),
  move('signed_by_hand', 'reject_hand', 'support', 'refused'),
  move('signed', 'expire', 'clock', 'expired'),
  move('signed', 'terminate', 'business', 'terminated'),
  move('draft', 'delete', 'business', 'deleted'),
  move('refused', 'delete', 'business', 'deleted'),
]);

export const DOCUMENT_ACTION_RIGHT: Partial<Record<DocumentAction, EmployeeRight>> = {
  replace: 'manage_contracts',
  send: 'manage_contracts',
  sign_by_hand: 'manage_contracts',
  delete: 'manage_contracts',
  terminate: 'manage_contracts',
  sign: 'sign',
};

/** How a signature on paper stands: nobody has said anything, it is disputed, or it is settled. */
export type HandState = 'waiting' | 'disputed' | 'settled';

/** What this person may do with the contract now. `hand` is null where nothing was signed on paper. */
export function documentActions(
  status: DocumentStatus,
  by: 'business' | 'executor',
  rights: ReadonlySet<EmployeeRight> | 'all',
  hand: HandState | null = null,
): DocumentAction[] {
  return documentTable.actions(status, by).filter((action) => {
    if ((action === 'confirm_hand' || action === 'dispute_hand') && hand !== 'waiting') return false;
    const right = DOCUMENT_ACTION_RIGHT[action];
    return by === 'executor' || rights === 'all' || !right || rights.has(right);
  });
}

/** Contract types of decisions 4. */
export const DOCUMENT_TYPES = ['services', 'gph', 'framework', 'addendum', 'nda', 'other'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
