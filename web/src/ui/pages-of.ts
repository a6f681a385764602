import type { SearchChange } from '../platform/url-state.ts';
import type { ListPagerProps } from './list-pager.tsx';

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
