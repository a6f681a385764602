import { openPdf } from '../../ui/pdf-document.ts';
import { readPublicId } from './public-id.ts';

/** The foot with the id stands on every page, so a long contract need not be read to its end. */
const PAGES = 3;

/** The id that Kelisim printed into a PDF, read on this device; null when there is none. */
export async function findPrintedId(file: Blob): Promise<string | null> {
  const { document, close } = openPdf(file);
  try {
    const pdf = await document;
    for (let number = 1; number <= Math.min(PAGES, pdf.numPages); number++) {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      const text = items.map((item) => ('str' in item ? item.str : '')).join('');
      const link = /\/verify\/\s*[a-z0-9\s]{16,32}/i.exec(text)?.[0];
      const id = link ? readPublicId(link) : null;
      if (id) return id;
    }
    return null;
  } catch {
    // No PDF inside: the check of its signature will say so.
    return null;
  } finally {
    close();
  }
}
