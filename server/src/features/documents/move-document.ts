import {
  nextOfPaper,
  type DocumentAction,
  type DocumentSide,
  type DocumentStatus,
} from '@kelisim/shared/features/documents/document-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { UpdateObject } from 'kysely';
import type { ActorKey } from '../../platform/actor.ts';
import { type Tx, NOW } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { addDocumentHistory } from './document-history.queries.ts';
import { type LockedDocument, setDocument } from './documents.queries.ts';

export interface DocumentMoveDetail {
  note?: string;
  means?: string;
  version?: number;
  set?: UpdateObject<Tables, 'documents'>;
}

/** Who moves a contract: somebody of a side, or the product itself. A `CompanyActor` is one. */
export interface DocumentMover {
  role: DocumentSide;
  user_id: number | null;
  company_id: number | null;
  key?: ActorKey | null;
}

export const CLOCK: DocumentMover = { role: 'clock', user_id: null, company_id: null };

/** The state an action leads to, or a problem that names the state it is in. */
export function nextDocumentStatus(
  document: LockedDocument,
  action: DocumentAction,
  mover: DocumentMover,
): DocumentStatus {
  const from = document.status;
  const to = nextOfPaper(document.type, from, action, mover.role);
  if (to !== null) return to;
  throw new Problem('document.wrong_state', { values: { state: from } });
}

/** Changes the state by the table and writes the history, as `moveAct` does for acts. */
export async function moveDocument(
  tx: Tx,
  document: LockedDocument,
  action: DocumentAction,
  mover: DocumentMover,
  detail: DocumentMoveDetail = {},
): Promise<DocumentStatus> {
  const to = nextDocumentStatus(document, action, mover);
  const version = detail.version ?? document.version;
  await setDocument(tx, document, {
    ...detail.set,
    status: to,
    version,
    reason: detail.note ?? null,
    updated_at: NOW,
    ...(to === 'signed' && { papers_due_at: NOW }),
  });
  await addDocumentHistory(tx, document, {
    action,
    side: mover.role,
    user_id: mover.user_id,
    company_id: mover.company_id,
    from_status: document.status,
    to_status: to,
    version,
    note: detail.note ?? null,
    means: detail.means ?? null,
    api_key_id: mover.key?.id ?? null,
  });
  return to;
}
