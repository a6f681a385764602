import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { RunWindow } from '../jobs/public.ts';
import { ActsBulk } from './acts-bulk.tsx';
import { useActColumns, type ActRow } from './acts-table.tsx';
import { ReconciliationTabs } from './reconciliation-tabs.tsx';
import {
  lastMonth,
  readAllParties,
  useParties,
  useToday,
  useViewer,
  type ActsFilter,
} from './reconciliations.data.ts';
import { SendDialog } from './send-dialog-lazy.tsx';
import { useActSelection } from './use-act-selection.ts';

interface PartiesOfPeriodProps {
  wish: ActsFilter;
  onChange: (change: SearchChange, how?: { replace?: boolean }) => void;
}

/** Every executor of a period with how far its act is, and the sending to all of them. */
export function PartiesOfPeriod({ wish, onChange }: PartiesOfPeriodProps) {
  const t = useTexts('reconciliations');
  const f = useFormats();
  const viewer = useViewer();
  const usual = lastMonth(useToday());
  const period = {
    date_from: wish.date_from ?? usual.date_from,
    date_to: wish.date_to ?? usual.date_to,
  };
  const query = { ...period, state: wish.state, page: wish.page, limit: wish.limit };
  const answer = useParties(query);
  const { data } = answer;
  const toRow = ({
    executor,
    state,
    closing,
    reconciliation,
  }: NonNullable<typeof data>['items'][number]): ActRow => ({
    party: executor,
    state,
    closing,
    act: reconciliation,
  });
  const list = data && { ...data, items: data.items.map(toRow) };
  const keyOf = ({ party }: ActRow) => party.id;
  const selection = useActSelection(list?.items, keyOf);
  const columns = useActColumns(viewer, false);
  const [sending, setSending] = useState<{ ids: number[] | null; count: number } | null>(null);
  const [run_id, setRun] = useState<number | null>(null);
  const mayManage = viewer.rights.has('manage_acts');
  const left = data?.states.find(({ state }) => state === 'to_send')?.count ?? 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        sub={t('lead_business')}
        actions={
          mayManage &&
          left > 0 && (
            <Button
              leftSection={<IconSend size={16} aria-hidden />}
              onClick={() => setSending({ ids: null, count: left })}
            >
              {t('send_all')}
            </Button>
          )
        }
      />
      <ReconciliationTabs side="business" current="acts" />
      <div className="k-row k-gap-12">
        <DateInput
          w={160}
          mb={16}
          label={t('from')}
          value={period.date_from}
          max={period.date_to}
          onChange={(date_from) => date_from && onChange({ ...period, date_from })}
        />
        <DateInput
          w={160}
          mb={16}
          label={t('to')}
          value={period.date_to}
          min={period.date_from}
          onChange={(date_to) => date_to && onChange({ ...period, date_to })}
        />
      </div>
      {data && data.states.some(({ count }) => count > 0) && (
        <FilterChips
          onReset={() => onChange({ state: undefined })}
          chips={data.states
            .filter(({ state, count }) => count > 0 || state === wish.state)
            .map(({ state, count }) => ({
              key: state,
              label: `${t(`state.${state}`)} · ${f.number(count)}`,
              on: state === wish.state,
              onToggle: (on) => onChange({ state: on ? state : undefined }),
            }))}
        />
      )}
      <ListTable
        label={t('title')}
        columns={columns}
        rowKey={keyOf}
        rowName={({ party }) => party.name}
        rowHref={({ act }) => (act ? `/lk/business/reconciliation/acts/${act.id}` : undefined)}
        selected={selection.keys}
        onSelect={selection.select}
        onResetFilters={wish.state ? () => onChange({ state: undefined }) : undefined}
        empty={<EmptyState title={t('empty')} hint={t('empty_hint')} noAction="beside" />}
        list={{ ...answer, data: list }}
        page={wish.page}
        limit={wish.limit}
        onPage={(page, how) => onChange({ page }, how)}
        onLimit={(limit) => onChange({ limit })}
      />
      <ActsBulk
        viewer={viewer}
        list={list}
        selection={selection}
        readAll={async () => (await readAllParties(query)).map(toRow)}
        {...(mayManage && { onSend: (ids: number[]) => setSending({ ids, count: ids.length }) })}
      />
      {sending && (
        <SendDialog
          period={period}
          executor_company_ids={sending.ids}
          count={sending.count}
          onClose={() => setSending(null)}
          onStarted={(id) => {
            setSending(null);
            selection.clear();
            setRun(id);
          }}
        />
      )}
      {run_id !== null && <RunWindow run_id={run_id} onClose={() => setRun(null)} />}
    </>
  );
}
