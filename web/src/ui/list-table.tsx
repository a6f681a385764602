import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table.tsx';
import { ListPager } from './list-pager.tsx';
import type { ListPagerProps } from './list-pager.tsx';
import { rowsOf } from './rows-of.ts';

/** What a query of a list answers, as TanStack Query says it. */
export interface ListAnswer<Row> {
  data: { items: Row[]; pages: number; total: number; is_exact?: boolean } | undefined;
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

export interface ListTableProps<Row>
  extends Omit<DataTableProps<Row>, 'rows' | 'busy' | 'error' | 'onRetry'>, Omit<ListPagerProps, 'list'> {
  list: ListAnswer<Row>;
}

/** A table of one page of a list and the pages below it: waiting, failed, empty or full by the same answer. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, page, limit, counted, onPage, onLimit, aside, ...table } = props;
  return (
    <>
      <DataTable
        {...table}
        rows={rowsOf(list.data)}
        busy={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
      <ListPager
        list={list}
        page={page}
        limit={limit}
        counted={counted}
        onPage={onPage}
        onLimit={onLimit}
        aside={aside}
      />
    </>
  );
}
