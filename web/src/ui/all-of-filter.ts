import { errorText } from '../platform/error-text.ts';
import type { BulkBarProps } from './bulk-bar.tsx';
import { toasts } from './toasts.ts';

/** As many as one bulk call takes. */
const MOST_AT_ONCE = 1000;

interface Page<Row> {
  items: readonly Row[];
  pages: number;
}

/** All rows of a filter, page by page, as far as one bulk call goes. */
export async function readAll<Row>(
  read: (at: { page: number; limit: number }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages && rows.length < MOST_AT_ONCE; page += 1) {
    const answer = await read({ page, limit: 100 });
    pages = answer.items.length > 0 ? answer.pages : 0;
    rows.push(...answer.items);
  }
  return rows.slice(0, MOST_AT_ONCE);
}

export interface AllOfFilterProps<Row> {
  list: { items: readonly Row[]; total: number } | undefined;
  selected: number;
  read: () => Promise<Row[]>;
  onSelect: (rows: Row[]) => void;
  /** Of `first` as many are meant as one call takes, of `all` every one. */
  label: (kind: 'first' | 'all', count: number) => string;
}

/** «Все 168 по этому фильтру» of a bulk bar, as far as one bulk call goes; nothing when all of them are selected. */
export function allOfFilter<Row>({
  list,
  selected,
  read,
  onSelect,
  label,
}: AllOfFilterProps<Row>): BulkBarProps['all'] {
  if (!list || list.total <= list.items.length) return undefined;
  const reachable = Math.min(list.total, MOST_AT_ONCE);
  if (selected >= reachable) return undefined;
  return {
    label: label(list.total > MOST_AT_ONCE ? 'first' : 'all', reachable),
    onClick: () =>
      void read().then(onSelect, (error: unknown) => {
        toasts.error(errorText(error));
      }),
  };
}
