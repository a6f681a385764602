import type { Calls } from '@kelisim/shared/calls.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { CallContext, FileReply } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import { writeRemarks } from '../../platform/write-remarks.ts';
import type { Parts } from '../../parts.ts';
import { ACT_COLUMNS, columnTitle, type ActColumn } from './act-columns.ts';
import { repeatText } from './import-repeats.ts';
import { readTableOfActs, type ReadTable } from './read-table-of-acts.ts';

/** The rows that the import leaves, each with what is wrong with it. */
export async function writeRest(
  parts: Parts,
  { actor, files, input, locale }: CallContext<Calls['acts.import_rest']>,
): Promise<FileReply> {
  const { mended = [], again = [] } = input.body;
  const table = await readTableOfActs(parts, actor.company_id, { file: files.file!, mended, again }, locale);
  const { header, rows } = table;
  const own = new Map([...header.at].map(([key, index]) => [index, key]));
  const column = (index: number) => {
    const key = own.get(index) as ActColumn | undefined;
    return key && { title: columnTitle(key, locale), width: WIDTHS.get(key) ?? 18 };
  };
  const remarks = listRemarks(table, locale);
  return writeRemarks(parts.spreadsheet, { titles: header.titles, rows, remarks, column }, locale);
}

const WIDTHS = new Map<ActColumn, number>(ACT_COLUMNS.map(({ key, width }) => [key, width]));

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
