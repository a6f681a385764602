/**
 * Word documents that people upload: judged before anything opens them, and templates filled with values. Everything
 * runs in a process of its own with limits; no template can run code, repeat itself or reach anything outside.
 */
export interface Docx {
  /** May this upload be opened at all? Never throws for what the file holds. */
  check(docx: Uint8Array): Promise<DocxCheck>;

  /** The fields of a checked template, each once, in the order of the text, header and footer after it. */
  readFields(docx: Uint8Array): Promise<DocxFields>;

  /**
   * Puts values in the place of `{names}`, as plain text: what looks like a field inside a value stays as it is. A
   * field without a value becomes empty.
   * @throws when the file is no template that `readFields` has read
   */
  fill(docx: Uint8Array, values: Record<string, string>): Promise<Uint8Array>;

  /** Ends the process; what is still queued is rejected. */
  close(): Promise<void>;
}

/**
 * Why an upload is refused:
 * - `not_docx` – no Word document of 2007 or later, or one under a password
 * - `docx_broken` – cannot be read
 * - `docx_too_large` – too much inside for one contract, or far more than its packed size tells
 * - `docx_active_content` – macros, objects and documents inside, DTDs, parts that lie elsewhere, fields that fetch
 */
export const DOCX_REFUSALS = ['not_docx', 'docx_broken', 'docx_too_large', 'docx_active_content'] as const;
export type DocxRefusal = (typeof DOCX_REFUSALS)[number];

/** `docx` is what may be opened: the upload without the template and the address list it was made from. */
export type DocxCheck = { status: 'ok'; docx: Uint8Array } | { status: 'refused'; code: DocxRefusal };

/** `names` are words between braces; `odd` is what stands between braces and is no name, or a brace that is alone. */
export interface DocxFields {
  names: string[];
  odd: string[];
}
