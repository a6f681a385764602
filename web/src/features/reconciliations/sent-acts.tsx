import { useTexts } from '../../platform/i18n.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { ActsBulk } from './acts-bulk.tsx';
import { useActColumns, type ActRow } from './acts-table.tsx';
import type { Side } from './reconciliation-look.ts';
import { ReconciliationTabs } from './reconciliation-tabs.tsx';
import { readAllSent, useSent, useViewer, type ActsFilter } from './reconciliations.data.ts';
import { useActSelection } from './use-act-selection.ts';

interface SentActsProps {
  side: Side;
  wish: ActsFilter;
  onChange: (change: SearchChange, how?: { replace?: boolean }) => void;
}

/** What was sent, of all periods, newest first. */
export function SentActs({ side, wish, onChange }: SentActsProps) {
  const t = useTexts('reconciliations');
  const viewer = useViewer();
  const { state, waiting, page, limit } = wish;
  const query = { state, waiting, page, limit };
  const answer = useSent(query);
  const { data } = answer;
  const toRow = (act: NonNullable<typeof data>['items'][number]): ActRow => ({
    party: side === 'business' ? act.executor : act.company,
    state: act.state,
    closing: act.closing,
    act,
  });
  const list = data && { ...data, items: data.items.map(toRow) };
  const keyOf = ({ act }: ActRow) => act?.id ?? 0;
  const selection = useActSelection(list?.items, keyOf);
  const columns = useActColumns(viewer, true);
  return (
    <>
      <PageHeader title={t('title')} sub={t(`lead_${side}`)} />
      <ReconciliationTabs side={side} current={waiting ? 'waiting' : 'acts'} />
      <ListTable
        label={t('title')}
        columns={columns}
        rowKey={keyOf}
        rowName={({ party }) => party.name}
        rowHref={({ act }) => (act ? `/lk/${side}/reconciliation/acts/${act.id}` : undefined)}
        selected={selection.keys}
        onSelect={selection.select}
        empty={
          waiting ? (
            <EmptyState
              title={t('empty_waiting')}
              hint={t('empty_waiting_hint')}
              action={{ label: t('tab_acts'), href: `/lk/${side}/reconciliation/acts` }}
            />
          ) : (
            <EmptyState title={t('empty_executor')} hint={t('empty_executor_hint')} noAction="others" />
          )
        }
        list={{ ...answer, data: list }}
        page={page}
        limit={limit}
        onPage={(to, how) => onChange({ page: to }, how)}
        onLimit={(to) => onChange({ limit: to })}
      />
      <ActsBulk
        viewer={viewer}
        list={list}
        selection={selection}
        readAll={async () => (await readAllSent(query)).map(toRow)}
      />
    </>
  );
}
