import type { AttachmentField } from '@kelisim/shared/features/support/support.contract.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkUpload, type CheckedFile } from '../../platform/files/check-upload.ts';
import { keepFile } from '../../platform/files/files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { addAttachment } from './support.queries.ts';

const FIELDS: readonly AttachmentField[] = ['attachment1', 'attachment2', 'attachment3'];

/** Judges what came with a message, before its transaction: reading a stranger's file takes its time. */
export async function checkAttachments(
  parts: Parts,
  files: Partial<Record<string, Upload>>,
): Promise<CheckedFile[]> {
  const checked: CheckedFile[] = [];
  for (const field of FIELDS) {
    const upload = files[field];
    if (upload) checked.push(await checkUpload(parts, upload, field));
  }
  return checked;
}

/** The files belong to the company whose ticket it is, whoever sends them. */
export async function keepAttachments(
  { store }: Parts,
  tx: Tx,
  message: { company_id: number; message_id: number },
  files: readonly CheckedFile[],
): Promise<void> {
  for (const [at, { name, media_type, bytes }] of files.entries()) {
    const { company_id } = message;
    const kind = 'ticket_attachment';
    const kept = await keepFile(tx, store, { company_id, kind, name, media_type, bytes });
    await addAttachment(tx, { ...message, position: at + 1, file_id: kept.id });
  }
}
