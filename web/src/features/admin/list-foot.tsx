import { Pager } from '../../ui/pager.tsx';
import { ON_A_PAGE } from './admin.data.ts';

interface ListFootProps {
  page: number;
  data: { pages: number; total: number; is_exact: boolean } | undefined;
  onPage: (page: number, how?: { replace?: boolean }) => void;
}

/** Pages of a list, where there is more than one. */
export function ListFoot({ page, data, onPage }: ListFootProps) {
  if (!data || data.pages < 2) return null;
  return (
    <Pager
      page={page}
      pages={data.pages}
      limit={ON_A_PAGE}
      total={data.total}
      isExact={data.is_exact}
      onPage={onPage}
    />
  );
}
