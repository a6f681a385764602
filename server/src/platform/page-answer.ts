import { pagesOf } from '@kelisim/shared/kernel/paging.ts';

interface Found<Row> {
  rows: readonly Row[];
  total: number;
  /** True where nothing is said. */
  is_exact?: boolean;
}

/** A page of a list, as all lists are answered. */
export function pageAnswer<Row, Item>(found: Found<Row>, limit: number, toItem: (row: Row) => Item) {
  const { rows, total, is_exact = true } = found;
  return { items: rows.map((row) => toItem(row)), pages: pagesOf(total, limit), total, is_exact };
}
