import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import { columnTitle, type ActColumn } from './act-columns.ts';
import type { RowError } from './read-cells.ts';

/** Columns in which one wrong value means one thing wherever it stands; sums and words are each for themselves. */
const SAME_EVERYWHERE: readonly (ActColumn | null)[] = [
  'contractor',
  'contract',
  'date',
  'start_date',
  'end_date',
  'knp',
  'kind',
  'category',
  'unit',
];

/** Joins what is mended once: a wrong name in a thousand rows, and a column that the table does not have. */
export function joinSame(errors: readonly RowError[], absent: ReadonlySet<string>): RowError[] {
  const joined = new Map<string, RowError>();
  for (const error of errors) {
    const { row, rows, column, code, value, choices, only } = error;
    const isAlike =
      column !== null &&
      code !== 'row.act_differs' &&
      (absent.has(column) ||
        (SAME_EVERYWHERE.includes(column) &&
          (value !== '' || only || choices.length > 0 || code === 'row.minus_unclear')));
    // Where each executor has one contract, that answers for all of them, whatever it is called.
    const key = isAlike ? [column, code, value, only || choices] : [row, column];
    const same = joined.get(JSON.stringify(key));
    if (!same) joined.set(JSON.stringify(key), { ...error, rows: [...rows] });
    else {
      same.rows.push(...rows);
      same.choices = same.choices.filter((one) => choices.includes(one));
    }
  }
  return [...joined.values()];
}

export function toErrorView(error: RowError, locale: Locale) {
  return {
    row: error.row,
    rows: error.rows,
    column: error.column ? columnTitle(error.column, locale) : null,
    key: error.column,
    code: error.code,
    message: problemText(error.code, locale, error),
    value: error.value,
    choices: error.choices,
    only: error.only,
  };
}
