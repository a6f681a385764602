import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { violatedConstraint, type Tx } from '../../platform/db/database.ts';
import { deletedFrom } from './document-history.queries.ts';
import { findOwn, lockInBin } from './kept-papers.queries.ts';
import { moveDocument } from './move-document.ts';

/** Takes a contract out of the bin as it was; false when it is there already, which is no error: the call may come twice. */
export async function restoreDocument(tx: Tx, actor: CompanyActor, document_id: number): Promise<boolean> {
  const document = await lockInBin(tx, actor.company_id, document_id);
  if (!document) {
    if (await findOwn(tx, actor.company_id, document_id)) return false;
    throw new Problem('not_found');
  }
  const from = await deletedFrom(tx, document);
  const { reason, number } = document;
  try {
    await moveDocument(tx, document, from === 'refused' ? 'restore_refused' : 'restore', actor, {
      ...(reason !== null && { note: reason }),
    });
    return true;
  } catch (error) {
    // A deleted contract keeps its number from nobody.
    if (violatedConstraint(error) !== 'documents_number') throw error;
    throw new Problem('document.number_taken', { values: { number } });
  }
}
