import { isDate } from '@kelisim/shared/kernel/dates.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import type { StatementFault } from '../bank-files.ts';

/** A value of a statement that is not what its place wants. */
export class Fault extends Error {
  readonly fault: StatementFault;
  constructor(code: StatementFault['code'], { line, value }: { line: number; value: string }) {
    super(code);
    this.fault = { code, line, value: value.slice(0, 100) };
  }
}

/** Blanks between the groups of four are how people write an account. Null: no IBAN. */
export function ibanIn(value: string): string | null {
  const iban = value.replace(/\s/g, '').toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban) ? iban : null;
}

const DAYS = [
  /^(?<day>\d{1,2})[./-](?<month>\d{1,2})[./-](?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})[./-](?<month>\d{1,2})[./-](?<day>\d{1,2})$/,
];

/**
 * A day as banks and people write it: `15.01.2026`, `15/01/26`, `2026-01-15`, with the time behind it. Null for an empty
 * value. The day always stands before the month or behind it, never between month and year.
 */
export function readDay(value: string, line: number): string | null {
  const [written] = value.trim().split(/[\sT]/);
  if (!written) return null;
  for (const form of DAYS) {
    const groups = form.exec(written)?.groups;
    if (!groups) continue;
    const year = groups['year']!.padStart(4, '20');
    const day = `${year}-${groups['month']!.padStart(2, '0')}-${groups['day']!.padStart(2, '0')}`;
    if (isDate(day)) return day;
  }
  throw new Fault('wrong_date', { line, value });
}

/**
 * A sum as banks and people write it: `1234.5`, `1 234,50`, `1,234.50`, `1.234,50 ₸`, `-500`, `(500)`, `500-`. Null for an
 * empty value. What might be a thousand or a fraction is a fault.
 */
export function readSum(value: string, line: number): bigint | null {
  const written = value.replace(/[\s'’]/g, '').replace(/(₸|kzt|тенге|тг\.?)$/i, '');
  if (written === '' || /^[-–—]$/.test(written)) return null;
  const bare = written.replace(/^[-+−–]|^\(|\)$|[-−–]$/g, '');
  const isNegative = /^[-−–]|[-−–]$|^\(.*\)$/.test(written);
  const amount = parseMoney(withPoint(bare));
  if (amount === null) throw new Fault('wrong_amount', { line, value });
  return isNegative ? -amount : amount;
}

/** The last mark with one or two digits behind it divides the tiyn; the others divide thousands. */
function withPoint(bare: string): string {
  const [, whole = bare, tiyn] = /^(.*)[.,](\d{1,2})$/.exec(bare) ?? [];
  const thousands = /^\d{1,3}([.,])\d{3}(\1\d{3})*$/.exec(whole);
  // «1.234» alone could be either.
  const isSure = thousands && (tiyn !== undefined || (whole.match(/[.,]/g)?.length ?? 0) > 1);
  return `${isSure ? whole.replace(/[.,]/g, '') : whole}${tiyn === undefined ? '' : `.${tiyn}`}`;
}

const CURRENCIES = new Map([
  ['398', 'KZT'],
  ['KZT', 'KZT'],
  ['ТЕНГЕ', 'KZT'],
  ['ТГ', 'KZT'],
  ['₸', 'KZT'],
  ['840', 'USD'],
  ['978', 'EUR'],
  ['643', 'RUB'],
  ['810', 'RUB'],
  ['RUR', 'RUB'],
  ['156', 'CNY'],
  ['826', 'GBP'],
]);

/** The three letters of ISO 4217 for a code in letters or digits. Null for an empty value. */
export function readCurrency(value: string, line: number): string | null {
  const written = value.trim().toUpperCase().replace(/\.$/, '');
  if (written === '') return null;
  const code = CURRENCIES.get(written) ?? (/^[A-Z]{3}$/.test(written) ? written : null);
  if (code === null) throw new Fault('wrong_currency', { line, value });
  return code;
}
