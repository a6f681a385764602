import { EncryptedPDFError, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { MAX_PDF_PAGES, type PdfRefusal } from '../pdf.ts';
import { findActiveContent } from './active-content.ts';

export type OpenedUpload =
  | { status: 'ok'; document: PDFDocument; pages: number }
  | { status: 'refused'; code: PdfRefusal };

/** Reads what somebody uploaded; whatever is wrong with it becomes a code. */
export async function openUpload(bytes: Uint8Array): Promise<OpenedUpload> {
  if (!beginsAsPdf(bytes) || endsAsZip(bytes)) return refuse('not_pdf');
  try {
    const document = await PDFDocument.load(bytes, {
      updateMetadata: false,
      throwOnInvalidObject: true,
      // Kept, so that it is found and refused instead of silently dropped.
      preserveXFA: true,
    });
    // The count the file claims saves walking through millions of pages; the walk then finds the true one.
    const claimed = document.catalog.Pages().lookup(PDFName.of('Count'));
    if (claimed instanceof PDFNumber && claimed.asNumber() > MAX_PDF_PAGES)
      return refuse('pdf_too_many_pages');
    const sizes = document.getPages().map((page) => page.getCropBox());
    const pages = sizes.length;
    if (pages > MAX_PDF_PAGES) return refuse('pdf_too_many_pages');
    if (pages === 0 || !sizes.every(isPossibleSize)) return refuse('pdf_broken');
    if (findActiveContent(document.context)) return refuse('pdf_active_content');
    return { status: 'ok', document, pages };
  } catch {
    return refuse((await isEncrypted(bytes)) ? 'pdf_encrypted' : 'pdf_broken');
  }
}

/** Encrypted objects look broken to a strict reader, so the question is put again to a lenient one. */
async function isEncrypted(bytes: Uint8Array): Promise<boolean> {
  try {
    await PDFDocument.load(bytes, { updateMetadata: false });
    return false;
  } catch (error) {
    return error instanceof EncryptedPDFError;
  }
}

/** ISO 32000-1, annex C: 3 to 14,400 units a side. */
function isPossibleSize({ width, height }: { width: number; height: number }): boolean {
  return [width, height].every((side) => side >= 3 && side <= 14_400);
}

function refuse(code: PdfRefusal): OpenedUpload {
  return { status: 'refused', code };
}

/** Readers look for the header anywhere in the first kilobyte; a page or an archive in front of it is no mistake. */
function beginsAsPdf(bytes: Uint8Array): boolean {
  return /^%PDF-\d\.\d/.test(Buffer.from(bytes.subarray(0, 8)).toString('latin1'));
}

/** An archive is read from its end, so one file can be both (APPNOTE 4.3.16: the record may have a comment). */
function endsAsZip(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - 65_557)));
  for (let at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1'); at >= 0;) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
    at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1');
  }
  return false;
}
