import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkUpload } from '../../platform/files/check-upload.ts';
import { keepFile } from '../../platform/files/files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { lockDocument } from './documents.queries.ts';
import { addHand } from './hand-signatures.queries.ts';
import { moveDocument, nextDocumentStatus } from './move-document.ts';
import { sendDocument } from './send-document.ts';
import { tellParty } from './tell-party.ts';
import { dayAfterWorkingDays } from './working-days.ts';

/** Product decision 4: so long the executor may say that it is not his hand, before silence counts as consent. */
const DAYS_TO_DISPUTE = 5;

/** The scan as PDF: a photograph becomes a page. Before the transaction. */
export async function readScan(parts: Parts, upload: Upload): Promise<Uint8Array> {
  const { kind, bytes } = await checkUpload(parts, upload);
  return kind === 'jpeg' ? parts.pdf.drawPhotograph(bytes, parts.clock.now()) : bytes;
}

/**
 * The company says that both have signed on paper and shows the scan. The executor is told, and may confirm or dispute
 * it; nothing counts as signed before.
 */
export async function signByHand(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  document_id: number,
  scan: Uint8Array,
): Promise<void> {
  const seen = await lockDocument(tx, actor, document_id);
  if (!seen) throw new Problem('not_found');
  nextDocumentStatus(seen, 'sign_by_hand', actor);
  // What the executor is asked about lies before his eyes, and nobody changes it any more.
  if (seen.status === 'draft') await sendDocument(parts, tx, actor, document_id);
  const document = (await lockDocument(tx, actor, document_id))!;
  const { company_id } = document;
  const file = await keepFile(tx, parts.store, {
    company_id,
    kind: 'scan',
    name: `scan-${document.number}.pdf`,
    media_type: 'application/pdf',
    bytes: scan,
  });
  const marked_at = parts.clock.now();
  const counts_on = await dayAfterWorkingDays(tx, almatyDate(marked_at), DAYS_TO_DISPUTE);
  await addHand(tx, document, { scan_file_id: file.id, marked_by: actor.user_id, marked_at, counts_on });
  await moveDocument(tx, document, 'sign_by_hand', actor, { means: 'paper' });
  await tellParty(parts, tx, document, 'executor', 'contract_signed_by_hand', {
    date: formatDate(counts_on),
    once: String(document.version),
  });
}
