import { PDFDocument } from '@cantoo/pdf-lib';

/** A4 in points, and how far a picture stays from its edge. */
const [SHORT, LONG, MARGIN] = [595.28, 841.89, 18];

/** The picture is put in as it came, so nothing of it gets lost. */
export async function drawPhotograph(jpeg: Uint8Array, created_at: Date): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setCreationDate(created_at);
  const picture = await document.embedJpg(jpeg);
  const upright = picture.height >= picture.width;
  const [width, height] = upright ? [SHORT, LONG] : [LONG, SHORT];
  const page = document.addPage([width, height]);
  const size = picture.scaleToFit(width - 2 * MARGIN, height - 2 * MARGIN);
  page.drawImage(picture, {
    ...size,
    x: (width - size.width) / 2,
    y: (height - size.height) / 2,
  });
  return document.save();
}
