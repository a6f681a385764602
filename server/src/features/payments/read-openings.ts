import { OPENING_COLUMNS, type OpeningColumn } from '@kelisim/shared/features/payments/openings.contract.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { Cell } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { foldText, readTypedDecimal } from '../../platform/read-typed.ts';
import type { Parts } from '../../parts.ts';
import { listOpened, listOpeningParties, openedKey, type NewOpening } from './openings.queries.ts';

const MOST_ROWS = 10_000;
/** By what their headings begin with, in both languages. */
const HEADINGS: Record<OpeningColumn, readonly string[]> = {
  bin: ['иин', 'бин', 'жсн', 'бсн'],
  contract: ['договор', 'шарт'],
  owed: ['долг', 'карыз', 'начислено', 'задолженность'],
  advance: ['аванс'],
};

export interface OpeningFault {
  row: number;
  column: OpeningColumn;
  code: ProblemCode;
  values?: Record<string, string | number>;
}

export interface ReadOpening extends NewOpening {
  row: number;
  name: string;
  contract: string | null;
}

/** Reads a table of opening balances: right rows, and of each wrong cell what is wrong. Writes nothing. */
export async function readOpenings(
  parts: { db: Handle; spreadsheet: Parts['spreadsheet'] },
  company_id: number,
  file: Upload,
): Promise<{ rows: ReadOpening[]; faults: OpeningFault[] }> {
  const read = await parts.spreadsheet.readRows(await file.read(), { max_rows: MOST_ROWS, max_columns: 40 });
  if (read.status === 'error')
    throw new Problem(`file.${read.code}`, { field: 'file', values: { max: MOST_ROWS } });
  if (read.rows.length === 0) throw new Problem('import.no_rows', { field: 'file' });
  const at = findColumns(read.header);
  const people = Map.groupBy(await listOpeningParties(parts.db, company_id), ({ bin }) => bin);
  const opened = await listOpened(parts.db, company_id);
  const first_rows = new Map<string, number>();
  const rows: ReadOpening[] = [];
  const faults: OpeningFault[] = [];
  for (const { row, cells } of read.rows) {
    const before = faults.length;
    const fault = (column: OpeningColumn, code: ProblemCode, values?: OpeningFault['values']) =>
      faults.push({ row, column, code, ...(values && { values }) });
    const typed = (column: OpeningColumn) => textOf(cells[at.get(column) ?? -1]);
    for (const column of OPENING_COLUMNS)
      if (cells[at.get(column) ?? -1]?.kind === 'formula') fault(column, 'row.formula');
    const sum = (column: 'owed' | 'advance'): bigint => {
      const text = typed(column);
      if (text === '') return 0n;
      const value = readTypedDecimal(text);
      const tiyn = value && 'value' in value ? parseMoney(value.value) : null;
      if (tiyn === null) fault(column, 'field.money');
      return tiyn ?? 0n;
    };
    const [owed_tiyn, advance_tiyn] = [sum('owed'), sum('advance')];
    // A row of the template that nobody has filled.
    if (faults.length === before && owed_tiyn === 0n && advance_tiyn === 0n) continue;
    const bin = typed('bin').replace(/\D/g, '').padStart(12, '0');
    const contracts = people.get(bin);
    if (!contracts) {
      fault('bin', typed('bin') === '' ? 'field.required' : 'opening.no_executor');
      continue;
    }
    const contract = findContract(contracts, typed('contract'));
    if (!contract) {
      fault('contract', 'opening.no_contract');
      continue;
    }
    const { executor_company_id, contract_id } = contract;
    const key = openedKey(executor_company_id, contract_id);
    const first = first_rows.get(key);
    if (first !== undefined) fault('bin', 'opening.twice', { row: first });
    else if (opened.has(key)) fault('bin', 'opening.exists');
    first_rows.set(key, first ?? row);
    if (faults.length === before)
      rows.push({
        row,
        name: contract.name,
        contract: contract.contract_title,
        executor_company_id,
        contract_id,
        owed_tiyn,
        advance_tiyn,
      });
  }
  if (rows.length + faults.length === 0) throw new Problem('import.no_rows', { field: 'file' });
  return { rows, faults };
}

function findColumns(header: readonly string[]): ReadonlyMap<OpeningColumn, number> {
  const at = new Map<OpeningColumn, number>();
  for (const [index, title] of header.map(foldText).entries())
    for (const column of OPENING_COLUMNS)
      if (!at.has(column) && HEADINGS[column].some((word) => title.startsWith(word))) at.set(column, index);
  if (!at.has('bin') || (!at.has('owed') && !at.has('advance')))
    throw new Problem('opening.wrong_columns', { field: 'file' });
  return at;
}

type Party = Awaited<ReturnType<typeof listOpeningParties>>[number];

/** By title or number; an empty cell means the balance belongs to no contract. */
function findContract(contracts: readonly Party[], text: string): Party | undefined {
  if (text === '') return { ...contracts[0]!, contract_id: null, contract_title: null };
  const wanted = foldText(text).replace(/^№ ?/, '');
  return contracts.findLast(
    ({ contract_title, contract_number }) =>
      contract_title !== null &&
      (foldText(contract_title) === wanted || foldText(contract_number ?? '') === wanted),
  );
}

function textOf(cell: Cell | undefined): string {
  return cell && 'value' in cell ? String(cell.value).trim() : '';
}
