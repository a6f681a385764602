import type { Cell } from '../spreadsheet.ts';

export type RawCell = { type: string; style: number; value: string; text: string };
export type CellMeaning = { dates1904: boolean; isDateStyle: boolean[]; strings: string[] };

/** The value of a cell that is no formula, by its type `t` (ECMA-376 part 1, 18.18.11). */
export function toCell({ type, style, value, text }: RawCell, meaning: CellMeaning): Cell {
  switch (type) {
    case 's':
      return value === '' ? { kind: 'empty' } : toText(meaning.strings[Number(value)]);
    case 'inlineStr':
      return toText(text);
    case 'str':
      return toText(value);
    case 'b':
      return { kind: 'bool', value: /^(1|true)$/i.test(value) };
    case 'd':
      return readIsoDate(value);
    case 'n': {
      if (value === '') return { kind: 'empty' };
      if (meaning.isDateStyle[style]) return readSerialDate(value, meaning.dates1904);
      return toNumber(value);
    }
    default:
      return { kind: 'error' };
  }
}

function toNumber(raw: string): Cell {
  const value = readNumber(raw);
  return value === null ? { kind: 'error' } : { kind: 'number', value };
}

function toText(raw: string | undefined): Cell {
  if (raw === undefined) return { kind: 'error' };
  // `_x000D_` stands for characters that XML cannot hold (ECMA-376 part 1, 22.9.2.19).
  const unescaped = raw.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return unescaped.trim() === '' ? { kind: 'empty' } : { kind: 'text', value: unescaped };
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;
/** What the table itself keeps and shows; the digits behind come from binary fractions (1.1000000000000001). */
const SIGNIFICANT_DIGITS = 15;
const DAY_MS = 86_400_000;

/** `"1.1000000000000001"` → `"1.1"`, `"1.25E6"` → `"1250000"`; longer whole numbers stay as written; null if none. */
export function readNumber(text: string): string | null {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return null;
  const whole = /^([+-]?)0*(\d{16,})$/.exec(trimmed);
  if (whole) return `${whole[1] === '-' ? '-' : ''}${whole[2]}`;
  const written = Number(trimmed);
  const value =
    trimmed.length <= SIGNIFICANT_DIGITS ? written : Number(written.toPrecision(SIGNIFICANT_DIGITS));
  if (!Number.isFinite(value)) return null;
  return value === 0 ? '0' : expandExponent(String(value));
}

/** `"1.5e-7"` → `"0.00000015"`. */
function expandExponent(decimal: string): string {
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(decimal);
  if (!match) return decimal;
  const [, sign, first, rest = '', exponent] = match;
  const digits = `${first}${rest}`;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
}

/** A date of a cell: days since the last day of 1899 (with its famous 29.02.1900), or since 1904 on old Macs. */
function readSerialDate(text: string, dates1904: boolean): Cell {
  const value = Number(text);
  const day = Math.floor(value);
  // Hours without a day, and what lies outside of the calendar of tables, stay numbers.
  if (!NUMBER.test(text) || day < 1 || day > 2_958_465) return toNumber(text);
  const epoch = dates1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  return { kind: 'date', value: new Date(epoch + day * DAY_MS).toISOString().slice(0, 10) };
}

/** `2026-11-20T00:00:00` of a cell of type `d`. */
function readIsoDate(text: string): Cell {
  const date = /^(\d{4}-\d{2}-\d{2})(T|$)/.exec(text)?.[1];
  if (!date || Number.isNaN(Date.parse(date))) return { kind: 'error' };
  return { kind: 'date', value: date };
}

/** Built-in formats that show a day (ECMA-376 part 1, 18.8.30), or a code of one's own with a year or a day in it. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  const [first = ''] = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '').split(';');
  return /[yd]/i.test(first) && !/general|standard/i.test(first);
}
