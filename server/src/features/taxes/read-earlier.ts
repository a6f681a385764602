import {
  EARLIER_COLUMNS,
  EARLIER_KINDS,
  mayBeOfEntity,
  type EarlierColumn,
} from '@kelisim/shared/features/taxes/earlier.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { Cell, ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Handle } from '../../platform/db/database.ts';
import { refuseHiddenRows } from '../../platform/files/refuse-hidden-rows.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { plainTitle, readTable } from '../../platform/read-table.ts';
import { readTypedDate, readTypedDecimal, readTypedPeriod } from '../../platform/read-typed.ts';
import type { Parts } from '../../parts.ts';
import { listPeople, type EarlierFigure } from './earlier.queries.ts';
import { judgePeriod, type EarlierDays } from './tell-earlier.ts';

const MOST_ROWS = 10_000;
/** By what their headings begin with, in both languages, the longer one first. */
const HEADINGS: Record<EarlierColumn, readonly string[]> = {
  bin: ['иин', 'бин', 'жсн', 'бсн'],
  period: ['период', 'месяц', 'кезен'],
  taxed: ['облагаемый', 'салык салынатын'],
  deduction: ['базовый вычет', 'базалык шегерим'],
  social_deduction: ['социальный вычет', 'алеуметтик шегерим'],
  self_employed: ['доход самозанятого', 'озин-ози'],
  turnover: ['оборот', 'айналым'],
  source: ['документ', 'источник', 'кужат'],
  source_on: ['дата документа', 'день документа', 'кужат куни'],
};

export interface EarlierFault {
  row: number;
  column: EarlierColumn;
  code: ProblemCode;
  values?: Record<string, string | number>;
}

export interface ReadEarlier {
  row: number;
  name: string;
  period: string;
  figures: EarlierFigure[];
}

/** Reads a table of figures from before: right rows, and of each wrong cell what is wrong. Writes nothing. */
export async function readEarlier(
  parts: { db: Handle; spreadsheet: Parts['spreadsheet'] },
  company_id: number,
  days: EarlierDays,
  file: Upload,
): Promise<{ rows: ReadEarlier[]; faults: EarlierFault[] }> {
  const read = await readTable(parts.spreadsheet, await file.read(), {
    max_rows: MOST_ROWS,
    max_columns: 40,
  });
  if (read.status === 'error')
    throw new Problem(`file.${read.code}`, { field: 'file', values: { max: MOST_ROWS } });
  refuseHiddenRows(read);
  const [head, ...body] = read.rows;
  if (!head || body.length === 0) throw new Problem('import.no_rows', { field: 'file' });
  const at = findColumns(head);
  const people = new Map((await listPeople(parts.db, company_id)).map((person) => [person.bin, person]));
  const seen = new Map<string, number>();
  const rows: ReadEarlier[] = [];
  const faults: EarlierFault[] = [];
  for (const { row, cells } of body) {
    const wrong: EarlierFault[] = [];
    const said = readCells(at, cells, days, (column, code, values) =>
      wrong.push({ row, column, code, ...(values && { values }) }),
    );
    // A row of the template that nobody has filled.
    if (said.sums.length === 0 && wrong.length === 0) continue;
    const person = people.get(said.bin);
    if (!person)
      wrong.push({ row, column: 'bin', code: said.bin ? 'opening.no_executor' : 'field.required' });
    for (const { kind } of person?.is_entity ? said.sums : [])
      if (!mayBeOfEntity(kind)) wrong.push({ row, column: kind, code: 'taxes.earlier_of_person' });
    const key = `${said.bin} ${said.period}`;
    const first = seen.get(key);
    if (person && first !== undefined)
      wrong.push({ row, column: 'bin', code: 'taxes.earlier_twice', values: { row: first } });
    seen.set(key, first ?? row);
    faults.push(...wrong);
    if (wrong.length > 0 || !person) continue;
    const of = { executor_company_id: person.id, company_id, period: said.period };
    rows.push({
      row,
      name: person.name,
      period: said.period,
      figures: said.sums.map((sum) => ({ ...of, ...sum, source: said.source, source_on: said.source_on })),
    });
  }
  if (rows.length + faults.length === 0) throw new Problem('import.no_rows', { field: 'file' });
  return { rows, faults };
}

