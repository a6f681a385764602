import type { Calls } from '@kelisim/shared/calls.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { Cell, ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { CallContext, FileReply } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { Parts } from '../../parts.ts';
import { ACT_COLUMNS, columnTitle, type ActColumn } from './act-columns.ts';
import { repeatText } from './import-repeats.ts';
import { readTableOfActs, type ReadTable } from './read-table-of-acts.ts';

/** The rows that the import leaves, in the user's own columns, each with what is wrong with it. */
export async function writeRest(
  parts: Parts,
  { actor, files, input, locale }: CallContext<Calls['acts.import_rest']>,
): Promise<FileReply> {
  const { mended = [], again = [] } = input.body;
  const table = await readTableOfActs(parts, actor.company_id, { file: files.file!, mended, again }, locale);
  const texts = { ru, kz }[locale].import_rest;
  const remarks = listRemarks(table, locale);
  const rows = table.rows.filter(({ row }) => remarks.has(row));
  const columns = columnsOf(table, rows, locale);
  const bytes = await parts.spreadsheet.writeSheet({
    sheets: [
      {
        name: texts.sheet,
        columns: [...columns, { header: texts.remarks, width: 70, kind: 'text' }],
        rows: rows.map(({ row, cells }) => [
          ...columns.map(({ index, kind }) => valueOf(cells[index], kind)),
          remarks.get(row)!.join('\n'),
        ]),
        freeze_header: true,
      },
    ],
  });
  return { bytes, name: `${texts.sheet}.xlsx` };
}

/** What every row that is in no act to be made has against it. */
function listRemarks({ errors, incomplete, repeats }: ReadTable, locale: Locale): Map<number, string[]> {
  const remarks = new Map<number, string[]>();
  const add = (row: number, text: string) => remarks.set(row, [...(remarks.get(row) ?? []), text]);
  for (const error of errors) {
    const text = problemText(error.code, locale, error);
    for (const row of new Set(error.rows))
      add(row, error.column ? `${columnTitle(error.column, locale)}: ${text}` : text);
  }
  for (const [row, wrong] of incomplete)
    if (!remarks.has(row)) add(row, problemText('row.act_incomplete', locale, { values: { row: wrong } }));
  for (const repeat of repeats)
    if (!repeat.again)
      for (const row of repeat.rows) if (!remarks.has(row)) add(row, repeatText(repeat, locale));
  return remarks;
}

const NOT_AGAIN: readonly string[] = [ru.import_rest.remarks, kz.import_rest.remarks];

/** Those that the table has, and those that were filled on the page; not the remarks of an earlier rest. */
function columnsOf({ header, rows: all }: ReadTable, rows: readonly ReadRow[], locale: Locale) {
  const titles = new Map([...header.at].map(([key, index]) => [index, key]));
  const width = Math.max(header.titles.length, ...all.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, index) => {
    const cells = rows.map((row) => row.cells[index]);
    const own = titles.get(index) as ActColumn | undefined;
    const title = header.titles[index] || (own ? columnTitle(own, locale) : '');
    return {
      index,
      header: title,
      width: WIDTHS.get(own ?? 'act') ?? 18,
      kind: kindOf(cells),
      isFilled: cells.some(isFilled),
    };
  }).filter(({ header: title, index, isFilled: filled }) =>
    index < header.titles.length ? (title !== '' || filled) && !NOT_AGAIN.includes(title) : filled,
  );
}

const WIDTHS = new Map<ActColumn, number>(ACT_COLUMNS.map(({ key, width }) => [key, width]));

const isFilled = (cell: Cell | undefined) => cell !== undefined && cell.kind !== 'empty';

/** A column of dates or numbers stays one; where something else is among them, all of it is text as it was written. */
function kindOf(cells: readonly (Cell | undefined)[]): 'date' | 'number' | 'text' {
  const filled = cells.filter(isFilled).map((cell) => cell!.kind);
  if (filled.length === 0) return 'text';
  if (filled.every((kind) => kind === 'date')) return 'date';
  // Numbers of more digits, such as БИН, would lose what a table does not count.
  const isNumber = (cell: Cell | undefined) =>
    !isFilled(cell) || (cell!.kind === 'number' && /^-?\d{1,9}(\.\d{1,6})?$/.test(cell!.value));
  return cells.every(isNumber) ? 'number' : 'text';
}

function valueOf(cell: Cell | undefined, kind: 'date' | 'number' | 'text'): string | null {
  if (!cell || !('value' in cell)) return null;
  if (cell.kind === 'date') return kind === 'date' ? cell.value : formatDate(cell.value);
  return String(cell.value);
}
