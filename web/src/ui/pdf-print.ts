import type { PDFDocumentProxy } from 'pdfjs-dist';
import css from './pdf-print.module.css';

const DOTS_PER_INCH = 200;
const POINTS_PER_INCH = 72;

/**
 * Prints the pages of a document as pictures of themselves. The browser's own viewer is not asked: it needs a frame, which
 * the content security policy of the product forbids.
 */
export async function printPdf(pdf: PDFDocumentProxy): Promise<void> {
  const sheets = document.createElement('div');
  sheets.className = css.sheets!;
  const addresses: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const picture = await pictureOf(pdf, number);
    addresses.push(picture.src);
    sheets.append(picture);
  }
  document.body.append(sheets);
  document.documentElement.classList.add(css.printing!);
  await Promise.all([...sheets.querySelectorAll('img')].map((image) => image.decode()));
  addEventListener(
    'afterprint',
    () => {
      document.documentElement.classList.remove(css.printing!);
      sheets.remove();
      addresses.forEach((address) => URL.revokeObjectURL(address));
    },
    { once: true },
  );
  print();
}

async function pictureOf(pdf: PDFDocumentProxy, number: number): Promise<HTMLImageElement> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: DOTS_PER_INCH / POINTS_PER_INCH });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  const image = new Image();
  image.alt = '';
  if (canvas.width > canvas.height) image.dataset.wide = '';
  image.src = URL.createObjectURL(blob!);
  return image;
}
