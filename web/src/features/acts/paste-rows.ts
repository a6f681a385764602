import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { maskNumber } from '../../ui/masks.ts';
import { newService } from './act-draft.ts';
import type { ServiceDraft, ServiceField } from './act-draft.ts';

/** The cells of a line in the order they stand in, which is that of the spreadsheet of the import too. */
export const CELLS: readonly ServiceField[] = ['category_id', 'description', 'quantity', 'unit_id', 'rate'];

/** True when the text is more than one cell. */
export function isTable(text: string): boolean {
  return /[\t\r\n]/.test(text.replace(/[\r\n]+$/, ''));
}

export interface Choices {
  categories: readonly { id: number; code: string; name: string }[];
  units: readonly { id: number; code: string; name: string }[];
}

const MOST_ROWS = 200;

/**
 * Writes a pasted table into the lines from one cell on, to the right and down; lines that are missing are added.
 * A name of a category or a unit that is not known leaves its cell to be chosen. A minus stays, also where none may be:
 * without it a discount would be added, and the check of the field refuses it.
 */
export function pasteRows(
  services: readonly ServiceDraft[],
  at: { row: number; field: ServiceField },
  table: readonly (readonly string[])[],
  choices: Choices,
  locale: Locale,
): ServiceDraft[] {
  const first = CELLS.indexOf(at.field);
  const result = [...services];
  withoutHeading(table, first).forEach((cells, i) => {
    const row = at.row + i;
    if (row >= MOST_ROWS) return;
    const line = { ...(result[row] ?? newService(result[row - 1])) };
    cells.slice(0, CELLS.length - first).forEach((text, j) => {
      const field = CELLS[first + j]!;
      line[field] = readCell(field, text, choices, locale);
    });
    result[row] = line;
  });
  return result;
}

/** The names of the cells that a table is pasted into: what is wrong with them is told at once, as when they are left. */
export function pastedCells(
  at: { row: number; field: ServiceField },
  table: readonly (readonly string[])[],
): string[] {
  const first = CELLS.indexOf(at.field);
  return withoutHeading(table, first).flatMap((cells, i) =>
    CELLS.slice(first, first + cells.length).map((field) => `services.${at.row + i}.${field}`),
  );
}

/** How many lines of a pasted table become services, and how many an act has no room for. */
export function pasteCount(
  at: { row: number; field: ServiceField },
  table: readonly (readonly string[])[],
): { pasted: number; left_out: number } {
  const { length } = withoutHeading(table, CELLS.indexOf(at.field));
  const pasted = Math.min(length, MOST_ROWS - at.row);
  return { pasted, left_out: length - pasted };
}

/** A figure below nothing in a cell by itself: typed into the cell it would lose its minus. */
export function isBelowNothing(field: ServiceField, text: string): boolean {
  return (field === 'quantity' || field === 'rate') && withMinus(text.trim()).startsWith('-');
}

/** Spreadsheets write what is below nothing with any of three dashes, or in brackets. */
function withMinus(text: string): string {
  const inBrackets = /^\s*\((.*\d.*)\)\s*$/.exec(text);
  return inBrackets ? `-${inBrackets[1]}` : text.replace(/^\s*[−–](?=.*\d)/, '-');
}

function readCell(field: ServiceField, text: string, choices: Choices, locale: Locale): string {
  if (field === 'description') return text;
  if (field === 'quantity') return maskNumber(withMinus(text), { locale, fraction: 3, whole: 9 }).value;
  if (field === 'rate') return maskNumber(withMinus(text), { locale, fraction: 2, whole: 13 }).value;
  const list = field === 'category_id' ? choices.categories : choices.units;
  const low = text.toLowerCase();
  const found = list.find(({ name, code }) => name.toLowerCase() === low || code.toLowerCase() === low);
  return found ? String(found.id) : '';
}

/** A first line with words where figures belong is the heading of the table. */
function withoutHeading(table: readonly (readonly string[])[], first: number) {
  const figures = CELLS.flatMap((field, at) =>
    field === 'quantity' || field === 'rate' ? [at - first] : [],
  );
  const isHeading = (cells: readonly string[]) => {
    const words = figures.map((at) => cells[at]).filter((text) => text !== undefined && text !== '');
    return words.length > 0 && words.every((text) => !/\d/.test(text!));
  };
  return table.length > 1 && isHeading(table[0]!) ? table.slice(1) : table;
}
