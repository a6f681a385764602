import type { MendedCell } from '@kelisim/shared/features/acts/act-import.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ReadError, ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { readTable } from '../../platform/read-table.ts';
import type { Parts } from '../../parts.ts';
import { ACT_COLUMNS, columnTitle, REQUIRED_COLUMNS, type ActColumn } from './act-columns.ts';
import { findHeader, type FoundHeader, type ReadColumn } from './find-header.ts';
import { findRepeats } from './find-repeats.ts';
import { listImportReferences } from './import.queries.ts';
import { passOver, type PassedOver } from './pass-over.ts';
import { readActRows, type ReadAct, type Repeat } from './read-act-rows.ts';
import type { RowError } from './read-cells.ts';

const MAX_IMPORT_ROWS = 10_000;
const MOST_ABOVE = 100;
/** Forms of 1C spread a few columns over dozens of narrow ones. */
const MOST_COLUMNS = 120;

/** What an import reads: the table, what its cells were mended to, and the repeats that are made all the same. */
export interface TableOfActs {
  file: Upload;
  mended: readonly MendedCell[];
  again: 'all' | readonly number[];
}

export interface ReadTable {
  header: FoundHeader;
  /** Columns that every row needs and the table does not have. */
  absent: ReadonlySet<ActColumn>;
  rows: ReadRow[];
  passed: PassedOver[];
  /** Those that are made: right, and no repeats that nobody asked for. */
  acts: (ReadAct & { again: boolean })[];
  errors: RowError[];
  /** Right rows of acts that are not made, each with the wrong row that is why. */
  incomplete: ReadonlyMap<number, number>;
  repeats: (Repeat & { again: boolean })[];
}

/** Reads the table as its writer meant it, and says of every row what becomes of it. Writes nothing. */
export async function readTableOfActs(
  parts: Parts,
  company_id: number,
  { file, mended, again }: TableOfActs,
  locale: Locale,
): Promise<ReadTable> {
  const bytes = await file.read();
  const limits = { max_rows: MAX_IMPORT_ROWS + MOST_ABOVE, max_columns: MOST_COLUMNS };
  const read = await readTable(parts.spreadsheet, bytes, limits);
  if (read.status === 'error') refuse(`file.${read.code}`);
  const table = read.rows;
  const header = findHeader(table);
  if (table.length === 0 || (table.length === 1 && !header))
    throw new Problem('import.no_rows', { field: 'file' });
  assertColumns(header, locale);
  const { rows, passed } = passOver(
    table.slice(header.rows),
    header,
    table[header.rows - 1]!.row,
    read.hidden_rows,
  );
  if (rows.length === 0) throw new Problem('import.no_rows', { field: 'file' });
  if (rows.length > MAX_IMPORT_ROWS) refuse('file.too_many_rows');
  const is_quantity_one = !header.at.has('quantity');
  const absent = addColumns(header, rows);
  mendCells(rows, header.at, mended);
  const references = await listImportReferences(parts.db, company_id);
  const isAgain = (row: number) => again === 'all' || again.includes(row);
  const { acts, errors, repeated, incomplete } = readActRows(rows, header.at, references, {
    isAgain,
    is_quantity_one,
  });
  const repeats = await findRepeats(parts.db, company_id, acts);
  const toMake = acts.filter((act) => !repeats.has(act) || isAgain(act.row));
  return {
    header,
    absent,
    rows,
    passed,
    acts: toMake.map((act) => ({ ...act, again: repeats.has(act) })),
    errors,
    incomplete,
    repeats: [...repeated, ...repeats.values()]
      .map((repeat) => ({ ...repeat, again: isAgain(repeat.row) }))
      .toSorted((a, b) => a.row - b.row),
  };
}

function refuse(code: `file.${ReadError}`): never {
  throw new Problem(code, { field: 'file', values: { max: MAX_IMPORT_ROWS } });
}

/** Without who, what and how much there is nothing to ask about; everything else can be said once for all rows. */
function assertColumns(header: FoundHeader | null, locale: Locale): asserts header is FoundHeader {
  const has = (...keys: ReadColumn[]) => header !== null && keys.some((key) => header.at.has(key));
  const missing = !has('contractor', 'contractor_name')
    ? 'contractor'
    : !has('description')
      ? 'description'
      : !has('rate', 'amount')
        ? 'rate'
        : null;
  if (missing === null) return;
  throw new Problem('import.wrong_columns', {
    field: 'file',
    values: { name: columnTitle(missing, locale) },
  });
}

/** Gives the columns that the table lacks a place behind its own, so that they can be filled on the page. */
function addColumns(header: FoundHeader, rows: readonly ReadRow[]): Set<ActColumn> {
  const lacking = ACT_COLUMNS.filter(({ key }) => !header.at.has(key));
  let width = Math.max(header.titles.length, ...rows.map(({ cells }) => cells.length));
  for (const { key } of lacking) header.at.set(key, width++);
  const isTold = (key: ActColumn) =>
    (key === 'contractor' && header.at.has('contractor_name')) ||
    ((key === 'start_date' || key === 'end_date') && header.at.has('period')) ||
    ((key === 'quantity' || key === 'rate') && header.at.has('amount'));
  return new Set(
    lacking.map(({ key }) => key).filter((key) => REQUIRED_COLUMNS.includes(key) && !isTold(key)),
  );
}

/** What somebody has typed into the page instead of what the table says. */
function mendCells(
  rows: readonly ReadRow[],
  at: ReadonlyMap<ReadColumn, number>,
  mended: readonly MendedCell[],
): void {
  const byRow = new Map(rows.map((row) => [row.row, row.cells]));
  for (const { rows: numbers, key, value } of mended) {
    const index = at.get(key as ActColumn);
    if (index === undefined) continue;
    for (const number of numbers) {
      const cells = byRow.get(number);
      if (!cells) continue;
      while (cells.length < index) cells.push({ kind: 'empty' });
      cells[index] = value.trim() === '' ? { kind: 'empty' } : { kind: 'text', value };
    }
  }
}
