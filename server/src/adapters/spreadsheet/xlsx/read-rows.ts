import type { Cell, ReadOptions, ReadResult, ReadRow } from '../spreadsheet.ts';
import { openArchive } from './archive.ts';
import { toCell } from './cell-values.ts';
import { TableRefused } from './refused.ts';
import { openWorkbook, type Workbook } from './workbook.ts';
import type { XmlEvents } from './xml-reader.ts';

const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;
const MAX_CELL_CHARS = 32_767;
/** Of all cells together: one shared text may be in every cell, and each copy is returned. */
const MAX_OUTPUT_CHARS = 20_000_000;
const MAX_ARRAY_FORMULAS = 1_000;

/** Reads the header and the rows below it; the first row with anything in it is the header. */
export async function readRows(xlsx: Uint8Array, options: ReadOptions): Promise<ReadResult> {
  try {
    const archive = await openArchive(xlsx);
    const workbook = await openWorkbook(archive, options.sheet);
    for (const sheet of workbook.sheets) {
      const collector = createCollector(options);
      const found = await archive.readPart(sheet, readSheet(workbook, options.max_columns, collector.add));
      if (!found) throw new TableRefused('broken');
      const found_rows = collector.finish();
      if (found_rows.header.length > 0) return { status: 'ok', ...found_rows };
    }
    return { status: 'ok', header: [], rows: [], hidden_rows: [] };
  } catch (error) {
    if (error instanceof TableRefused) return { status: 'error', code: error.code };
    throw error;
  }
}

function createCollector({ max_rows, max_columns }: ReadOptions) {
  let header: string[] | null = null;
  const rows: ReadRow[] = [];
  const hidden_rows: number[] = [];

  function add(row: number, found: Map<number, Cell>, hidden: boolean): void {
    const width = Math.max(-1, ...found.keys()) + 1;
    if (width === 0) return;
    const length = Math.min(max_columns, Math.max(width, header?.length ?? 0));
    const cells = Array.from({ length }, (_, column): Cell => found.get(column) ?? { kind: 'empty' });
    if (header === null) {
      header = cells.map((cell) => ('value' in cell ? toHeader(String(cell.value)) : ''));
      return;
    }
    if (rows.length === max_rows) throw new TableRefused('too_many_rows');
    rows.push({ row, cells });
    if (hidden) hidden_rows.push(row);
  }

  return { add, finish: () => ({ header: header ?? [], rows, hidden_rows }) };
}

/** Without the star of columns that must be filled, which `writeSheet` puts there. */
function toHeader(text: string): string {
  return text.replace(/\s*\*?\s*$/, '').trimStart();
}

type OpenCell = {
  column: number;
  type: string;
  style: number;
  formula: boolean;
  value: string;
  text: string;
};

/** Walks a worksheet part (ECMA-376 part 1, 18.3.1) and gives each row its filled cells. */
function readSheet(
  workbook: Workbook,
  max_columns: number,
  onRow: (row: number, cells: Map<number, Cell>, hidden: boolean) => void,
): XmlEvents {
  const arrays = createArrayFormulas();
  let [row, nextColumn, output] = [0, 0, 0];
  let hidden = false;
  let cells = new Map<number, Cell>();
  let cell: OpenCell | null = null;
  let reading: 'value' | 'text' | null = null;
  let [root, phonetic] = ['', false];

  function openRow(attributes: Map<string, string>): void {
    const number = Number(attributes.get('r') ?? row + 1);
    if (!Number.isInteger(number) || number <= row || number > MAX_ROW) throw new TableRefused('broken');
    row = number;
    hidden = /^(1|true)$/.test(attributes.get('hidden') ?? '');
    nextColumn = 0;
    cells = new Map();
  }

  function openCell(attributes: Map<string, string>): void {
    const reference = attributes.get('r');
    const column = reference === undefined ? nextColumn : columnOf(reference);
    if (row === 0 || column < nextColumn || column >= MAX_COLUMN) throw new TableRefused('broken');
    nextColumn = column + 1;
    const [type, style] = [attributes.get('t') ?? 'n', Number(attributes.get('s') ?? 0)];
    cell = { column, type, style, formula: arrays.cover(row, column), value: '', text: '' };
  }

  function closeCell({ column, formula, ...open }: OpenCell): void {
    const value: Cell = formula ? { kind: 'formula' } : toCell(open, workbook);
    if (value.kind === 'empty' || column >= max_columns) return;
    output += value.kind === 'text' ? value.value.length : 1;
    if (output > MAX_OUTPUT_CHARS) throw new TableRefused('table_too_large');
    cells.set(column, value);
  }

  return {
    open(name, attributes) {
      root ||= name;
      if (root !== 'worksheet') throw new TableRefused('broken');
      if (name === 'row') openRow(attributes);
      if (name === 'c') openCell(attributes);
      if (cell && name === 'f') {
        cell.formula = true;
        if (/^(array|dataTable)$/.test(attributes.get('t') ?? '')) arrays.add(attributes.get('ref') ?? '');
      }
      if (name === 'rPh') phonetic = true;
      if (name === 'v') reading = 'value';
      // What tells how a text is read aloud is no part of it.
      if (name === 't' && !phonetic) reading = 'text';
    },
    text(text) {
      if (!cell || !reading) return;
      cell[reading] += text;
      if (cell[reading].length > MAX_CELL_CHARS) throw new TableRefused('table_too_large');
    },
    close(name) {
      if (name === 'v' || name === 't') reading = null;
      if (name === 'rPh') phonetic = false;
      if (name === 'c' && cell) {
        closeCell(cell);
        cell = null;
      }
      if (name === 'row') onRow(row, cells, hidden);
    },
  };
}

/** `"AB12"` → 27. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1];
  if (!letters) throw new TableRefused('broken');
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** An array formula stands in one cell; its results fill others, which show nothing but a value. */
function createArrayFormulas() {
  const ranges: { top: number; bottom: number; left: number; right: number }[] = [];
  return {
    add(reference: string): void {
      const [first = '', last = first] = reference.split(':');
      if (ranges.length === MAX_ARRAY_FORMULAS) throw new TableRefused('table_too_large');
      const rowOf = (corner: string) => Number(corner.replace(/\D+/, ''));
      ranges.push({ top: rowOf(first), bottom: rowOf(last), left: columnOf(first), right: columnOf(last) });
    },
    cover(row: number, column: number): boolean {
      return ranges.some(
        ({ top, bottom, left, right }) => row >= top && row <= bottom && column >= left && column <= right,
      );
    },
  };
}
