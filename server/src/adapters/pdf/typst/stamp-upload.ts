import { createHash } from 'node:crypto';
import {
  beginMarkedContent,
  concatTransformationMatrix,
  drawObject,
  endMarkedContent,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  type PDFRef,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';

/** Distance of the stamp from the edges of the page, in points. */
const EDGE = 8;

/**
 * Lays the stamp over the left margin of every page, gives the file an `/ID` of its own (ISO 32000-1, 14.4) and
 * rewrites it: nothing between or after the objects of the upload is kept.
 * @param how.stamp a PDF of one page
 * @param how.watermark laid across each page where papers have no force
 */
export async function stampUpload(
  document: PDFDocument,
  { stamp, watermark, public_id, frozen_at }: Stamping,
): Promise<Uint8Array> {
  removeSignatures(document);
  if (watermark !== null) await layAcross(document, watermark);
  const mark = await embedPage(document, stamp);
  for (const page of document.getPages()) drawStamp(page, mark.ref, mark.width, mark.height);

  const id = PDFHexString.of(createHash('sha256').update(public_id).digest('hex').slice(0, 32));
  document.context.trailerInfo.ID = document.context.obj([id, id]);
  document.setModificationDate(frozen_at);
  return document.save({ updateFieldAppearances: false, addDefaultPage: false });
}

interface Stamping {
  stamp: Uint8Array;
  watermark: Uint8Array | null;
  public_id: string;
  frozen_at: Date;
}

/** @param watermark a PDF of one square page */
export async function layAcross(document: PDFDocument, watermark: Uint8Array): Promise<void> {
  const across = await embedPage(document, watermark);
  for (const page of document.getPages()) drawAcross(page, across.ref, across.width);
}

async function embedPage(document: PDFDocument, pdf: Uint8Array) {
  const [page] = await document.embedPdf(pdf);
  if (!page) throw new Error('A PDF to lay over others has no page');
  await page.embed();
  return page;
}

/** Over the middle of the page, as wide as it is and read as a person sees it, however the page is turned. */
function drawAcross(page: PDFPage, mark: PDFRef, size: number): void {
  const turn = (page.getRotation().angle * Math.PI) / 180;
  const { x, y, width, height } = page.getCropBox();
  const scale = Math.min(width, height) / size;
  const [cos, sin] = [Math.round(Math.cos(turn)) * scale, Math.round(Math.sin(turn)) * scale];
  const half = size / 2;
  const left = x + width / 2 - half * (cos - sin);
  const bottom = y + height / 2 - half * (sin + cos);
  const name = page.node.newXObject('KelisimSample', mark);
  layOver(page, name, [cos, sin, -sin, cos, left, bottom]);
}

/** The stamp reads upwards along the left edge of the page as a person sees it, however the page is turned. */
function drawStamp(page: PDFPage, mark: PDFRef, length: number, thickness: number): void {
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  const { x, y, width, height } = page.getCropBox();
  const visualHeight = turn % 180 === 0 ? height : width;
  const scale = Math.min(1, (visualHeight - 2 * EDGE) / length);
  if (scale <= 0) return;

  // Where the lower left corner that is seen lies in the page's own coordinates.
  const [across, up] = [EDGE + thickness * scale, EDGE];
  let [left, bottom] = [across, up];
  if (turn === 90) [left, bottom] = [width - up, across];
  if (turn === 180) [left, bottom] = [width - across, height - up];
  if (turn === 270) [left, bottom] = [up, height - across];
  const angle = ((turn + 90) * Math.PI) / 180;
  const [cos, sin] = [Math.round(Math.cos(angle)) * scale, Math.round(Math.sin(angle)) * scale];

  const name = page.node.newXObject('KelisimStamp', mark);
  layOver(page, name, [cos, sin, -sin, cos, x + left, y + bottom]);
}

type Matrix = Parameters<typeof concatTransformationMatrix>;

function layOver(page: PDFPage, name: PDFName, matrix: Matrix): void {
  page.pushOperators(
    beginMarkedContent('Artifact'),
    pushGraphicsState(),
    concatTransformationMatrix(...matrix),
    drawObject(name),
    popGraphicsState(),
    endMarkedContent(),
  );
}

const [FT, SIG, TYPE, V] = [PDFName.of('FT'), PDFName.of('Sig'), PDFName.of('Type'), PDFName.of('V')];
const SIGNATURES = [SIG, PDFName.of('DocTimeStamp')];

function signatureFields(document: PDFDocument): PDFDict[] {
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => object);
  return objects.filter(
    (object) => object instanceof PDFDict && object.lookup(FT) === SIG && object.has(V),
  ) as PDFDict[];
}

export function isSigned(document: PDFDocument): boolean {
  return signatureFields(document).length > 0;
}

/** What was signed is about to change, so what is left of the signatures would only show as broken ones. */
function removeSignatures(document: PDFDocument): void {
  if (!isSigned(document)) return;
  for (const field of signatureFields(document)) field.delete(V);
  for (const [ref, object] of document.context.enumerateIndirectObjects()) {
    const type = object instanceof PDFDict ? object.lookup(TYPE) : undefined;
    if (SIGNATURES.some((name) => name === type)) document.context.delete(ref);
  }
  for (const key of ['Perms', 'DSS']) document.catalog.delete(PDFName.of(key));
  const form = document.catalog.lookup(PDFName.of('AcroForm'));
  if (form instanceof PDFDict) form.delete(PDFName.of('SigFlags'));
}
