import { documentActions } from '@kelisim/shared/features/documents/document-status.ts';
import {
  mayReconcile,
  RECONCILIATION_DEEDS,
  type ReconciliationAction,
  type ReconciliationState,
} from '@kelisim/shared/features/reconciliations/reconciliation-status.ts';
import type { ReconciliationSummary } from '@kelisim/shared/features/reconciliations/reconciliations.contract.ts';
import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import type { Tone } from '../../ui/status-dot.tsx';

export type Side = 'business' | 'executor';

/** Who looks: their side and what they may do. */
export interface Viewer {
  side: Side;
  rights: ReadonlySet<EmployeeRight>;
}

export const TONES: Record<ReconciliationState, Tone> = {
  to_send: 'quiet',
  sent: 'accent',
  not_answered: 'attention-ring',
  differences: 'attention',
  agreed: 'accent',
  signed_by_one: 'half',
  signed: 'good-ring',
  refused: 'bad-ring',
};

type Row = Pick<ReconciliationSummary, 'status' | 'document'>;

/** Whether the viewer's signature is the next one. */
export const maySign = ({ document }: Row, { side, rights }: Viewer): boolean =>
  document !== null &&
  documentActions(
    document.status,
    side,
    side === 'executor' ? 'all' : rights,
    null,
    'reconciliation',
  ).includes('sign');

/** Whether the viewer may do it now; the server asks the same table. */
export function may({ status, document }: Row, action: ReconciliationAction, viewer: Viewer): boolean {
  const deed = RECONCILIATION_DEEDS[action];
  if (viewer.side === 'business' && 'right' in deed && !viewer.rights.has(deed.right)) return false;
  const paper = document && { is_refused: document.status === 'refused' };
  return mayReconcile(status, action, viewer.side, paper);
}

export type SayKey =
  | 'sent'
  | 'not_answered'
  | 'differences'
  | 'to_sign'
  | 'signed_by_me'
  | 'signed'
  | 'refused';

/** Which sentence says the state to this side. */
export function sayOf(
  { state, document }: Pick<ReconciliationSummary, 'state' | 'document'>,
  side: Side,
): SayKey {
  if (state === 'signed' || state === 'refused' || !document)
    return state === 'to_send' || state === 'agreed' || state === 'signed_by_one' ? 'sent' : state;
  return document.status === `signed_by_${side}` ? 'signed_by_me' : 'to_sign';
}
