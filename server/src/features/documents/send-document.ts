import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { keepFile, newPublicId, readFileOf } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import { findFile, lockDocument } from './documents.queries.ts';
import { moveDocument, nextDocumentStatus } from './move-document.ts';

/** Stamps the file with its own id and check link, freezes it, and shows it to the executor. */
export async function sendDocument(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  document_id: number,
): Promise<void> {
  const document = await lockDocument(tx, actor, document_id);
  if (!document) throw new Problem('not_found');
  // The call has no body, so a client may repeat it after a lost answer.
  if (document.status === 'sent') return;
  nextDocumentStatus(document, 'send', actor);
  const source = await findFile(tx, document.company_id, document.source_file_id);
  if (!source) throw new Problem('file.lost');
  const frozen_at = parts.clock.now();
  const public_id = newPublicId();
  const bytes = await parts.pdf.stampDocument({
    pdf: await readFileOf(parts.store, source),
    public_id,
    check_url: `${parts.config.public_url}/verify/${public_id}`,
    frozen_at,
  });
  const file = await keepFile(tx, parts.store, {
    company_id: document.company_id,
    kind: 'document',
    name: `contract-${document.number}.pdf`,
    media_type: 'application/pdf',
    bytes,
    public_id,
    to_be_signed: true,
  });
  await moveDocument(tx, document, 'send', actor, {
    version: document.version + 1,
    set: { frozen_file_id: file.id, frozen_at },
  });
}
