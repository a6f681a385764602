import { Pager } from './pager.tsx';
import type { PagerProps } from './pager.tsx';

export interface ListPagerProps extends Pick<PagerProps, 'page' | 'limit' | 'onPage'> {
  list: {
    data: { pages: number; total: number; is_exact?: boolean } | undefined;
    isPlaceholderData: boolean;
  };
  /** Where few lists have a second page: nothing is said of the only one. */
  isShort?: boolean | undefined;
  onLimit?: PagerProps['onLimit'] | undefined;
}

/** The pages of a list by its answer. The page that was left and is there no more leads to the last one. */
export function ListPager({ list, page, limit, isShort, onPage, onLimit }: ListPagerProps) {
  const { data } = list;
  if (!data || (isShort && data.pages < 2 && page <= data.pages)) return null;
  return (
    <Pager
      page={page}
      pages={data.pages}
      limit={limit}
      total={data.total}
      busy={list.isPlaceholderData}
      onPage={onPage}
      {...(data.is_exact !== undefined && { isExact: data.is_exact })}
      {...(onLimit && { onLimit })}
    />
  );
}
