import { isDate } from '@kelisim/shared/kernel/dates.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import type { StatementColumn } from '@kelisim/shared/features/payments/statement-columns.ts';
import type { StatementMapping } from '@kelisim/shared/features/payments/statement-tables.contract.ts';
import type { StatementFault, StatementOperation } from '../../adapters/bank-files/bank-files.ts';
import type { Cell, ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import { foldText, readTypedDate, readTypedDecimal } from '../../platform/read-typed.ts';
import { textOf, type StatementHeading } from './statement-heading.ts';

type Said = (key: StatementColumn) => Cell;
type Wrong = { code: StatementFault['code']; value: string };
type Way = StatementOperation['direction'];

/**
 * The operations of a table by the company's mapping. A row that cannot be read as the mapping says is refused alone, and
 * nothing of it is guessed; totals, balances and repeated headings are no operations.
 */
export function readTableStatement(
  rows: readonly ReadRow[],
  heading: StatementHeading,
  mapping: StatementMapping,
): { operations: StatementOperation[]; refused: StatementFault[] } {
  const at = new Map<StatementColumn, number>();
  for (const [key, title] of Object.entries(mapping.columns))
    at.set(key as StatementColumn, heading.titles.indexOf(title));
  const operations: StatementOperation[] = [];
  const refused: StatementFault[] = [];
  const filled = rows.slice(heading.at + 1).flatMap(({ row, cells }) => {
    const said: Said = (key) => cells[at.get(key) ?? -1] ?? { kind: 'empty' };
    return isNoOperation(cells, said, mapping) ? [] : [{ row, said }];
  });
  const minus = meaningOfMinus(
    filled.map(({ said }) => said),
    mapping,
  );
  for (const { row, said } of filled) {
    const read = readOperation(said, mapping, minus);
    if ('code' in read) refused.push({ ...read, line: row });
    else operations.push({ ...read, line: row });
  }
  return { operations, refused };
}

/**
 * Some banks write every debit with a minus. Where a table has debits without one, a minus is a debit that was undone, and
 * no row says whether money came or went.
 */
function meaningOfMinus(rows: readonly Said[], mapping: StatementMapping): 'debit' | 'unclear' {
  const isPlainDebit = (said: Said) => {
    const isOut = mapping.columns.side ? readSide(textOf(said('side'))) === 'out' : mapping.columns.out;
    return isOut && (readSum(said(mapping.columns.side ? 'amount' : 'out'), mapping) ?? 0n) > 0n;
  };
  return rows.some(isPlainDebit) ? 'unclear' : 'debit';
}

const TOTALS =
  /^(итого|всего|оборот|сальдо|остаток|входящ|исходящ|барлыгы|жиыны|калдык|кирис калдык|шыгыс калдык)/;

function isNoOperation(cells: readonly Cell[], said: Said, { columns }: StatementMapping): boolean {
  const has = (key: StatementColumn) => said(key).kind !== 'empty';
  if (!has('date') && !has('amount') && !has('out') && !has('in')) return true;
  if (textOf(said('date')) === columns.date) return true;
  const isDay = said('date').kind === 'date' || /^\d/.test(textOf(said('date')));
  return !isDay && cells.some((cell) => TOTALS.test(foldText(textOf(cell))));
}

function readOperation(
  said: Said,
  mapping: StatementMapping,
  minus: 'debit' | 'unclear',
): Omit<StatementOperation, 'line'> | Wrong {
  const date = readDay(said('date'), mapping);
  if (date === null) return { code: 'wrong_date', value: textOf(said('date')) };
  const money = readMoney(said, mapping, minus);
  if ('code' in money) return money;
  const currency = readCurrency(textOf(said('currency')));
  if (currency === null) return { code: 'wrong_currency', value: textOf(said('currency')) };
  const knp = textOf(said('knp'));
  const other = partyOf(said);
  const own = { name: '', bin: null, iban: null };
  return {
    ...money,
    number: textOf(said('number')),
    date,
    currency,
    payer: money.direction === 'out' ? own : other,
    payee: money.direction === 'out' ? other : own,
    knp: /^\d{3}$/.test(knp) ? knp : null,
    purpose: textOf(said('purpose')),
  };
}

function readDay(cell: Cell, { day_order }: StatementMapping): string | null {
  if (cell.kind === 'date') return cell.value;
  if (cell.kind !== 'text') return null;
  const typed = readTypedDate(cell.value);
  if (typed && 'value' in typed) return typed.value;
  const numbers = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2})(?!\d)/.exec(cell.value.trim());
  if (!typed || !numbers) return null;
  const [, a = '', b = '', c = ''] = numbers;
  const [day, month] = day_order === 'dmy' ? [a, b] : [b, a];
  const date = `${c.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}

function readMoney(
  said: Said,
  mapping: StatementMapping,
  minus: 'debit' | 'unclear',
): { amount_tiyn: bigint; direction: Way } | Wrong {
  const sums = (['out', 'in', 'amount'] as const).map((key) => ({
    key,
    text: said(key).kind === 'formula' ? '=' : textOf(said(key)),
    sum: readSum(said(key), mapping),
  }));
  const wrong = sums.find(({ sum }) => sum === null);
  if (wrong) return { code: 'wrong_amount', value: wrong.text };
  const [one, other] = sums.flatMap(({ key, sum }) => (sum ? [{ key, sum }] : []));
  if (!one) return { code: 'no_amount', value: textOf(said('number')) };
  const unclear: Wrong = { code: 'no_direction', value: textOf(said('number')) };
  if (other) return unclear;
  const amount_tiyn = one.sum < 0n ? -one.sum : one.sum;
  const direction =
    one.key !== 'amount'
      ? one.key
      : mapping.columns.side
        ? readSide(textOf(said('side')))
        : one.sum < 0n
          ? 'out'
          : 'in';
  // A credit below zero would be a debit that was undone.
  const isUndone = one.sum < 0n && (direction === 'in' || minus === 'unclear');
  return direction && !isUndone ? { amount_tiyn, direction } : unclear;
}

/** Nought where nothing stands; null for what is no sum. */
function readSum(cell: Cell, { decimal_mark }: StatementMapping): bigint | null {
  const text = cell.kind === 'formula' || cell.kind === 'error' ? '?' : textOf(cell);
  if (/^[\p{Pd}\u2212]?$/u.test(text)) return 0n;
  const [, minus, rest = ''] = /^([-\u2212\u2013+]?)\s*(.*)$/su.exec(text)!;
  const typed = readTypedDecimal(rest);
  if (!typed) return null;
  const isTenths = rest.includes(',') === (decimal_mark === 'comma');
  const value = 'value' in typed ? typed.value : typed.choices[isTenths ? 1 : 0]!;
  const sum = parseMoney(value.replace(/,(\d*?)0*$/, (_, tenths: string) => (tenths ? `.${tenths}` : '')));
  return sum === null || minus === '' || minus === '+' ? sum : -sum;
}

function readSide(text: string): Way | null {
  const words = [foldText(text), text.toLowerCase()];
  if (words.some((word) => OUT.test(word))) return 'out';
  return words.some((word) => IN.test(word)) ? 'in' : null;
}
const OUT = /^(д|дт|d|dt|out)$|^(дебет|спис|расход|исход|шыгыс|debit|withdraw)/;
const IN = /^(к|кт|c|cr|in)$|^(кредит|пост|приход|зачисл|вход|кирис|credit|deposit)/;

function readCurrency(text: string): string | null {
  const word = text.toUpperCase();
  if (word === '' || /^(ТЕНГЕ|ТЕҢГЕ|ТГ\.?|₸|398)$/u.test(word)) return 'KZT';
  return /^[A-Z]{3}$/.test(word) ? word : null;
}

function partyOf(said: Said): StatementOperation['payer'] {
  const digits = textOf(said('bin')).replaceAll(/\s/g, '');
  const account = textOf(said('iban')).replaceAll(/\s/g, '').toUpperCase();
  return {
    name: textOf(said('name')),
    // A number has lost its noughts.
    bin: /^\d{9,12}$/.test(digits) ? digits.padStart(12, '0') : null,
    iban: account || null,
  };
}
