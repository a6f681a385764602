/**
 * Spreadsheets: reads uploads (XLSX) and writes downloads.
 * Everything runs in worker threads with limits of time and memory.
 */
export interface Spreadsheet {
  /**
   * Reads the values of one sheet. Formulas are reported, never their stored results, which could be anything.
   * Rows without a filled cell are skipped; `row` is the number shown in the table.
   * Never throws because of the file's content.
   */
  readRows(xlsx: Uint8Array, options: ReadOptions): Promise<ReadResult>;

  /** An XLSX in which no cell is a formula: text stays text even if it begins with `=`, `+`, `-` or `@`. */
  writeSheet(book: WriteBook): Promise<Uint8Array>;

  /** Ends the workers; what is still queued is rejected. */
  close(): Promise<void>;
}

export type ReadOptions = {
  /** name of the sheet; when left out, the first one that is shown and holds anything */
  sheet?: string;
  /** data rows below the header; one more is `too_many_rows` */
  max_rows: number;
  /** cells further right are not read */
  max_columns: number;
};

export type ReadResult =
  | {
      status: 'ok';
      header: string[];
      rows: ReadRow[];
      /** numbers of the filled rows that the table does not show, by a filter or by hand */
      hidden_rows: number[];
    }
  | { status: 'error'; code: ReadError };

export type ReadRow = { row: number; cells: Cell[] };

/**
 * - `number`: the shortest decimal that says what the file says, never with an exponent (`'0.3'`, `'1250000'`)
 * - `date`: the day of a cell that the table shows as a date
 */
export type Cell =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: string }
  | { kind: 'date'; value: string }
  | { kind: 'bool'; value: boolean }
  | { kind: 'empty' }
  | { kind: 'formula' }
  | { kind: 'error' };

/**
 * - `not_xlsx` – another kind of file; `xls`, `xlsb` and `ods` are told apart, since they can be saved as XLSX
 * - `office_encrypted` – under a password
 * - `table_too_large` – unpacks to more than the limits, takes too long or too much memory
 * - `too_many_rows` – more data rows than asked for
 * - `table_macros` – macros and controls
 * - `table_outside` – links to other files and to data elsewhere
 * - `unsafe` – other files inside, document type declarations, unusual names inside the archive
 * - `table_empty` – no sheet that is shown and holds cells: charts only
 * - `broken` – damaged, or no sheet of the name asked for
 */
export const READ_ERRORS = [
  'not_xlsx',
  'xls',
  'xlsb',
  'ods',
  'office_encrypted',
  'table_too_large',
  'too_many_rows',
  'table_macros',
  'table_outside',
  'unsafe',
  'table_empty',
  'broken',
] as const;
export type ReadError = (typeof READ_ERRORS)[number];

export type WriteBook = { sheets: WriteSheet[] };

export type WriteSheet = {
  /** at most 31 characters, none of `[]:*?/\` */
  name: string;
  columns: WriteColumn[];
  /** one value per column: money and numbers as decimal strings or numbers, dates as `YYYY-MM-DD` */
  rows: (string | number | null)[][];
  freeze_header: boolean;
  /** empty rows below, formatted by column, so that a typed «007» stays text and dates look alike; none by default */
  rows_to_fill?: number;
};

export type WriteColumn = {
  header: string;
  /** in characters */
  width: number;
  kind: 'text' | 'number' | 'money' | 'date';
  /** the only values a user can choose; kept in a hidden sheet */
  list?: string[];
  /** marked with a star in the header; `readRows` takes the star off again */
  required?: boolean;
};
