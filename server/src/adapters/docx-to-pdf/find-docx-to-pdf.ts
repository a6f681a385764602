import type { DocxToPdf } from './docx-to-pdf.ts';
import { fairConverter } from './fair-converter.ts';
import { findSoffice, sofficeConverter, TOGETHER } from './soffice/soffice-converter.ts';
import { hasWasmConverter, wasmConverter } from './wasm/wasm-converter.ts';

/** LibreOffice of this machine, else the build that comes with the product, else nobody. */
export function findDocxToPdf(): DocxToPdf | null {
  const soffice = findSoffice();
  if (soffice) return fairConverter(sofficeConverter(soffice), TOGETHER);
  return hasWasmConverter() ? fairConverter(wasmConverter(), 1) : null;
}
