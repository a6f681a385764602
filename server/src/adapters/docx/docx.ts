/**
 * Word documents that people upload: judged before anything opens them, and templates filled with values. Everything
 * runs in a process of its own with limits; no template can run code, repeat itself or reach anything outside.
 */
export interface Docx {
  /** Judges whether this upload may be opened. Never throws because of its content. */
  check(docx: Uint8Array): Promise<DocxCheck>;

  /**
   * The fields of a checked template, each once, in the order of the text, header and footer after it. Null when it
   * cannot be read as a template.
   */
  readFields(docx: Uint8Array): Promise<DocxFields | null>;

  /**
   * Replaces `{names}` with values as plain text: what looks like a field inside a value stays. A
   * field without a value becomes empty.
   * @throws when the file is no template that `readFields` has read
   */
  fill(docx: Uint8Array, values: Record<string, string>): Promise<Uint8Array>;

  /** Ends the process; what is still queued is rejected. */
  close(): Promise<void>;
}

/**
 * Why an upload is refused:
 * - `not_docx` – no Word document of 2007 or later
 * - `office_encrypted` – parts of it are under a password
 * - `docx_broken` – cannot be read
 * - `docx_too_large` – too much inside for one contract, or far more than its packed size tells
 * - `docx_changes` – tracked changes that are neither accepted nor rejected
 * - `docx_comments` – comments of reviewers, which LibreOffice would put into the pages that are signed
 * - `docx_macros`, `docx_chart` (or a table of Excel inside), `docx_object` (another file or document inside),
 *   `docx_control` (ActiveX), `docx_task_pane` (of an add-in), `docx_outside` (content that lies elsewhere),
 *   `docx_field` (a field that fetches or starts something)
 * - `docx_active_content` – whatever else Word does not write by itself: DTDs, scripts in drawings, parts twice
 */
export const DOCX_REFUSALS = [
  'not_docx',
  'office_encrypted',
  'docx_broken',
  'docx_too_large',
  'docx_changes',
  'docx_comments',
  'docx_macros',
  'docx_chart',
  'docx_object',
  'docx_control',
  'docx_task_pane',
  'docx_outside',
  'docx_field',
  'docx_active_content',
] as const;
export type DocxRefusal = (typeof DOCX_REFUSALS)[number];

/** A remark or change in the text: the first of `count`, with the words around it. */
export interface LeftInText {
  what: 'inserted' | 'deleted' | 'moved' | 'formatted' | 'comment';
  where: 'body' | 'header' | 'footer' | 'note';
  text: string;
  count: number;
}

/**
 * `docx` is what may be opened: the upload without the template and the address list it was made from, and with table
 * rows of fixed height let grow, where text would be cut off.
 */
export type DocxCheck =
  | { status: 'ok'; docx: Uint8Array }
  | { status: 'refused'; code: DocxRefusal; left?: LeftInText };

/** `names` are words between braces; `odd` are the texts around other braces: alone, empty, or with no name inside. */
export interface DocxFields {
  names: string[];
  odd: string[];
}
