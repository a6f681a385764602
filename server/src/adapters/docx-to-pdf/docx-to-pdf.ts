/**
 * Converts a DOCX to PDF. The file must have passed `Docx.check` of the port `docx`, which refuses whatever fetches,
 * starts or expands. LibreOffice does the work in a separate process.
 */
export interface DocxToPdf {
  /**
   * Returns the PDF of one file of a company; its bytes may differ the next time. Companies take turns.
   * @throws {ConversionFailed} if this file could not be converted; the next one gets a fresh process
   */
  convert(docx: Uint8Array, company_id: number): Promise<Uint8Array>;
  /** Ends the process at once; what waits is rejected with reason `closed`. */
  close(): Promise<void>;
}

/** Of one file. */
export const CONVERSION_TIMEOUT_MS = 20_000;

/**
 * - `broken` – LibreOffice could not read or write it
 * - `timeout`, `memory` – it took more than one file may
 * - `crash` – the process ended under it, or would not start
 */
export class ConversionFailed extends Error {
  readonly reason: 'broken' | 'timeout' | 'memory' | 'crash' | 'closed';
  constructor(reason: ConversionFailed['reason'], cause?: unknown) {
    super(`A DOCX could not be turned into PDF: ${reason}`, { cause });
    this.name = 'ConversionFailed';
    this.reason = reason;
  }
}
