import type { Cell, ReadError, ReadRow, Spreadsheet } from '../adapters/spreadsheet/spreadsheet.ts';
import { readCsv } from './read-csv.ts';
import { foldText } from './read-typed.ts';

export type ReadTable =
  | {
      status: 'ok';
      /** Every filled row, the first one too: what is a heading is for the reader to say. */
      rows: ReadRow[];
      hidden_rows: number[];
    }
  | { status: 'error'; code: ReadError };

/** Reads XLSX, or text with cells, whichever it is. Never throws for what the file holds. */
export async function readTable(
  spreadsheet: Spreadsheet,
  bytes: Uint8Array,
  limits: { max_rows: number; max_columns: number },
): Promise<ReadTable> {
  const read = isText(bytes) ? readCsv(bytes, limits) : await spreadsheet.readRows(bytes, limits);
  if (read.status === 'error') return read;
  const top: ReadRow = { row: (read.rows[0]?.row ?? 2) - 1, cells: read.header.map(toTextCell) };
  const is_empty = read.rows.length === 0 && read.header.length === 0;
  return { status: 'ok', rows: is_empty ? [] : [top, ...read.rows], hidden_rows: read.hidden_rows };
}

/** A heading to compare: without signs, currencies and the star of columns that must be filled. */
export function plainTitle(text: string): string {
  return foldText(text)
    .replace(/\*/g, '')
    .replace(/[\p{Pd}]/gu, '-')
    .replace(/[^\p{L}\p{N}/№-]+/gu, ' ')
    .replace(/ (?:в )?(?:тенге|тг|kzt|kzт)$/u, '')
    .replace(/\s*\/\s*/g, '/')
    .trim();
}

const toTextCell = (value: string): Cell => (value === '' ? { kind: 'empty' } : { kind: 'text', value });

/** Archives, PDFs and the like have a zero in their first bytes; text has none, but for that of UTF-16, which has a mark. */
function isText(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return true;
  if (a === 0x50 && b === 0x4b && c! < 0x09 && d! < 0x09) return false;
  if (a === 0x25 && b === 0x50 && c === 0x44 && d === 0x46) return false;
  return !bytes.subarray(0, 8000).includes(0);
}
