import {
  documentTable,
  type DocumentAction,
  type DocumentStatus,
} from '@kelisim/shared/features/documents/document-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import { sql, type UpdateObject } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { addDocumentHistory, type LockedDocument } from './documents.queries.ts';

export interface DocumentMoveDetail {
  note?: string;
  means?: string;
  version?: number;
  set?: UpdateObject<Tables, 'documents'>;
}

/** The state an action leads to, or a problem that names the state it is in. */
export function nextDocumentStatus(
  document: LockedDocument,
  action: DocumentAction,
  actor: CompanyActor,
): DocumentStatus {
  const from = document.status as DocumentStatus;
  const to = documentTable.next(from, action, actor.role);
  if (to !== null) return to;
  throw new Problem('document.wrong_state', { values: { state: { ru, kz }[actor.locale].document[from] } });
}

/** Changes the state by the table and writes the history, as `moveAct` does for acts. */
export async function moveDocument(
  tx: Tx,
  document: LockedDocument,
  action: DocumentAction,
  actor: CompanyActor,
  detail: DocumentMoveDetail = {},
): Promise<DocumentStatus> {
  const to = nextDocumentStatus(document, action, actor);
  const version = detail.version ?? document.version;
  await tx
    .updateTable('documents')
    .set({ ...detail.set, status: to, version, reason: detail.note ?? null, updated_at: sql`now()` })
    .where('company_id', '=', document.company_id)
    .where('id', '=', document.id)
    .execute();
  await addDocumentHistory(tx, document, {
    action,
    side: actor.role,
    user_id: actor.user_id,
    company_id: actor.company_id,
    from_status: document.status,
    to_status: to,
    version,
    note: detail.note ?? null,
    means: detail.means ?? null,
  });
  return to;
}