type AddFault = (column: EarlierColumn, code: ProblemCode, values?: EarlierFault['values']) => void;

function readCells(
  at: ReadonlyMap<EarlierColumn, number>,
  cells: readonly Cell[],
  days: EarlierDays,
  fault: AddFault,
) {
  const formulas = new Set<EarlierColumn>();
  const typed = new Map<EarlierColumn, string>();
  for (const column of EARLIER_COLUMNS) {
    const cell = cells[at.get(column) ?? -1];
    if (cell?.kind === 'formula' || cell?.kind === 'error') formulas.add(column);
    else if (cell && 'value' in cell) typed.set(column, String(cell.value).trim());
  }
  const text = (column: EarlierColumn) => typed.get(column) ?? '';
  for (const column of formulas) fault(column, 'row.formula');
  const sums = EARLIER_KINDS.flatMap((kind) => {
    if (text(kind) === '') return [];
    const value = readTypedDecimal(text(kind));
    const amount_tiyn = value && 'value' in value ? parseMoney(value.value) : null;
    if (amount_tiyn === null) fault(kind, 'field.money');
    return amount_tiyn === null ? [] : [{ kind, amount_tiyn }];
  });
  const bin = text('bin').replace(/\D/g, '');
  const said = { bin: bin && bin.padStart(12, '0'), period: '', source: text('source'), source_on: '', sums };
  const has_sum = sums.length > 0 || EARLIER_KINDS.some((kind) => text(kind) !== '');
  if (!has_sum) return said;
  said.period = readPeriod(text('period')) ?? '';
  for (const { kind } of sums) {
    const code = formulas.has('period') ? null : judgePeriod(kind, said.period, days);
    if (code) {
      fault('period', code, { from: days.from });
      break;
    }
  }
  if (said.source.length > 300) fault('source', 'field.too_long', { max: 300 });
  if (said.source === '' && !formulas.has('source')) fault('source', 'field.required');
  if (formulas.has('source_on')) return said;
  const day = readTypedDate(text('source_on'));
  if (text('source_on') === '') fault('source_on', 'field.required');
  else if (!day || !('value' in day)) fault('source_on', 'row.date');
  else if (day.value > days.today) fault('source_on', 'taxes.earlier_source_on');
  else said.source_on = day.value;
  return said;
}

/** `2026`, `2026-10`, `10.2026`, `октябрь 2026`, or a day of a month where the table has made one of it. */
function readPeriod(text: string): string | null {
  if (/^\d{4}(-\d\d)?$/.test(text)) return text;
  const day = readTypedDate(text);
  if (day && 'value' in day) return day.value.slice(0, 7);
  const span = readTypedPeriod(text);
  return span && span.start.slice(0, 7) === span.end.slice(0, 7) ? span.start.slice(0, 7) : null;
}

function findColumns({ cells }: ReadRow): ReadonlyMap<EarlierColumn, number> {
  const at = new Map<EarlierColumn, number>();
  const lengthOf = (title: string, column: EarlierColumn) =>
    Math.max(0, ...HEADINGS[column].filter((word) => title.startsWith(word)).map((word) => word.length));
  for (const [index, cell] of cells.entries()) {
    const title = 'value' in cell ? plainTitle(String(cell.value)) : '';
    const [best] = EARLIER_COLUMNS.filter((column) => !at.has(column) && lengthOf(title, column) > 0).sort(
      (one, other) => lengthOf(title, other) - lengthOf(title, one),
    );
    if (best) at.set(best, index);
  }
  const needed = ['bin', 'period', 'source', 'source_on'] as const;
  const has_all = needed.every((column) => at.has(column)) && EARLIER_KINDS.some((kind) => at.has(kind));
  if (!has_all) throw new Problem('taxes.earlier_columns', { field: 'file' });
  return at;
}
