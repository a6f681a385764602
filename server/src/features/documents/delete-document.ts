import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockDocument } from './documents.queries.ts';
import { moveDocument } from './move-document.ts';
import { findDeleted } from './kept-papers.queries.ts';

/** Deletes a draft or a refused contract; false when it was deleted before, which is no error: the call may come twice. */
export async function deleteDocument(tx: Tx, actor: CompanyActor, document_id: number): Promise<boolean> {
  const document = await lockDocument(tx, actor, document_id);
  if (document) {
    const { reason } = document;
    await moveDocument(tx, document, 'delete', actor, { ...(reason !== null && { note: reason }) });
    return true;
  }
  if (!(await findDeleted(tx, actor.company_id, document_id))) throw new Problem('not_found');
  return false;
}
