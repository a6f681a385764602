import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { Cell, ReadRow, Spreadsheet } from '../adapters/spreadsheet/spreadsheet.ts';
import type { FileReply } from './http/bind-calls.ts';

export interface RowsWithRemarks {
  /** Headings as the user's table has them. */
  titles: readonly string[];
  rows: readonly ReadRow[];
  /** By the number of the row. Rows without any are left out. */
  remarks: ReadonlyMap<number, readonly string[]>;
  /** What is known of a column: a heading where the table has none, and a width. */
  column?: (index: number) => { title: string; width: number } | undefined;
}

/** The rows that an import leaves, in the user's own columns, each with what is wrong with it. */
export async function writeRemarks(
  spreadsheet: Spreadsheet,
  { rows: all, remarks, ...table }: RowsWithRemarks,
  locale: Locale,
): Promise<FileReply> {
  const texts = { ru, kz }[locale].import_rest;
  const rows = all.filter(({ row }) => remarks.has(row));
  const columns = columnsOf({ rows: all, ...table }, rows);
  const bytes = await spreadsheet.writeSheet({
    sheets: [
      {
        name: texts.sheet,
        columns: [...columns, { header: texts.remarks, width: 70, kind: 'text' }],
        rows: rows.map(({ row, cells }) => [
          ...columns.map(({ index, kind }) => valueOf(cells[index], kind)),
          remarks.get(row)!.join('\n'),
        ]),
        freeze_header: true,
      },
    ],
  });
  return { bytes, name: `${texts.sheet}.xlsx` };
}

const NOT_AGAIN: readonly string[] = [ru.import_rest.remarks, kz.import_rest.remarks];

/** Those that the table has, and those that were filled on the page; not the remarks of an earlier rest. */
function columnsOf(
  { titles, rows: all, column }: Omit<RowsWithRemarks, 'remarks'>,
  rows: readonly ReadRow[],
) {
  const width = Math.max(titles.length, ...all.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, index) => {
    const cells = rows.map((row) => row.cells[index]);
    const known = column?.(index);
    return {
      index,
      header: titles[index] || (known?.title ?? ''),
      width: known?.width ?? 18,
      kind: kindOf(cells),
      isFilled: cells.some(isFilled),
    };
  }).filter(({ header: title, index, isFilled: filled }) =>
    index < titles.length ? (title !== '' || filled) && !NOT_AGAIN.includes(title) : filled,
  );
}

const isFilled = (cell: Cell | undefined) => cell !== undefined && cell.kind !== 'empty';

/** A column of dates or numbers stays one; where something else is among them, all of it is text as it was written. */
function kindOf(cells: readonly (Cell | undefined)[]): 'date' | 'number' | 'text' {
  const filled = cells.filter(isFilled).map((cell) => cell!.kind);
  if (filled.length === 0) return 'text';
  if (filled.every((kind) => kind === 'date')) return 'date';
  // Numbers of more digits, such as БИН, would lose what a table does not count.
  const isNumber = (cell: Cell | undefined) =>
    !isFilled(cell) || (cell!.kind === 'number' && /^-?\d{1,9}(\.\d{1,6})?$/.test(cell!.value));
  return cells.every(isNumber) ? 'number' : 'text';
}

function valueOf(cell: Cell | undefined, kind: 'date' | 'number' | 'text'): string | null {
  if (!cell || !('value' in cell)) return null;
  if (cell.kind === 'date') return kind === 'date' ? cell.value : formatDate(cell.value);
  return String(cell.value);
}
