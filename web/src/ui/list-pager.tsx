import type { SearchChange } from '../platform/url-state.ts';
import { Pager } from './pager.tsx';
import type { PagerProps } from './pager.tsx';

export interface ListPagerProps extends Pick<PagerProps, 'page' | 'limit' | 'onPage' | 'aside'> {
  list: {
    data: { pages: number; total: number; is_exact?: boolean } | undefined;
    isPlaceholderData: boolean;
  };
  /** Says how many rows there are of the only page too; otherwise only where their number on a page is chosen. */
  counted?: boolean | undefined;
  onLimit?: PagerProps['onLimit'] | undefined;
}

/** The pages of a list by its answer. The page that was left and is there no more leads to the last one. */
export function ListPager(props: ListPagerProps) {
  const { list, page, limit, onPage, onLimit, aside, counted = onLimit !== undefined } = props;
  const { data } = list;
  if (!data || (!counted && data.pages < 2 && page <= data.pages)) return null;
  return (
    <Pager
      page={page}
      pages={data.pages}
      limit={limit}
      total={data.total}
      busy={list.isPlaceholderData}
      onPage={onPage}
      aside={aside}
      {...(data.is_exact !== undefined && { isExact: data.is_exact })}
      {...(onLimit && { onLimit })}
    />
  );
}

type Change = (change: SearchChange, how?: { replace?: boolean }) => void;

/** What a list needs to turn its pages in the address; spread on `ListTable` or `ListPager`. */
export const pagesOf = <L extends ListPagerProps['list']>(
  list: L,
  page: number,
  limit: number,
  change: Change,
) => ({
  list,
  page,
  limit,
  onPage: (to: number, how?: { replace?: boolean }) => change({ page: to }, how),
});
