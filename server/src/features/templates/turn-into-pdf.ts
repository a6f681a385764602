import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { ConversionFailed } from '../../adapters/docx-to-pdf/docx-to-pdf.ts';
import type { Parts } from '../../parts.ts';

/** Looks an uploaded DOCX through; answers what may be opened. Throws the sentence why not. */
export async function admitDocx(
  parts: Pick<Parts, 'docx'>,
  bytes: Uint8Array,
  field = 'file',
): Promise<Uint8Array> {
  const check = await parts.docx.check(bytes);
  if (check.status === 'refused') {
    const { code, left } = check;
    throw new Problem(`file.${code}`, { field, ...(left && { values: { ...left } }) });
  }
  return check.docx;
}

/**
 * The pages of a DOCX that was looked through, checked as any uploaded PDF is. Takes a tenth of a second, and some
 * seconds when it is the first; never call it inside a transaction.
 */
export async function turnIntoPdf(
  parts: Pick<Parts, 'docx_to_pdf' | 'pdf'>,
  docx: Uint8Array,
  company_id: number,
  field = 'file',
): Promise<Uint8Array> {
  const { docx_to_pdf } = parts;
  if (!docx_to_pdf) throw new Problem('convert.unavailable', { field });
  const again = (error: unknown) => {
    // The process may have been brought down by something else than this file.
    if (error instanceof ConversionFailed && error.reason === 'crash')
      return docx_to_pdf.convert(docx, company_id);
    throw error;
  };
  const pdf = await docx_to_pdf
    .convert(docx, company_id)
    .catch(again)
    .catch((error: unknown) => {
      // The product is being stopped: nobody is to blame, and a run is taken up again after its start.
      if (!(error instanceof ConversionFailed) || error.reason === 'closed') throw error;
      throw new Problem(error.reason === 'crash' ? 'convert.unavailable' : 'file.docx_unconvertible', {
        field,
      });
    });
  const check = await parts.pdf.checkPdf(pdf);
  if (check.status === 'refused') throw new Problem(`file.${check.code}`, { field });
  return pdf;
}
