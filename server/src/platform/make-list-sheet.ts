import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Spreadsheet, WriteColumn } from '../adapters/spreadsheet/spreadsheet.ts';
import type { FileReply } from './http/bind-calls.ts';
import { writeCsv } from './write-csv.ts';

/** More rows than a person works with in one table. */
const MOST_EXPORTED = 20_000;

/** A list as a table, by the filter that stands; `items` has one more than the most when there are too many. */
export async function makeListSheet<Item>(
  spreadsheet: Spreadsheet,
  name: string,
  columns: readonly (WriteColumn & { of: (item: Item) => string | number | null })[],
  items: readonly Item[],
  format: 'xlsx' | 'csv' = 'xlsx',
): Promise<FileReply> {
  if (items.length > MOST_EXPORTED) throw new Problem('export.too_large', { values: { max: MOST_EXPORTED } });
  const rows = items.map((item) => columns.map(({ of }) => of(item)));
  if (format === 'csv')
    return {
      bytes: writeCsv([columns.map(({ header }) => header), ...rows]),
      name: `${name}.csv`,
      kind: 'csv',
    };
  const bytes = await spreadsheet.writeSheet({
    sheets: [
      {
        name: name.slice(0, 31),
        columns: columns.map(({ of: _, ...column }) => column),
        rows,
        freeze_header: true,
      },
    ],
  });
  return { bytes, name: `${name}.xlsx` };
}

/** All rows at once: one more than a table takes, so that too many are told. */
export const ALL_ROWS = { page: 1, limit: MOST_EXPORTED + 1 };
