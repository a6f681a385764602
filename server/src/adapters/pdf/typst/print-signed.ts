import { PDFDocument, rgb, type PDFPage } from '@cantoo/pdf-lib';
import { kz } from './captions/kz.ts';
import { ru } from './captions/ru.ts';

/** What form Р-1 says where the day of acceptance stands, for nobody knows it when the file is frozen. */
const PLACES = [ru, kz].map(({ ours }) => squeezed(ours.by_eds_date));
/** Of one line of 8 pt: what is covered below and above its base, and the margin of the page (12 mm). */
const [BELOW, ABOVE, MARGIN] = [2.8, 8.5, 34];

interface Place {
  page: PDFPage;
  x: number;
  /** Of the last line of the words; lines above it are covered too. */
  y: number;
  top: number;
}

/**
 * A copy of a signed act for the printer: the day of acceptance instead of the words that hold its place, and the sheet
 * of signatures behind it. It carries no signature of its own.
 * @param day a small PDF with the day; null where the customer has not signed yet
 * @param sheet a PDF whose pages follow
 */
export async function printSigned(
  pdf: Uint8Array,
  day: Uint8Array | null,
  sheet: Uint8Array,
): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const place = findPlace(document.getPages());
  const [mark] = day ? await document.embedPdf(day) : [];
  if (place && mark) {
    const { page, x, y, top } = place;
    const width = page.getWidth() - MARGIN - x;
    page.drawRectangle({
      x: x - 1,
      y: y - BELOW,
      width: width + 1,
      height: top - y + BELOW + ABOVE,
      color: rgb(1, 1, 1),
    });
    page.drawPage(mark, { x, y });
  }
  const behind = await PDFDocument.load(sheet, { updateMetadata: false });
  for (const page of await document.copyPages(behind, behind.getPageIndices())) document.addPage(page);
  return document.save({ updateFieldAppearances: false });
}

/** The last run of words on the last page that has it: a service may be described by the same ones. */
function findPlace(pages: PDFPage[]): Place | null {
  for (const page of pages.toReversed()) {
    const runs = page.extractContents().filter((asset) => asset.kind === 'text');
    for (let from = runs.length - 1; from >= 0; from -= 1) {
      let said = '';
      for (let to = from; to < runs.length; to += 1) {
        said += squeezed(runs[to]!.getText());
        if (!PLACES.some((words) => words.startsWith(said))) break;
        if (!PLACES.includes(said)) continue;
        const lines = runs.slice(from, to + 1);
        // Typst draws from the top left, so heights come out below nothing.
        const heights = lines.map((run) => -run.y);
        return { page, x: Math.min(...lines.map((run) => run.x)), y: heights.at(-1)!, top: heights[0]! };
      }
    }
  }
  return null;
}

function squeezed(words: string): string {
  return words.replace(/[\s\u200b]+/g, '');
}
