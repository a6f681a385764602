import {
  documentActions,
  DOCUMENT_DEEDS,
  isContract,
} from '@kelisim/shared/features/documents/document-status.ts';
import type {
  DocumentButton,
  DocumentStatus,
  PaperType,
} from '@kelisim/shared/features/documents/document-status.ts';
import type { DocumentRow } from '@kelisim/shared/features/documents/documents.contract.ts';
import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import type { Tone } from '../../ui/status-dot.tsx';

export type Side = 'business' | 'executor';

/** Who looks: their side and what they may do. */
export interface Viewer {
  side: Side;
  rights: ReadonlySet<EmployeeRight>;
}

const tones: Record<DocumentStatus, Tone> = {
  draft: 'quiet',
  sent: 'accent',
  signed_by_business: 'half',
  signed_by_executor: 'half',
  signed: 'good-ring',
  expired: 'quiet',
  terminated: 'bad-ring',
  refused: 'bad-ring',
  signed_by_hand: 'half',
  deleted: 'quiet',
};

export type DocumentDeed = DocumentButton | 'renew';

/** States from which the same may be agreed again with other dates. */
export function isRenewable(row: Pick<DocumentRow, 'status' | 'type'>): boolean {
  const { code } = row.status;
  if (row.type.code === 'addendum' || !isContract(row.type.code)) return false;
  return code === 'signed' || code === 'expired' || code === 'terminated';
}

/** True while the next step is this side's signature, whoever of the company may give it. */
export function waitsFor(status: DocumentStatus, side: Side, type: PaperType = 'other'): boolean {
  return documentActions(status, side, 'all', null, type).includes('sign');
}

/** «Ждёт вас» in amber only for those who can do something about it. */
export function toneOf(status: DocumentStatus, viewer: Viewer, type: PaperType = 'other'): Tone {
  const right = DOCUMENT_DEEDS.sign.right;
  const may = viewer.side === 'executor' || viewer.rights.has(right);
  return may && waitsFor(status, viewer.side, type) ? 'attention' : tones[status];
}

export type SayKey =
  | Exclude<DocumentStatus, 'sent' | 'signed_by_business' | 'signed_by_executor'>
  | 'sent_business'
  | 'sent_executor'
  | 'signed_by_me'
  | 'signed_by_other'
  | 'signed_until'
  | 'signed_by_both'
  | 'refused_executor'
  | `certificate_${'sent' | 'signed' | 'refused'}_${Side}`;

/** What has an end, but for papers of a period that is over. */
interface Dated extends Pick<DocumentRow, 'status' | 'end_date'> {
  type: { code: PaperType };
}

/** Which sentence says the state to this side. */
export function sayOf(document: Dated, side: Side, today: string): SayKey {
  const { code } = document.status;
  if (
    document.type.code === 'income_certificate' &&
    (code === 'sent' || code === 'signed' || code === 'refused')
  )
    return `certificate_${code}_${side}`;
  switch (code) {
    case 'sent':
      return side === 'business' ? 'sent_business' : 'sent_executor';
    case 'signed_by_business':
      return side === 'business' ? 'signed_by_me' : 'signed_by_other';
    case 'signed_by_executor':
      return side === 'executor' ? 'signed_by_me' : 'signed_by_other';
    case 'signed':
      if (document.type.code === 'reconciliation') return 'signed_by_both';
      return document.end_date < today ? 'expired' : 'signed_until';
    case 'refused':
      return side === 'executor' ? 'refused_executor' : 'refused';
    default:
      return code;
  }
}

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

/** Days until a contract in force ends: negative when it has, null while there is nothing to say. */
export function daysLeftOf(document: Dated, today: string): number | null {
  if (!isContract(document.type.code)) return null;
  if (document.status.code !== 'signed' && document.status.code !== 'signed_by_hand') return null;
  const days = Math.round((Date.parse(document.end_date) - Date.parse(today)) / DAY_MS);
  return days <= SOON_DAYS ? days : null;
}
