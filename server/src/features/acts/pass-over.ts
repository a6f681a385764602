import type { ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import { foldText } from '../../platform/read-typed.ts';
import { isHeaderAgain, textOf, type FoundHeader, type ReadColumn } from './find-header.ts';

export type PassedWhy = 'total' | 'hidden' | 'heading' | 'note' | 'empty';

export interface PassedOver {
  why: PassedWhy;
  count: number;
  /** The first of them. */
  rows: number[];
}

const TOTAL =
  /^(?:итого|итог|всего|подытог|промежуточный итог|барлыгы|жиыны|жиынтыгы|жалпы сома|корытынды)(?![а-я])/;
const SHOWN = 20;

/** What makes a row one of a service: without any of it there is nothing to make an act of. */
const OF_SERVICE: readonly ReadColumn[] = ['contractor', 'description', 'quantity', 'rate', 'amount'];

/** Divides the rows below the header into those of acts and those that are none: totals, headings, notes, hidden ones. */
export function passOver(
  rows: readonly ReadRow[],
  header: FoundHeader,
  header_row: number,
  hidden_rows: readonly number[],
): { rows: ReadRow[]; passed: PassedOver[] } {
  const hidden = new Set(hidden_rows);
  const found = new Map<PassedWhy, number[]>();
  const kept = rows.filter((row) => {
    const why = hidden.has(row.row) ? 'hidden' : whyNone(row, header);
    if (why) found.set(why, [...(found.get(why) ?? []), row.row]);
    return why === null;
  });
  const passed = [...found].map(([why, numbers]) => ({
    why,
    count: numbers.length,
    rows: numbers.slice(0, SHOWN),
  }));
  const last = rows.at(-1)?.row ?? header_row;
  const empty = last - header_row - rows.length;
  if (empty > 0) passed.push({ why: 'empty', count: empty, rows: [] });
  return { rows: kept, passed };
}

function whyNone(row: ReadRow, header: FoundHeader): PassedWhy | null {
  const { cells } = row;
  const isFilled = (key: ReadColumn) => (cells[header.at.get(key) ?? -1]?.kind ?? 'empty') !== 'empty';
  const hasNumber = cells.some(
    (cell) => 'value' in cell && /(?<!\d)\d{12}(?!\d)/.test(String(cell.value).replace(/\s/g, '')),
  );
  if (!hasNumber && cells.some((cell) => TOTAL.test(foldText(textOf(cell))))) return 'total';
  if (isHeaderAgain(row, header)) return 'heading';
  return OF_SERVICE.some(isFilled) ? null : 'note';
}
