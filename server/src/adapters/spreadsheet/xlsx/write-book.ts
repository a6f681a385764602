import { showHidden } from '@kelisim/shared/kernel/plain-text.ts';
import {
  type CellStyle,
  colToLetter,
  type DataValidation,
  type WriteSheet as HucreSheet,
  writeXlsx,
} from 'hucre/xlsx';
import type { WriteBook, WriteColumn, WriteSheet } from '../spreadsheet.ts';

const FORMATS: Record<WriteColumn['kind'], string> = {
  // A text format keeps a table from turning what a person types there into a number or a formula.
  text: '@',
  number: 'General',
  money: '#,##0.00',
  date: 'dd.mm.yyyy',
};
const HEADER: CellStyle = {
  font: { name: 'Calibri', size: 11, bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'EEF1F5' } },
  alignment: { wrapText: true, vertical: 'center' },
  numFmt: '@',
};
const REQUIRED_MARK = ' *';
/** Lists also help whoever goes on below the prepared rows. */
const ROWS_WITH_LISTS = 10_000;
const MAX_CELL_CHARS = 32_767;
/** As the entries of the archive have it: the same rows make the same bytes whenever they are written. */
const NO_MOMENT = new Date('1980-01-01T00:00:00Z');
const SHEET_NAME = /^(?!')[^[\]:*?/\\]{1,31}(?<!')$/;

/** Writes sheets of plain values, and one hidden sheet with what lists offer. */
export async function writeBook(book: WriteBook): Promise<Uint8Array> {
  const lists: string[][] = [];
  const taken = book.sheets.map(({ name }) => name);
  const listSheet = ['lists', 'lists 1', 'lists 2'].find((name) => !taken.includes(name))!;
  const sheets = book.sheets.map((sheet) => writeSheet(sheet, listSheet, lists));
  if (lists.length > 0) sheets.push(writeLists(listSheet, lists));
  return writeXlsx({ sheets, stringMode: 'shared', properties: { modified: NO_MOMENT } });
}

function writeSheet(sheet: WriteSheet, listSheet: string, lists: string[][]): HucreSheet {
  const { columns } = sheet;
  if (!SHEET_NAME.test(sheet.name)) throw new Error(`«${sheet.name}» cannot be the name of a sheet`);
  const header = columns.map((column) =>
    toTextCell(column.required ? column.header + REQUIRED_MARK : column.header),
  );
  const rows = sheet.rows.map((row) =>
    columns.map((column, index) => toCellValue(column, row[index] ?? null)),
  );
  const lastRow = Math.max(rows.length, ROWS_WITH_LISTS) + 1;
  const blank = Array.from({ length: sheet.rows_to_fill ?? 0 }, () => columns.map(() => null));
  return {
    name: sheet.name,
    columns: columns.map(({ width, kind }) => ({ width, style: { numFmt: FORMATS[kind] } })),
    rows: [header, ...rows, ...blank],
    cells: new Map(columns.map((_, index) => [`0,${index}`, { style: HEADER }])),
    ...(sheet.freeze_header && { freezePane: { rows: 1 } }),
    dataValidations: columns.flatMap((column, index) =>
      column.list && column.list.length > 0
        ? [
            toValidation(
              colToLetter(index),
              lastRow,
              listSheet,
              lists.push(column.list) - 1,
              column.list.length,
            ),
          ]
        : [],
    ),
  };
}

function toValidation(
  column: string,
  lastRow: number,
  listSheet: string,
  list: number,
  length: number,
): DataValidation {
  const source = colToLetter(list);
  return {
    type: 'list',
    range: `${column}2:${column}${lastRow}`,
    formula1: `'${listSheet}'!$${source}$1:$${source}$${length}`,
    allowBlank: true,
    showErrorMessage: true,
    errorStyle: 'stop',
  };
}

function writeLists(name: string, lists: string[][]): HucreSheet {
  const length = Math.max(...lists.map((list) => list.length));
  return {
    name,
    hidden: true,
    columns: lists.map(() => ({ width: 40, style: { numFmt: FORMATS.text } })),
    rows: Array.from({ length }, (_, row) =>
      lists.map((list) => (row < list.length ? toTextCell(list[row]!) : null)),
    ),
  };
}

function toCellValue({ kind }: WriteColumn, value: string | number | null): string | number | null {
  if (value === null || value === '') return null;
  if (kind === 'text') return toTextCell(String(value));
  const number = kind === 'date' ? toSerialDate(String(value)) : Number(value);
  if (!Number.isFinite(number)) throw new Error(`«${value}» is no ${kind}`);
  return number;
}

/** Text as XML can hold it; what looks like an escape of the format is escaped itself (ECMA-376 part 1, 22.9.2.19). */
function toTextCell(text: string): string {
  return showHidden(text)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\ufffe\uffff]/g, '')
    .slice(0, MAX_CELL_CHARS);
}

/** `2026-11-20` → days since 30.12.1899, which is right for all dates after February 1900. */
function toSerialDate(date: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(date)
    ? (Date.parse(date) - Date.UTC(1899, 11, 30)) / 86_400_000
    : Number.NaN;
}
