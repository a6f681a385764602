import type { PaperType } from '@kelisim/shared/features/documents/document-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readFileOf } from '../../platform/files/files.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { findFile, lockDocument } from './documents.queries.ts';
import { addFrozen, freezePdf, type FrozenFile } from './freeze-document.ts';
import { moveDocument, nextDocumentStatus, type DocumentMover } from './move-document.ts';

/**
 * Stamps the file with its own id and check link, freezes it, and shows it to the executor. `frozen` is the file where
 * that was done before the transaction; `mover` is whoever it is sent for, by default the actor; `again` sends what is sent.
 */
export async function sendDocument(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  document_id: number,
  {
    frozen,
    mover = actor,
    again = false,
  }: { frozen?: FrozenFile; mover?: DocumentMover | undefined; again?: boolean } = {},
): Promise<void> {
  const document = orNotFound(await lockDocument(tx, actor, document_id));
  // The call has no body, so a client may repeat it after a lost answer.
  if (document.status === 'sent' && !again) return;
  nextDocumentStatus(document, 'send', mover);
  const ready = frozen ?? (await freezeSource(parts, tx, document));
  await moveDocument(tx, document, 'send', mover, {
    version: document.version + 1,
    set: await addFrozen(tx, ready),
  });
}

async function freezeSource(
  parts: Parts,
  tx: Tx,
  document: { company_id: number; number: string; type: PaperType; source_file_id: number },
): Promise<FrozenFile> {
  const source = await findFile(tx, document.company_id, document.source_file_id);
  if (!source) throw new Problem('file.lost');
  return freezePdf(parts, { ...document, pdf: await readFileOf(parts.store, source) });
}
