import type { DocxToPdf } from './docx-to-pdf.ts';
import { findSoffice, sofficeConverter } from './soffice/soffice-converter.ts';
import { hasWasmConverter, wasmConverter } from './wasm/wasm-converter.ts';

/** LibreOffice of this machine, else the build that comes with the product, else nobody. */
export function findDocxToPdf(): DocxToPdf | null {
  const soffice = findSoffice();
  if (soffice) return sofficeConverter(soffice);
  return hasWasmConverter() ? wasmConverter() : null;
}
