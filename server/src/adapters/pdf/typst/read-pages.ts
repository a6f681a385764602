import { PDFDocument } from '@cantoo/pdf-lib';

/** The words of each page, spaces left out: for tests that read what was drawn. */
export async function readPages(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.getPages().map((page) =>
    page
      .extractContents()
      .map((asset) => (asset.kind === 'text' ? asset.getText() : ''))
      .join('')
      .replace(/[\s\u200b]+/g, ''),
  );
}
