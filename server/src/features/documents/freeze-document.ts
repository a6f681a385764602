import { isContract, type PaperType } from '@kelisim/shared/features/documents/document-status.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { addFile, newPublicId, putFile, type StoredFile } from '../../platform/files/files.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';

/** A contract as it will be signed: stamped with its own id and check link, in the store, not yet in the tables. */
export interface FrozenFile {
  stored: StoredFile;
  frozen_at: Date;
}

/** A number may hold what names of files may not. */
export function contractFileName(
  number: string,
  extension: 'pdf' | 'docx',
  type: PaperType = 'other',
): string {
  const stem = isContract(type) ? 'contract' : type.replace('_', '-');
  return cleanFileName(`${stem}-${number}`.replace(/[\\/]/g, '-') + `.${extension}`, extension);
}

/** Takes some hundredths of a second for each file; a run does it before its transactions. */
export async function freezePdf(
  parts: Parts,
  {
    company_id,
    number,
    type,
    pdf,
  }: { company_id: number; number: string; type?: PaperType; pdf: Uint8Array },
): Promise<FrozenFile> {
  const frozen_at = parts.clock.now();
  const public_id = newPublicId();
  const bytes = await parts.pdf.stampDocument({
    pdf,
    public_id,
    check_url: `${parts.config.public_url}/verify/${public_id}`,
    is_drawn: type !== undefined && !isContract(type),
    frozen_at,
  });
  const stored = await putFile(parts.store, {
    company_id,
    kind: 'document',
    name: contractFileName(number, 'pdf', type),
    media_type: 'application/pdf',
    bytes,
    public_id,
    to_be_signed: true,
  });
  return { stored, frozen_at };
}

export async function addFrozen(db: Handle, { stored, frozen_at }: FrozenFile) {
  const { id: frozen_file_id } = await addFile(db, stored);
  return { frozen_file_id, frozen_at };
}
