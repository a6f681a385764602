import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { retireSignatures } from '../signatures/public.ts';
import { lockDocument } from './documents.queries.ts';
import { moveDocument, nextDocumentStatus } from './move-document.ts';
import { keepRead, type ReadSource } from './upload-document.ts';

/** Another file for a draft or a refused contract, which becomes a draft again. */
export async function replaceDocument(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  document_id: number,
  source: ReadSource,
): Promise<void> {
  const document = orNotFound(await lockDocument(tx, actor, document_id));
  nextDocumentStatus(document, 'replace', actor);
  const files = await keepRead(parts, tx, actor.company_id, source);
  await moveDocument(tx, document, 'replace', actor, {
    version: document.version + 1,
    set: {
      ...files,
      // Its words are no longer those of the template.
      template_id: null,
      frozen_file_id: null,
      frozen_at: null,
      customer_signed_at: null,
      contractor_signed_at: null,
    },
  });
  await retireSignatures(tx, { company_id: document.company_id, document_id });
}
