import type { AttachedFile, PdfAttachments } from '@kelisim/eds/ddc/attachments.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';

/**
 * The product's PDFs: draws papers, checks uploads, stamps what is about to be frozen.
 * Everything runs outside the caller's event loop.
 */
export interface Pdf {
  /**
   * The act of completed works, form Р-1 (annex 50 to order № 562 of the Minister of Finance of 20.12.2012),
   * as tagged PDF/A-3b with its data inside (`act.json`). The same act and moment give the same bytes; another `public_id` gives others.
   * @param created_at the moment written into the file as its creation date
   */
  renderAct(act: ActDocument, created_at: Date): Promise<Uint8Array>;

  /** Judges whether an upload may become a document. Never throws because of its content. */
  checkPdf(pdf: Uint8Array): Promise<PdfCheck>;

  /**
   * Rewrites an uploaded PDF with its own id and check link in the left margin of every page and in `/ID`,
   * so that no two frozen files share bytes and what was appended to the file is gone. Signatures that were
   * inside the upload are taken out, for they could no longer be valid.
   * @throws {PdfRefused} when `checkPdf` would have refused the file
   */
  stampDocument(stamp: DocumentStamp): Promise<Uint8Array>;

  /**
   * A photograph (JPEG) as one page of A4, upright or across as the picture is.
   * @throws {PdfRefused} `pdf_broken` when it is no picture
   */
  drawPhotograph(jpeg: Uint8Array, created_at: Date): Promise<Uint8Array>;

  /**
   * A paper that is kept and never stamped: says across its pages that it is a sample, where papers have no force.
   * Elsewhere it stays as it came.
   * @throws {PdfRefused} when `checkPdf` would have refused the file
   */
  markSample(pdf: Uint8Array): Promise<Uint8Array>;

  /**
   * Draws a sheet of facts in sections on A4, tagged PDF/A-2b; the same sheet and moment give the same bytes.
   * With `files` inside, in their order, it is PDF/A-3b, since PDF/A-2 allows none of other kinds.
   */
  renderFacts(sheet: FactSheet, created_at: Date, files?: readonly AttachedFile[]): Promise<Uint8Array>;

  /**
   * Draws a table of dated sums with places for signatures on A4, tagged PDF/A-2b. Words and sums come ready; the same
   * paper and moment give the same bytes. Several papers, one language after another, are one file.
   */
  renderLedger(paper: LedgerPaper | readonly LedgerPaper[], created_at: Date): Promise<Uint8Array>;

  /**
   * A copy of a signed file for the printer, with `sheet` behind its pages. Where it is form Р-1, the day of acceptance
   * stands in place of the words that hold its place. The copy carries no signature.
   */
  printSigned(copy: { pdf: Uint8Array; accepted_on: string | null; sheet: Uint8Array }): Promise<Uint8Array>;

  /** Files inside a PDF, read as the electronic document card has them; null for what is no PDF. */
  files: PdfAttachments;

  /** The same of what `renderFacts` has just drawn: read in no process of its own, since no stranger wrote it. */
  ownFiles: PdfAttachments;

  /** Ends the workers; what is still queued is rejected. */
  close(): Promise<void>;
}

/** Everything the paper of an act says. Dates are `YYYY-MM-DD`, sums tiyn, quantities decimals («1.5»). */
export type ActDocument = {
  /** unguessable id of this version; printed on each page */
  public_id: string;
  number: string;
  act_date: string;
  /** The period of the work; the form has no place for it. */
  start_date: string;
  end_date: string;
  language: Locale;
  /** `{public_url}/verify/{public_id}`; printed and drawn as a QR code */
  check_url: string;
  customer: ActParty;
  executor: ActParty;
  contract: { title: string | null; number: string; date: string };
  services: ActService[];
  total_tiyn: bigint;
  additional_info: string | null;
  /** tax inside the total, printed as a row under it; null says «без НДС» there */
  vat: { rate_percent: number; amount_tiyn: bigint } | null;
  /** `act.json`, put inside the file as the data of the paper */
  json: string;
};

export type ActParty = {
  name: string;
  /** БИН of a legal entity or ИИН of a person */
  bin: string;
  address: string | null;
  phone: string | null;
  email: string | null;
  director_name: string | null;
  director_position: string | null;
};

export type ActService = {
  name: string;
  description: string | null;
  service_date: string | null;
  unit: string;
  /** at most three decimals */
  quantity: string;
  rate_tiyn: bigint;
  amount_tiyn: bigint;
};

/** Lines of ready text in the reader's language. */
export type FactSheet = {
  language: Locale;
  public_id: string;
  /** drawn as a QR code; `check` and `identity` say it in words at the foot of each page */
  check_url: string;
  check: string;
  identity: string;
  /** «page {page} of {pages}» */
  page: string;
  /** what kind of paper this is, above its title */
  kind: string;
  title: string;
  lead: string;
  sections: FactSection[];
  notes: string[];
};

export type FactSection = {
  heading: string;
  /** a sentence in the colour of `tone` above the rows */
  verdict: string | null;
  tone: 'good' | 'bad' | 'unsure';
  rows: [label: string, value: string][];
};

export type LedgerPaper = {
  language: Locale;
  title: string;
  /** Under the title, on the left and on the right. */
  made: { place: string; day: string };
  lead: string[];
  /** A page that lies on its side. */
  is_wide?: boolean;
  /** A row above the titles of the columns; `span` of all together is their number. */
  groups?: { title: string; span: number }[];
  /** `width` is a length of Typst (`24mm`) or a share of what is left (`1fr`) */
  columns: { title: string; width: string; is_sum?: boolean }[];
  rows: { cells: string[]; is_strong: boolean }[];
  verdict: string[];
  signers: { of: string; name: string }[];
  /** the word under a line for a signature */
  signature: string;
  /** «page {page} of {pages}» */
  page: string;
};

export type DocumentStamp = {
  pdf: Uint8Array;
  public_id: string;
  check_url: string;
  /** whether it was drawn here, and so says already whether it is a sample */
  is_drawn?: boolean;
  /** becomes the modification date, so that the same stamp gives the same bytes */
  frozen_at: Date;
};

export const MAX_PDF_PAGES = 300;

/**
 * Why an uploaded file is refused:
 * - `not_pdf` – it does not begin as a PDF, or is at the same time an archive
 * - `pdf_broken` – cannot be read, or not within the limits of time and memory
 * - `pdf_encrypted` – protected by a password or a certificate
 * - `pdf_too_many_pages` – more than `MAX_PDF_PAGES`
 * - `pdf_active_content` – scripts, actions that start or fetch something, files or media inside, XFA forms
 */
export const PDF_REFUSALS = [
  'not_pdf',
  'pdf_broken',
  'pdf_encrypted',
  'pdf_too_many_pages',
  'pdf_active_content',
] as const;
export type PdfRefusal = (typeof PDF_REFUSALS)[number];

/** `signed`: the upload holds signatures of its own, which stamping takes out; worth telling the person. */
export type PdfCheck =
  | { status: 'ok'; pages: number; signed: boolean }
  | { status: 'refused'; code: PdfRefusal };

export class PdfRefused extends Error {
  readonly code: PdfRefusal;
  constructor(code: PdfRefusal) {
    super(`The PDF was refused: ${code}`);
    this.name = 'PdfRefused';
    this.code = code;
  }
}
