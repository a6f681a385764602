import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { lockDocument } from './documents.queries.ts';
import { getDocumentView } from './documents.view.ts';
import { nextDocumentStatus } from './move-document.ts';

/** What the actor would sign of this contract now. Throws why they cannot. */
export async function prepareDocument(tx: Tx, actor: CompanyActor, document_id: number): Promise<ToSign> {
  const document = orNotFound(await lockDocument(tx, actor, document_id));
  nextDocumentStatus(document, 'sign', actor);
  const view = await getDocumentView(tx, actor, document_id, actor.locale);
  if (!view.file) throw new Problem('file.lost');
  const other = actor.role === 'business' ? view.contractor_company : view.company;
  return { id: document_id, label: view.title, party: other.name, amount: null, file: view.file };
}
