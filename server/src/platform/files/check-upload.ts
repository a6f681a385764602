import { FILE_KINDS, type FileKind } from '@kelisim/shared/kernel/file-kinds.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Pdf } from '../../adapters/pdf/pdf.ts';
import type { Upload } from '../http/uploads.ts';
import type { FileChecks } from './file-checks.ts';

/** A file that may be stored and shown. */
export interface CheckedFile {
  kind: FileKind;
  media_type: string;
  name: string;
  /** Of a picture, those without what does not belong to it; else as they came. */
  bytes: Uint8Array;
}

/**
 * The one place that judges an upload's content: complete, within the limits, with nothing that runs, fetches
 * or hides another file. Its kind was detected on receipt; office documents are judged by the port
 * that opens them, since judging is reading there.
 * @throws {Problem} with a sentence that says what to do, under the field the file came in
 */
export async function checkUpload(
  parts: { pdf: Pick<Pdf, 'checkPdf'>; file_checks: FileChecks },
  upload: Upload,
  field = 'file',
): Promise<CheckedFile> {
  const { kind, name } = upload;
  if (!kind) throw new Error('an upload of any kind is not for keeping');
  const bytes = await upload.read();
  const refuse = (code: ConstructorParameters<typeof Problem>[0]) => new Problem(code, { field });
  const file = { kind, name, media_type: FILE_KINDS[kind].media_type };
  switch (kind) {
    case 'pdf': {
      const check = await parts.pdf.checkPdf(bytes);
      if (check.status === 'refused') throw refuse(`file.${check.code}`);
      return { ...file, bytes };
    }
    case 'jpeg':
    case 'png': {
      const mended = await parts.file_checks.mendPicture(kind, bytes);
      if (mended.status === 'refused') throw refuse(`file.${mended.code}`);
      return { ...file, bytes: mended.bytes };
    }
    case 'pkcs12':
      if (!(await parts.file_checks.isKeyFile(bytes))) throw refuse('file.not_pkcs12');
      return { ...file, bytes };
    case 'docx':
    case 'xlsx':
    // Text has no marks of its own, so nothing that is kept is ever taken in as this kind.
    case 'csv':
      return { ...file, bytes };
  }
}
