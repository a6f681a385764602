import type { Ticket } from '@kelisim/shared/features/support/support.contract.ts';
import type { ReactElement, ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import type { ListAnswer } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
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
  answer: ListAnswer<Ticket>;
  actions?: ReactNode;
  empty: ReactElement;
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
      <ListTable
        label={title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => t('number', { id: row.id })}
        rowHref={(row) => `${place}/${row.id}`}
        onResetFilters={isFiltered(query) ? () => onChange(FILTERS_OFF) : undefined}
        empty={empty}
        {...pagesOf(answer, query.page, ON_A_PAGE, onChange)}
      />
    </>
  );
}
