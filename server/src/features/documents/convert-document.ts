import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { readSource } from './upload-document.ts';

/** A Word file as PDF. Nothing of it is kept. */
export async function convertDocument(
  parts: Parts,
  actor: CompanyActor,
  file_type: 'docx' | 'pdf',
  upload: Upload,
): Promise<FileReply> {
  if (upload.kind !== file_type)
    throw new Problem('file.other_kind', { field: 'file', values: { kinds: file_type.toUpperCase() } });
  const { pdf, name } = await readSource(parts, actor, upload);
  return { bytes: pdf, name };
}
