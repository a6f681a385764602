import type { Ticket } from '@kelisim/shared/features/support/support.contract.ts';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { rowsOf } from '../../ui/rows-of.ts';
import { ON_A_PAGE } from './tickets-list-state.ts';
import type { DeskSide } from './support.data.ts';
import { TicketFilters } from './ticket-filters.tsx';
import { currentView, FILTERS_OFF, isFiltered, viewHref, VIEWS } from './tickets-list-state.ts';
import type { TicketsQuery } from './tickets-list-state.ts';
import { useTicketColumns } from './tickets-table.tsx';

interface TicketsListProps {
  side: DeskSide;
  /** Address of the list; that of a ticket lies under it. */
  place: string;
  query: TicketsQuery;
  onChange: (change: SearchChange, how?: { replace?: boolean }) => void;
  answer: {
    data: { items: Ticket[]; pages: number; total: number; is_exact: boolean } | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  actions?: ReactNode;
  empty: ReactNode;
}

/** The list of tickets, the same for both desks. */
export function TicketsList({ side, place, query, onChange, answer, actions, empty }: TicketsListProps) {
  const t = useTexts('support');
  const columns = useTicketColumns(side);
  const { data } = answer;
  const title = t(side === 'support' ? 'admin_title' : 'title');
  return (
    <>
      <PageHeader title={title} count={data?.total} countIsExact={data?.is_exact} actions={actions} />
      <ViewTabs
        label={t('list.views')}
        current={currentView(query)}
        tabs={VIEWS.map((key) => ({ key, label: t(`list.${key}`), href: viewHref(place, key) }))}
      />
      <TicketFilters side={side} query={query} onChange={onChange} />
      <DataTable
        label={title}
        columns={columns}
        rows={rowsOf(data)}
        rowKey={(row) => row.id}
        rowName={(row) => t('number', { id: row.id })}
        rowHref={(row) => `${place}/${row.id}`}
        busy={answer.isPlaceholderData}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        onResetFilters={isFiltered(query) ? () => onChange(FILTERS_OFF) : undefined}
        empty={empty}
      />
      {data && (data.pages > 1 || query.page > data.pages) && (
        <Pager
          page={query.page}
          pages={data.pages}
          limit={ON_A_PAGE}
          total={data.total}
          isExact={data.is_exact}
          busy={answer.isPlaceholderData}
          onPage={(page, how) => onChange({ page }, how)}
        />
      )}
    </>
  );
}
