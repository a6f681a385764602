/**
 * Turns a DOCX into PDF. The file must have been through `Docx.check` of the port beside: whatever fetches, starts or
 * swells is gone by then. The work is done by LibreOffice in a process of its own, never in this one.
 */
export interface DocxToPdf {
  /**
   * The pages of one file of a company; the same file may give other bytes next time. Companies take turns.
   * @throws {ConversionFailed} when this file could not be turned; the next one finds a fresh process
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
