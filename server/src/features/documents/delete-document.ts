import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockDocument } from './documents.queries.ts';
import { moveDocument } from './move-document.ts';
import { findDeleted } from './kept-papers.queries.ts';

/** Deletes a draft or a refused contract; one that was deleted before is no error, for the call may come twice. */
export async function deleteDocument(tx: Tx, actor: CompanyActor, document_id: number): Promise<void> {
  const document = await lockDocument(tx, actor, document_id);
  if (document) {
    const { reason } = document;
    await moveDocument(tx, document, 'delete', actor, { ...(reason !== null && { note: reason }) });
    return;
  }
  if (!(await findDeleted(tx, actor.company_id, document_id))) throw new Problem('not_found');
}
