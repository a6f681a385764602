import { actInput, type ReadActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { actTotal, serviceAmount, whyNothing } from '@kelisim/shared/features/acts/act-totals.ts';
import { ofLineName } from '@kelisim/shared/features/acts/line-kinds.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { problems, type ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import { ACT_COLUMNS, type ActColumn } from './act-columns.ts';
import { contractFinder, type ContractFinder } from './find-contract.ts';
import type { ReadColumn } from './find-header.ts';
import type { ImportReferences } from './import.queries.ts';
import {
  collectFaults,
  readCells,
  type Fault,
  type Faults,
  type ReadCells,
  type RowError,
} from './read-cells.ts';
import { readLineName } from './read-line-name.ts';
import { sameName } from './same-name.ts';

export interface ReadAct {
  /** The first row of the act in the table. */
  row: number;
  rows: number[];
  input: ReadActInput;
  contractor: string;
  contract: string;
  amount_tiyn: bigint;
}

/** An act, or a line of one, that seems to be there already; made only when the user says so. */
export interface Repeat {
  row: number;
  rows: number[];
  /** The row of the same table that it repeats. */
  of_row: number | null;
  /** The act that is there already. */
  act: { id: number; number: string } | null;
  title: string;
  contractor: string;
  amount_tiyn: bigint;
  /** A line of an act, whose other lines are made. */
  is_line: boolean;
}

export interface ReadActRowsOptions {
  /** Whether this row counts although it repeats another of its act. */
  isAgain: (row: number) => boolean;
  is_quantity_one: boolean;
}

/** Turns rows into acts. Every wrong cell is named once; an act with a wrong row is not made at all. */
export function readActRows(
  rows: readonly ReadRow[],
  at: ReadonlyMap<ReadColumn, number>,
  references: ImportReferences,
  { isAgain, is_quantity_one }: ReadActRowsOptions = { isAgain: () => false, is_quantity_one: false },
): { acts: ReadAct[]; errors: RowError[]; repeated: Repeat[]; incomplete: Map<number, number> } {
  const faults = collectFaults();
  const contracts = contractFinder(references);
  const groups = new Map<string, ReadCells[]>();
  for (const row of rows) {
    const read = readCells(row, at, contracts, faults.add, is_quantity_one);
    const act = read.values.get('act');
    const key = act ? `act:${act}` : `row:${row.row}`;
    const group = groups.get(key);
    if (group) group.push(read);
    else groups.set(key, [read]);
  }
  const acts: ReadAct[] = [];
  const repeated: Repeat[] = [];
  /** Right rows of acts that are not made, each with the wrong row that is why. */
  const incomplete = new Map<number, number>();
  for (const whole of groups.values()) {
    const before = faults.list.length;
    const lines = whole.filter(({ row }) => faults.isWrong(row)).length > 0 ? [] : findRepeatedLines(whole);
    const left = new Set(lines.map(({ row }) => row).filter((row) => !isAgain(row)));
    const group = whole.filter(({ row }) => !left.has(row));
    const act = readGroup(group, references, contracts, faults);
    if (act) repeated.push(...lines.map((line) => toRepeat(line, act)));
    for (const error of faults.list.slice(before)) addRowsAndChoices(error, whole, contracts);
    const wrong = whole.find(({ row }) => faults.isWrong(row))?.row;
    if (act && wrong === undefined) acts.push(act);
    else for (const { row } of whole) if (!faults.isWrong(row)) incomplete.set(row, wrong ?? row);
  }
  return { acts, errors: faults.list.toSorted((a, b) => a.row - b.row), repeated, incomplete };
}

const OF_LINE: readonly ActColumn[] = [
  'kind',
  'category',
  'description',
  'quantity',
  'unit',
  'rate',
  'service_date',
];

/** Lines of one act that say the same as an earlier one: the same work would be paid twice. */
function findRepeatedLines(group: readonly ReadCells[]): { row: number; of_row: number }[] {
  const first = new Map<string, number>();
  return group.flatMap(({ row, values }) => {
    const key = JSON.stringify([...OF_ACT, ...OF_LINE].map((column) => values.get(column) ?? ''));
    const of_row = first.get(key);
    if (of_row === undefined) first.set(key, row);
    return of_row === undefined ? [] : [{ row, of_row }];
  });
}

function toRepeat({ row, of_row }: { row: number; of_row: number }, act: ReadAct): Repeat {
  const { contractor, input } = act;
  const amount_tiyn = serviceAmount(input.services[act.rows.indexOf(of_row)]!) ?? 0n;
  return { row, rows: [row], of_row, act: null, title: input.title, contractor, amount_tiyn, is_line: true };
}

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
function addRowsAndChoices(error: RowError, group: ReadCells[], contracts: ContractFinder): void {
  const { column, code, row } = error;
  const first = group[0]!;
  if (!column || !OF_ACT.includes(column) || row !== first.row) return;
  const said = first.values.get(column);
  error.rows = group.filter(({ values }) => values.get(column) === said).map((one) => one.row);
  if (code !== 'row.contract_unknown' && code !== 'row.contract_several') return;
  const number = first.values.get('contractor') ?? '';
  error.choices = contracts.titlesOf(number);
  error.only = contracts.hasOnly(number);
}

function readGroup(
  group: ReadCells[],
  references: ImportReferences,
  contracts: ContractFinder,
  faults: Faults,
): ReadAct | null {
  const [first, ...others] = group as [ReadCells, ...ReadCells[]];
  const before = faults.list.length;
  const fault = faults.add;
  for (const { row, values, said } of others) {
    for (const column of OF_ACT) {
      if ((values.get(column) ?? '') !== (first.values.get(column) ?? ''))
        fault(row, column, 'row.act_differs', said.get(column) ?? '');
    }
  }
  const of = (column: ActColumn) => first.values.get(column) ?? '';
  const [date, start_date, end_date] = [of('date'), of('start_date'), of('end_date')];
  const contract = contracts.find(of('contractor'), of('contract'), start_date, end_date);
  const value = { value: of('contractor') };
  if (contract === 'no_contractor') {
    if (of('contractor'))
      fault(first.row, 'contractor', 'row.contractor_unknown', of('contractor'), { values: value });
  } else if (contract === 'several') fault(first.row, 'contract', 'row.contract_several');
  else if (contract === 'no_contract')
    fault(first.row, 'contract', 'row.contract_unknown', of('contract'), {
      values: { value: of('contract') },
    });
  else if (contract.executor_status !== 'active')
    fault(first.row, 'contractor', 'act.executor_stopped', of('contractor'));
  const services = group.map((one) => readService(one, references, fault));
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
  const amount_tiyn = checkAct(input, known, first, references.closed_until, fault);
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

function readService({ row, values }: ReadCells, references: ImportReferences, fault: Fault) {
  const category = references.categories.find((one) => sameName(one, values.get('category')));
  const unit = references.units.find((one) => sameName(one, values.get('unit')));
  for (const [column, found, code] of [
    ['category', category, 'row.category_unknown'],
    ['unit', unit, 'row.unit_unknown'],
  ] as const) {
    const value = values.get(column);
    if (!found && value) fault(row, column, code, value, { values: { value } });
  }
  const said = values.get('kind');
  const name = readLineName(said);
  if (said && !name) fault(row, 'kind', 'row.kind_unknown', said, { values: { value: said } });
  return {
    ...(name && ofLineName(name)),
    category_id: category?.id ?? PLACEHOLDER_ID,
    unit_id: unit?.id ?? PLACEHOLDER_ID,
    description: values.get('description') ?? '',
    quantity: values.get('quantity') ?? '',
    rate: values.get('rate') ?? '',
    service_date: values.get('service_date') ?? null,
  };
}

/** What depends on more than one field; returns the sum of the act. */
function checkAct(
  { start_date, end_date, date, services }: ReadActInput,
  contract: ImportReferences['contracts'][number],
  { row, said }: ReadCells,
  closed_until: string | null,
  fault: Fault,
): bigint | null {
  if (end_date < start_date) fault(row, 'end_date', 'act.dates_reversed', said.get('end_date') ?? '');
  else if (start_date < contract.start_date || end_date > contract.end_date) {
    fault(row, start_date < contract.start_date ? 'start_date' : 'end_date', 'act.outside_contract', '', {
      values: { from: formatDate(contract.start_date), to: formatDate(contract.end_date) },
    });
  }
  if (closed_until && date <= closed_until)
    fault(row, 'date', 'period.closed', said.get('date') ?? '', {
      values: { date: formatDate(closed_until) },
    });
  const amount_tiyn = actTotal(services);
  if (amount_tiyn === null) fault(row, 'rate', 'act.amount_too_large');
  else if (amount_tiyn <= 0n) fault(row, 'rate', whyNothing(services));
  return amount_tiyn;
}

/** The contract's own schema has the last word on every field. */
function checkInput(input: ReadActInput, group: ReadCells[], fault: Fault): boolean {
  const result = actInput.safeParse(input);
  if (result.success) return true;
  for (const issue of result.error.issues) {
    const in_service = issue.path[0] === 'services' && typeof issue.path[1] === 'number';
    const cells = in_service ? group[issue.path[1] as number]! : group[0]!;
    const name = String(in_service ? issue.path[2] : issue.path[0]);
    const column = ACT_COLUMNS.find((one) => one.key === name)?.key ?? null;
    const value = in_service && column ? (cells.said.get(column) ?? '') : '';
    const code = issue.message in problems ? (issue.message as ProblemCode) : 'bad_input';
    const values = issue.code === 'custom' ? (issue.params as RowError['values']) : undefined;
    fault(cells.row, column, code, value, values && { values });
  }
  return false;
}
