import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkUpload } from '../../platform/files/check-upload.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { keepFile } from '../../platform/files/files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { lockDocument } from './documents.queries.ts';
import { addHand } from './hand-signatures.queries.ts';
import { moveDocument, nextDocumentStatus } from './move-document.ts';
import { sendDocument } from './send-document.ts';
import { tellParty } from './tell-party.ts';
import { dayAfterWorkingDays } from '../../platform/working-days.ts';
import { orNotFound } from '../../platform/or-not-found.ts';

/** Product decision 4: for so long the executor may say that the signature is not theirs; then silence counts as consent. */
const DAYS_TO_DISPUTE = 5;

/** The scan as PDF: a photograph becomes a page. Before the transaction. */
export async function readScan(parts: Parts, upload: Upload): Promise<Uint8Array> {
  const { kind, bytes } = await checkUpload(parts, upload);
  return kind === 'jpeg' ? parts.pdf.drawPhotograph(bytes, parts.clock.now()) : bytes;
}

/**
 * The company says that both have signed on paper. The executor is told, and may confirm or dispute it; nothing counts
 * as signed before. Without a scan there is nothing to look at, so silence never counts as consent.
 */
export async function signByHand(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  document_id: number,
  scan: Uint8Array | null,
): Promise<void> {
  const seen = orNotFound(await lockDocument(tx, actor, document_id));
  nextDocumentStatus(seen, 'sign_by_hand', actor);
  // The executor is asked about exactly this file, so it no longer changes.
  if (seen.status === 'draft') await sendDocument(parts, tx, actor, document_id);
  const document = (await lockDocument(tx, actor, document_id))!;
  const marked_at = parts.clock.now();
  const shown = scan && {
    scan_file_id: await keepScan(parts, tx, document, scan),
    counts_on: await dayAfterWorkingDays(tx, almatyDate(marked_at), DAYS_TO_DISPUTE),
  };
  await addHand(tx, document, {
    marked_by: actor.user_id,
    marked_at,
    ...(shown ?? { scan_file_id: null, counts_on: null }),
  });
  await moveDocument(tx, document, 'sign_by_hand', actor, { means: 'paper' });
  const kind = shown ? 'contract_signed_by_hand' : 'contract_without_scan';
  await tellParty(parts, tx, document, 'executor', kind, {
    ...(shown && { date: formatDate(shown.counts_on) }),
    once: String(document.version),
  });
}

async function keepScan(
  { store, pdf }: Parts,
  tx: Tx,
  { company_id, number }: { company_id: number; number: string },
  scan: Uint8Array,
): Promise<number> {
  const bytes = await pdf.markSample(scan);
  const name = cleanFileName(`scan-${number.replace(/[\\/]/g, '-')}.pdf`, 'pdf');
  const file = { company_id, kind: 'scan', name, media_type: 'application/pdf', bytes } as const;
  return (await keepFile(tx, store, file)).id;
}
