import { serviceAmount } from '@kelisim/shared/features/acts/act-totals.ts';
import type { LineName } from '@kelisim/shared/features/acts/line-kinds.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { maskNumber } from '../../ui/masks.ts';
import type { NumberMask } from '../../ui/masks.ts';
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
  kinds: readonly { id: LineName; code: string; name: string }[];
}

const MOST_ROWS = 200;

export interface Place {
  row: number;
  field: ServiceField;
}

/** Text of a pasted table that did not become a cell as it stands, and why. */
export interface PasteFault {
  /** The line of the act it was meant for, counted from one. */
  line: number;
  field?: ServiceField;
  text: string;
  why: 'choice' | 'number' | 'cut' | 'column' | 'room';
}

/**
 * Writes a pasted table into the lines from one cell on, to the right and down; lines that are missing are added. A table
 * that begins with categories goes from the first cell on, wherever it is pasted. Whatever is not understood is handed
 * back with its reason. A minus stays, also where none may be: without it a discount would be added, and the check of the
 * field refuses it.
 */
export function pasteRows(
  services: readonly ServiceDraft[],
  at: Place,
  pasted: readonly (readonly string[])[],
  choices: Choices,
): { services: ServiceDraft[]; faults: PasteFault[]; cells: string[] } {
  const kinds = kindsOf(pasted, choices);
  const table = kinds ? pasted.map((cells) => cells.slice(1)) : pasted;
  const first = firstColumn(at, table, choices);
  const result = [...services];
  const faults: PasteFault[] = [];
  const written: string[] = [];
  const rows = withoutHeading(table, first);
  rows.forEach((cells, i) => {
    const row = at.row + i;
    const line = row + 1;
    if (row >= MOST_ROWS) {
      faults.push({ line, text: cells.join('\t').trim(), why: 'room' });
      return;
    }
    const service = { ...(result[row] ?? newService(result[row - 1])) };
    const kind = kinds?.at(i - rows.length);
    if (kind) service.kind = kind;
    cells.forEach((text, j) => {
      const field = CELLS[first + j];
      if (!field) {
        if (text && !isSumOf(service, text)) faults.push({ line, text, why: 'column' });
        return;
      }
      const read = readCell(field, text, choices);
      service[field] = read.value;
      written.push(`services.${row}.${field}`);
      if (read.why) faults.push({ line, field, text, why: read.why });
    });
    result[row] = service;
  });
  return { services: result, faults, cells: written };
}

/** The kinds of the lines, where the first column has them as the spreadsheet of the import does; null where it does not. */
function kindsOf(table: readonly (readonly string[])[], { kinds }: Choices) {
  const read = table.map(([text = '', ...rest]) =>
    rest.length > 0 ? findChoice(kinds, text)?.id : undefined,
  );
  const known = read.filter((kind) => kind !== undefined).length;
  return known > 0 && known * 2 >= table.length ? read : null;
}

/** Tables are kept with their categories and copied whole, while the caret stands in the service. */
function firstColumn({ field }: Place, table: readonly (readonly string[])[], { categories }: Choices) {
  const known = table.filter(([text]) => text && findChoice(categories, text)).length;
  const has_more = table.some((cells) => cells.length > 1);
  return has_more && known > 0 && known * 2 >= table.length ? 0 : CELLS.indexOf(field);
}

/** A column of sums behind the prices says nothing new. */
function isSumOf(service: ServiceDraft, text: string): boolean {
  const amount = serviceAmount(service);
  return amount !== null && amount === parseMoney(maskNumber(withMinus(text), RATE).value);
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

/** The locale of a mask only decides what is shown. */
const QUANTITY = { locale: 'ru', fraction: 3, whole: 9 } as const;
const RATE = { locale: 'ru', fraction: 2, whole: 13 } as const;

function readCell(
  field: ServiceField,
  text: string,
  choices: Choices,
): { value: string; why?: PasteFault['why'] } {
  if (field === 'description') return { value: text };
  if (field === 'quantity') return readNumber(text, QUANTITY);
  if (field === 'rate') return readNumber(text, RATE);
  const found = findChoice(field === 'category_id' ? choices.categories : choices.units, text);
  return found ? { value: String(found.id) } : { value: '', ...(text && { why: 'choice' }) };
}

function readNumber(text: string, mask: NumberMask): { value: string; why?: PasteFault['why'] } {
  const signs = withMinus(text).replace(/[\s'’]|₸|тг\.?|тенге|теңге|kzt/gi, '');
  if (signs === '') return { value: '' };
  if (!/^-?[\d.,]*\d[\d.,]*$/.test(signs)) return { value: '', why: 'number' };
  const { value } = maskNumber(signs, mask);
  const whole = maskNumber(signs, { ...mask, fraction: 20, whole: 40 }).value;
  if (whole.startsWith(value) && /^\.?0*$/.test(whole.slice(value.length))) return { value };
  // Digits before the comma that do not fit would make another number.
  return value.split('.')[0] === whole.split('.')[0] ? { value, why: 'cut' } : { value: '', why: 'number' };
}

function findChoice<C extends { name: string; code: string }>(list: readonly C[], text: string) {
  const low = text.toLowerCase();
  return list.find(({ name, code }) => name.toLowerCase() === low || code.toLowerCase() === low);
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
