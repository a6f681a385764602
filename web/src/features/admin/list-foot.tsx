import { Pager } from '../../ui/pager.tsx';
import { ON_A_PAGE } from './admin.data.ts';

interface ListFootProps {
  page: number;
  data: { pages: number; total: number; is_exact: boolean } | undefined;
  busy: boolean;
  onPage: (page: number, how?: { replace?: boolean }) => void;
}

/** Pages of a list, where there is more than one, or the one that was left is there no more. */
export function ListFoot({ page, data, busy, onPage }: ListFootProps) {
  if (!data || (data.pages < 2 && page <= data.pages)) return null;
  return (
    <Pager
      page={page}
      pages={data.pages}
      limit={ON_A_PAGE}
      total={data.total}
      isExact={data.is_exact}
      busy={busy}
      onPage={onPage}
    />
  );
}
