/** What the columns of a bank's table may hold. `side` says of each sum whether it is a debit or a credit. */
export const STATEMENT_COLUMNS = [
  'date',
  'number',
  'out',
  'in',
  'amount',
  'side',
  'name',
  'bin',
  'iban',
  'knp',
  'purpose',
  'currency',
] as const;
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number];
export type MappedColumns = Partial<Record<StatementColumn, string>>;

/** In which order `03/04/2026` has its day and month. */
export const DAY_ORDERS = ['dmy', 'mdy'] as const;
/** What stands before tenths in `1,500`. */
export const DECIMAL_MARKS = ['comma', 'point'] as const;

/** The first thing a mapping lacks; null when operations can be read by it and told apart later. */
export function lackOf(columns: MappedColumns): 'date' | 'sums' | 'words' | null {
  const sums = columns.amount ? !(columns.out ?? columns.in) : !columns.side && (columns.out ?? columns.in);
  if (!columns.date) return 'date';
  if (!sums) return 'sums';
  return (columns.number ?? columns.purpose) ? null : 'words';
}
