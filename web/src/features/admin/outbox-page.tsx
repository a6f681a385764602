import { MESSAGE_CHANNELS, MESSAGE_STATES } from '@kelisim/shared/features/messages/message-states.ts';
import type { OutboxRow } from '@kelisim/shared/features/messages/outbox.contract.ts';
import { useCallback } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { hrefWith, searchOneOf, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { choiceChip } from '../../ui/choice-chip.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Tone } from '../../ui/status-dot.tsx';
import { KEEP, ON_A_PAGE, readList, SOON_MS } from './admin.data.ts';
import css from './admin.module.css';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { MessageWindow } from './message-window.tsx';

const read = (raw: RawSearch) => ({
  ...readList(raw),
  state: searchOneOf(raw, 'state', MESSAGE_STATES),
  channel: searchOneOf(raw, 'channel', MESSAGE_CHANNELS),
  /** The message that is open. */
  message: searchWhole(raw, 'message', 0),
});
const FILTERS_OFF = { search: undefined, state: undefined, channel: undefined };

/** `/admin/outbox`: what was said to whom. Without a gateway, codes and links are read here. */
export default function OutboxPage() {
  const t = useTexts('admin');
  const [{ page, search, state, channel, message }, change] = useUrlState(read);
  const query = { page, limit: ON_A_PAGE, recipient: search, state, channel };
  const answer = useCall('outbox.list', { query }, { ...KEEP, refetchInterval: SOON_MS });
  const { data } = answer;
  const find = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  const columns = useMessageColumns();
  const choice = <V extends string>(
    key: 'state' | 'channel',
    label: string,
    values: readonly V[],
    chosen: V | undefined,
    nameOf: (value: V) => string,
  ) =>
    choiceChip({
      key,
      label,
      options: values.map((value) => ({ value, label: nameOf(value) })),
      chosen,
      onChoose: (value) => change({ [key]: value }),
    });
  const hrefOf = (id: number) => hrefWith('/admin/outbox', { search, state, channel, page, message: id });
  return (
    <>
      <PageHeader title={t('outbox.title')} count={data?.total} countIsExact={data?.is_exact} />
      <p className="k-below-12">
        <AppLink href="/admin/outbox/texts" className="k-inline k-middle k-high-24">
          {t('texts.title')}
        </AppLink>
      </p>
      <FilterChips
        onReset={() => change(FILTERS_OFF)}
        chips={[
          choice('state', t('outbox.column.state'), MESSAGE_STATES, state, (one) => t(`outbox.state.${one}`)),
          choice('channel', t('outbox.column.what'), MESSAGE_CHANNELS, channel, (one) =>
            t(`outbox.channel.${one}`),
          ),
        ]}
      >
        <SearchField label={t('outbox.search')} value={search} onSearch={find} />
      </FilterChips>
      <ListTable
        label={t('outbox.title')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.preview}
        rowHref={(row) => hrefOf(row.id)}
        empty={<EmptyState title={t('outbox.empty')} noAction="others" />}
        onResetFilters={search || state || channel ? () => change(FILTERS_OFF) : undefined}
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
      {message > 0 && (
        <MessageWindow id={message} onClose={() => change({ message: undefined, page }, { replace: true })} />
      )}
    </>
  );
}

const TONES: Record<OutboxRow['state'], Tone> = {
  waiting: 'accent',
  sending: 'moving',
  sent: 'good',
  kept: 'attention',
  failed: 'bad',
  expired: 'quiet',
};

function useMessageColumns(): Column<OutboxRow>[] {
  const t = useTexts('admin');
  const f = useFormats();
  return [
    {
      key: 'what',
      title: t('outbox.column.what'),
      card: 'title',
      cell: (row) => (
        <>
          <span className={css.preview}>{row.preview}</span>
          <span className="k-under">{t(`outbox.channel.${row.channel}`)}</span>
        </>
      ),
    },
    { key: 'to', title: t('outbox.column.to'), width: '200px', cell: (row) => row.recipient },
    {
      key: 'state',
      title: t('outbox.column.state'),
      width: '170px',
      cell: (row) => <StatusDot tone={TONES[row.state]} label={t(`outbox.state.${row.state}`)} />,
    },
    {
      key: 'when',
      title: t('outbox.column.when'),
      width: '160px',
      align: 'right',
      cell: (row) => f.relative(row.created_at),
    },
  ];
}
