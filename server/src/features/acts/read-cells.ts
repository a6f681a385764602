import { findHidden, showHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { multiplyHalfUp, parseMoney, parseQuantity } from '@kelisim/shared/kernel/money.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { Cell, ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import { readTypedDate, readTypedDecimal, readTypedPeriod } from '../../platform/read-typed.ts';
import { COLUMN_KINDS, REQUIRED_COLUMNS, type ActColumn } from './act-columns.ts';
import type { ContractFinder } from './find-contract.ts';
import type { ReadColumn } from './find-header.ts';
import { readLineName } from './read-line-name.ts';

export interface RowError {
  row: number;
  /** Rows that are mended with it: what belongs to the act stands in each of its rows. */
  rows: number[];
  column: ActColumn | null;
  code: ProblemCode;
  value: string;
  values?: Record<string, string | number>;
  /** What may stand there instead. */
  choices: string[];
  /** An empty cell would mean the only contract of the executor. */
  only: boolean;
}

export type Fault = (
  row: number,
  column: ActColumn | null,
  code: ProblemCode,
  value?: string,
  more?: Partial<Pick<RowError, 'values' | 'choices'>>,
) => void;

export interface Faults {
  list: RowError[];
  add: Fault;
  isWrong(row: number): boolean;
}

/** What is wrong, the first thing of each cell: a formula is not also a missing number. */
export function collectFaults(): Faults {
  const list: RowError[] = [];
  const cells = new Set<string>();
  const rows = new Set<number>();
  return {
    list,
    isWrong: (row) => rows.has(row),
    add(row, column, code, value = '', more) {
      const cell = `${row} ${column}`;
      if (cells.has(cell)) return;
      cells.add(cell);
      rows.add(row);
      list.push({ row, rows: [row], column, code, value, choices: [], only: false, ...more });
    },
  };
}

/** One row: as it is written, and with dates and numbers read. */
export interface ReadCells {
  row: number;
  said: Map<ReadColumn, string>;
  values: Map<ReadColumn, string>;
}

/** What is taken off stands in tables with a minus or in brackets, whatever else they say of it. */
const MINUS = /^[-−–(]\s*(\d[^)]*)\)?$/;

/** Columns that only say again what others say: a formula there is no fault. */
const BESIDE: readonly ReadColumn[] = ['amount', 'contractor_name', 'period'];

export function readCells(
  row: ReadRow,
  at: ReadonlyMap<ReadColumn, number>,
  contracts: ContractFinder,
  add: Fault,
  /** The table has no such column, so that its sums are of one. */
  is_quantity_one: boolean,
): ReadCells {
  const said = new Map<ReadColumn, string>();
  const values = new Map<ReadColumn, string>();
  const named = row.cells[at.get('kind') ?? -1] ?? { kind: 'empty' };
  const kind = named.kind === 'text' && named.value.trim() ? readLineName(named.value.trim()) : 'unsaid';
  for (const [key, index] of at) {
    const cell: Cell = row.cells[index] ?? { kind: 'empty' };
    const column = BESIDE.includes(key) ? null : (key as ActColumn);
    if (cell.kind === 'empty') continue;
    if (cell.kind === 'formula' || cell.kind === 'error') {
      if (column) add(row.row, column, 'row.formula');
      continue;
    }
    const text = String(cell.value).trim();
    if (text === '') continue;
    const hidden = findHidden(text, { lines: true });
    if (hidden) {
      if (column) add(row.row, column, 'unstorable_text', showHidden(text), { values: { ...hidden } });
      continue;
    }
    said.set(key, text);
    const minus = key === 'rate' || key === 'amount' ? MINUS.exec(text) : null;
    const isAsked = minus !== null && kind === 'unsaid';
    if (isAsked) add(row.row, 'kind', 'row.minus_unclear');
    const bare = minus && (isAsked || kind === 'deduction') ? minus[1]! : text;
    const value = cell.kind === 'text' ? readTyped(row.row, key, bare, add) : bare;
    if (value !== null) values.set(key, value);
  }
  const read = { row: row.row, said, values };
  fillContractor(read, contracts, add);
  fillPeriod(read, add);
  if (is_quantity_one && !said.has('quantity') && !said.has('rate') && said.has('amount'))
    values.set('quantity', '1');
  fillSums(read, add);
  // The price comes out of the sum as soon as the quantity is clear, which is asked about already.
  const isAsked = said.has('quantity') && !values.has('quantity');
  if (isAsked && said.has('amount') && !said.has('rate')) values.set('rate', '1');
  for (const key of REQUIRED_COLUMNS)
    if (!said.has(key) && !values.has(key)) add(row.row, key, 'field.required');
  return read;
}

function readTyped(row: number, key: ReadColumn, text: string, add: Fault): string | null {
  const kind = key === 'amount' ? 'money' : COLUMN_KINDS[key as ActColumn];
  if (!kind) return text;
  const typed = kind === 'date' ? readTypedDate(text) : readTypedDecimal(text);
  // What is no number is refused by the contract's own schema, in its words.
  if (!typed && kind !== 'date') return text;
  if (typed && 'value' in typed) return typed.value;
  if (key === 'amount') return null;
  const column = key as ActColumn;
  if (typed) add(row, column, 'row.unclear', text, { values: { value: text }, choices: typed.choices });
  else add(row, column, 'row.date', text);
  return null;
}

/** By name, where the table has no number: only when one executor is called so. */
function fillContractor({ row, said, values }: ReadCells, contracts: ContractFinder, add: Fault): void {
  const name = values.get('contractor_name');
  if (values.has('contractor') || !name) return;
  const numbers = contracts.numbersOf(name);
  if (numbers.length === 1) {
    values.set('contractor', numbers[0]!);
    return;
  }
  said.set('contractor', name);
  const code = numbers.length === 0 ? 'row.contractor_unknown' : 'row.contractors_alike';
  add(row, 'contractor', code, name, { values: { value: name }, choices: numbers });
}

function fillPeriod({ row, said, values }: ReadCells, add: Fault): void {
  const period = values.get('period');
  if (!period || said.has('start_date') || said.has('end_date')) return;
  const read = readTypedPeriod(period);
  if (read) values.set('start_date', read.start).set('end_date', read.end);
  else for (const key of ['start_date', 'end_date'] as const) add(row, key, 'row.date', period);
}

/** The price out of the sum, where it comes out even; a sum that contradicts the price is asked about. */
function fillSums({ row, said, values }: ReadCells, add: Fault): void {
  const amount = parseMoney(values.get('amount') ?? '');
  if (amount === null || amount <= 0n) return;
  const quantity = parseQuantity(values.get('quantity') ?? '');
  if (!quantity) return;
  if (said.has('rate')) {
    const rate = parseMoney(values.get('rate') ?? '');
    if (rate !== null && multiplyHalfUp(quantity, rate) !== amount)
      add(row, 'rate', 'row.sum_differs', said.get('rate'), { values: { sum: said.get('amount')! } });
  } else if ((amount * 1000n) % quantity === 0n) {
    const rate = (amount * 1000n) / quantity;
    values.set('rate', `${rate / 100n}.${String(rate % 100n).padStart(2, '0')}`);
  }
}
