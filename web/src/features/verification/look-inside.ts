import type { PDFDocumentProxy } from 'pdfjs-dist';
import { openPdf } from '../../ui/pdf-document.ts';
import { readPublicId } from './public-id.ts';

/** The foot with the id stands on every page, so a long contract need not be read to its end. */
const PAGES = 3;

export interface Inside {
  /** A PDF with files inside: the document and its signatures, when it is a card. */
  is_card: boolean;
  /** The id that Kelisim printed into it. */
  public_id: string | null;
}

/** Looks into a PDF on this device. What cannot be read has nothing inside: the check of its signature will say so. */
export async function lookInside(file: Blob): Promise<Inside> {
  const { document, close } = openPdf(file);
  try {
    const pdf = await document;
    const files = (await pdf.getAttachments())?.size ?? 0;
    if (files > 1) return { is_card: true, public_id: null };
    return { is_card: false, public_id: await findPrintedId(pdf) };
  } catch {
    return { is_card: false, public_id: null };
  } finally {
    close();
  }
}

async function findPrintedId(pdf: PDFDocumentProxy): Promise<string | null> {
  for (let number = 1; number <= Math.min(PAGES, pdf.numPages); number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join('');
    const link = /\/verify\/\s*[a-z0-9\s]{16,32}/i.exec(text)?.[0];
    const id = link ? readPublicId(link) : null;
    if (id) return id;
  }
  return null;
}
