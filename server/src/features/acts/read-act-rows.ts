import { actInput, type ReadActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { actTotal } from '@kelisim/shared/features/acts/act-totals.ts';
import { formatDate, isDate, parseShownDate } from '@kelisim/shared/kernel/dates.ts';
import { findHidden, showHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { problems, type ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { Cell, ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import { ACT_COLUMNS, REQUIRED_COLUMNS, type ActColumn } from './act-columns.ts';
import type { ImportReferences } from './import.queries.ts';

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
}

export interface ReadAct {
  /** The first row of the act in the table. */
  row: number;
  rows: number[];
  input: ReadActInput;
  contractor: string;
  contract: string;
  amount_tiyn: bigint;
}

/** Which column of the table holds which of ours, by the heading in either language; null names the first missing. */
export function mapColumns(header: string[]): { at: Map<ActColumn, number> } | { missing: ActColumn } {
  const normal = (text: string) => plainName(text.replace(/\*$/, ''));
  const titles = header.map(normal);
  const at = new Map<ActColumn, number>();
  for (const column of ACT_COLUMNS) {
    const index = titles.findIndex((title) => title === normal(column.ru) || title === normal(column.kz));
    if (index >= 0) at.set(column.key, index);
    else if (REQUIRED_COLUMNS.includes(column.key)) return { missing: column.key };
  }
  return { at };
}

/** Turns rows into acts. Every wrong cell is named once; an act with a wrong row is not made at all. */
export function readActRows(
  rows: readonly ReadRow[],
  at: Map<ActColumn, number>,
  references: ImportReferences,
): { acts: ReadAct[]; errors: RowError[] } {
  const faults = collectFaults();
  const groups = new Map<string, GroupRow[]>();
  for (const row of rows) {
    const values = readCells(row, at, faults.add);
    const key = values.get('act') ? `act:${values.get('act')}` : `row:${row.row}`;
    const group = groups.get(key);
    if (group) group.push({ row: row.row, values });
    else groups.set(key, [{ row: row.row, values }]);
  }
  const contracts = contractFinder(references);
  const acts: ReadAct[] = [];
  for (const group of groups.values()) {
    const before = faults.list.length;
    const act = readGroup(group, references, contracts, faults);
    for (const error of faults.list.slice(before)) addRowsAndChoices(error, group, contracts);
    if (act && !group.some(({ row }) => faults.isWrong(row))) acts.push(act);
  }
  return { acts, errors: faults.list.toSorted((a, b) => a.row - b.row) };
}

type Fault = (
  row: number,
  column: ActColumn | null,
  code: ProblemCode,
  value?: string,
  values?: RowError['values'],
) => void;

interface Faults {
  list: RowError[];
  add: Fault;
  isWrong(row: number): boolean;
}

/** What is wrong, the first thing of each cell: a formula is not also a missing number. */
function collectFaults(): Faults {
  const list: RowError[] = [];
  const cells = new Set<string>();
  const rows = new Set<number>();
  return {
    list,
    isWrong: (row) => rows.has(row),
    add(row, column, code, value = '', values) {
      const cell = `${row} ${column}`;
      if (cells.has(cell)) return;
      cells.add(cell);
      rows.add(row);
      list.push({ row, rows: [row], column, code, value, choices: [], ...(values ? { values } : {}) });
    },
  };
}

function readCells(row: ReadRow, at: Map<ActColumn, number>, add: Fault): Map<ActColumn, string> {
  const values = new Map<ActColumn, string>();
  for (const [key, index] of at) {
    const cell: Cell = row.cells[index] ?? { kind: 'empty' };
    if (cell.kind === 'formula' || cell.kind === 'error') add(row.row, key, 'row.formula');
    else if (cell.kind === 'empty' || (cell.kind === 'text' && cell.value.trim() === '')) {
      if (REQUIRED_COLUMNS.includes(key)) add(row.row, key, 'field.required');
    } else {
      const text = String(cell.value).trim();
      const hidden = findHidden(text, { lines: true });
      if (hidden) add(row.row, key, 'unstorable_text', showHidden(text), { ...hidden });
      else values.set(key, text);
    }
  }
  return values;
}

type GroupRow = { row: number; values: Map<ActColumn, string> };

/** Stands for what was not found, which is named already, while the rest is judged. */
const PLACEHOLDER_ID = 1;

const OF_ACT: readonly ActColumn[] = [
  'contractor',
  'contract',
  'title',
  'date',
  'start_date',
  'end_date',
  'knp',
  'additional_info',
];

/** What is wrong with the act is wrong in each of its rows that says the same. */
function addRowsAndChoices(
  error: RowError,
  group: GroupRow[],
  { titlesOf }: ReturnType<typeof contractFinder>,
): void {
  const { column, code, row } = error;
  const first = group[0]!;
  if (!column || !OF_ACT.includes(column) || row !== first.row) return;
  const said = first.values.get(column);
  error.rows = group.filter(({ values }) => values.get(column) === said).map((one) => one.row);
  if (code === 'row.contract_unknown') error.choices = titlesOf(first.values.get('contractor') ?? '');
}

function readGroup(
  group: GroupRow[],
  references: ImportReferences,
  contracts: ReturnType<typeof contractFinder>,
  faults: Faults,
): ReadAct | null {
  const [first, ...others] = group as [GroupRow, ...GroupRow[]];
  const before = faults.list.length;
  const fault = faults.add;
  for (const { row, values } of others) {
    for (const column of OF_ACT) {
      const value = values.get(column) ?? '';
      if (value !== (first.values.get(column) ?? '')) fault(row, column, 'row.act_differs', value);
    }
  }
  const of = (column: ActColumn) => first.values.get(column) ?? '';
  const dates = (['date', 'start_date', 'end_date'] as const).map((column) => {
    const text = of(column);
    const date = isDate(text) ? text : parseShownDate(text);
    if (!date && text) fault(first.row, column, 'field.date', text);
    return date ?? '';
  });
  const [date, start_date, end_date] = dates as [string, string, string];
  const contract = contracts.find(of('contractor'), of('contract'), start_date, end_date);
  if (contract === 'no_contractor') {
    if (of('contractor'))
      fault(first.row, 'contractor', 'row.contractor_unknown', of('contractor'), { value: of('contractor') });
  } else if (contract === 'no_contract') {
    if (of('contract'))
      fault(first.row, 'contract', 'row.contract_unknown', of('contract'), { value: of('contract') });
  } else if (contract.executor_status !== 'active') {
    fault(first.row, 'contractor', 'act.executor_stopped', of('contractor'));
  }
  const readDay = (row: number, text: string | undefined): string | null => {
    if (!text) return null;
    const day = isDate(text) ? text : parseShownDate(text);
    if (!day) fault(row, 'service_date', 'field.date', text);
    return day;
  };
  const services = group.map(({ row, values }) => {
    const category = references.categories.find((one) => sameName(one, values.get('category')));
    const unit = references.units.find((one) => sameName(one, values.get('unit')));
    for (const [column, found, code] of [
      ['category', category, 'row.category_unknown'],
      ['unit', unit, 'row.unit_unknown'],
    ] as const) {
      const value = values.get(column);
      if (!found && value) fault(row, column, code, value, { value });
    }
    return {
      category_id: category?.id ?? PLACEHOLDER_ID,
      unit_id: unit?.id ?? PLACEHOLDER_ID,
      description: values.get('description') ?? '',
      quantity: plainNumber(values.get('quantity')),
      rate: plainNumber(values.get('rate')),
      service_date: readDay(row, values.get('service_date')),
    };
  });
  const known = typeof contract === 'string' ? null : contract;
  const input = {
    title: of('title'),
    contract_id: known?.id ?? PLACEHOLDER_ID,
    contractor_company_id: known?.contractor_company_id ?? PLACEHOLDER_ID,
    date,
    start_date,
    end_date,
    knp: of('knp') ? of('knp').padStart(3, '0') : null,
    additional_info: of('additional_info') || null,
    services,
  };
  // Looked at even when something is wrong already, so that all of it is named at once.
  if (!checkInput(input, group, fault) || faults.list.length > before || !known) return null;
  if (end_date < start_date) fault(first.row, 'end_date', 'act.dates_reversed', end_date);
  else if (start_date < known.start_date || end_date > known.end_date) {
    fault(first.row, start_date < known.start_date ? 'start_date' : 'end_date', 'act.outside_contract', '', {
      from: formatDate(known.start_date),
      to: formatDate(known.end_date),
    });
  }
  const { closed_until } = references;
  if (closed_until && date <= closed_until)
    fault(first.row, 'date', 'period.closed', of('date'), { date: formatDate(closed_until) });
  const amount_tiyn = actTotal(services);
  if (amount_tiyn === null) fault(first.row, 'rate', 'act.amount_too_large');
  else if (amount_tiyn <= 0n) fault(first.row, 'rate', 'act.amount_too_small');
  if (faults.list.length > before) return null;
  return {
    row: first.row,
    rows: group.map(({ row }) => row),
    input,
    contractor: known.name,
    contract: known.title,
    amount_tiyn: amount_tiyn!,
  };
}

/** The contract's own schema has the last word on every field. */
function checkInput(input: ReadActInput, group: GroupRow[], fault: Fault): boolean {
  const result = actInput.safeParse(input);
  if (result.success) return true;
  for (const issue of result.error.issues) {
    const in_service = issue.path[0] === 'services' && typeof issue.path[1] === 'number';
    const row = in_service ? group[issue.path[1] as number]!.row : group[0]!.row;
    const name = String(in_service ? issue.path[2] : issue.path[0]);
    const column = ACT_COLUMNS.find((one) => one.key === name)?.key ?? null;
    const value = in_service ? (group[issue.path[1] as number]!.values.get(column ?? 'act') ?? '') : '';
    const code = issue.message in problems ? (issue.message as ProblemCode) : 'bad_input';
    fault(
      row,
      column,
      code,
      value,
      issue.code === 'custom' ? (issue.params as RowError['values']) : undefined,
    );
  }
  return false;
}

type Contract = ImportReferences['contracts'][number];

/**
 * Contracts by ИИН or БИН and title: a table has thousands of rows, and a company may have as many contracts. A contract
 * that was renewed has namesakes; meant is the one whose dates hold the period of the act, the latest of several.
 */
function contractFinder({ contracts }: ImportReferences) {
  const byNumber = Map.groupBy(contracts, (row) => row.bin);
  const byTitle = Map.groupBy(contracts, (row) => keyOf(row.bin, row.title));
  const namesakes = new Map(
    [...byTitle].map(([key, rows]) => [
      key,
      rows.toSorted((a, b) => b.end_date.localeCompare(a.end_date) || b.id - a.id),
    ]),
  );
  return {
    find(
      number: string,
      title: string,
      start_date: string,
      end_date: string,
    ): Contract | 'no_contractor' | 'no_contract' {
      const bin = binOf(number);
      if (!byNumber.has(bin)) return 'no_contractor';
      const found = namesakes.get(keyOf(bin, title)) ?? [];
      // Two titles may differ in such a sign alone.
      const same = found.filter((row) => row.title.toLowerCase() === title.toLowerCase());
      const holds = [...same, ...found].find(
        (row) => row.start_date <= start_date && end_date <= row.end_date,
      );
      return holds ?? same[0] ?? found[0] ?? 'no_contract';
    },
    titlesOf: (number: string) => [...new Set(byNumber.get(binOf(number))?.map((row) => row.title))],
  };
}

/** Tables take a БИН for a number and drop its leading zeros. */
function binOf(number: string): string {
  return number.replace(/\s/g, '').padStart(12, '0');
}

function keyOf(bin: string, title: string): string {
  return `${bin} ${plainName(title)}`;
}

/** Tables and word processors put other blanks and dashes in the place of those that were typed. */
function plainName(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim();
}

function sameName(
  row: { code: string; name_ru: string; name_kz: string },
  text: string | undefined,
): boolean {
  if (!text) return false;
  const wanted = plainName(text);
  return [row.name_ru, row.name_kz, row.code].some((name) => plainName(name) === wanted);
}

/** `1 250,50` as people type it into text cells becomes `1250.50`; other writings are left for the schema to refuse. */
function plainNumber(text = ''): string {
  return text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
}
