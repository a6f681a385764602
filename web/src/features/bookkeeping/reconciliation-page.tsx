import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { NativeSelect, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import { useUrlState } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ReconciliationTabs } from '../reconciliations/public.ts';
import {
  quarterOf,
  readReconciliation,
  usePartners,
  useReconciliation,
  useToday,
  type Reconciliation,
} from './bookkeeping.data.ts';
import css from './bookkeeping.module.css';

/** Acts and payments with one other side in a period, and the paper for both signatures. */
export default function ReconciliationPage() {
  const t = useTexts('bookkeeping');
  const today = useToday();
  const side = useMe()?.role ?? undefined;
  const partners = usePartners(side);
  const [wish, change] = useUrlState(readReconciliation);
  const period = { date_from: wish.date_from ?? quarterOf(today), date_to: wish.date_to ?? today };
  const query = wish.company_id ? { company_id: wish.company_id, ...period } : undefined;
  const { data, error, refetch } = useReconciliation(query);
  const name = t(side === 'executor' ? 'reconciliation.with_company' : 'reconciliation.with_executor');
  return (
    <>
      <PageHeader
        title={t('reconciliation.title')}
        sub={t('reconciliation.lead')}
        actions={query && <Downloads query={query} disabled={!data} />}
      />
      {side && <ReconciliationTabs side={side} current="live" />}
      <div className={css.choice}>
        <NativeSelect
          label={name}
          value={String(wish.company_id ?? '')}
          data={[
            { value: '', label: t('reconciliation.choose') },
            ...(partners.data ?? []).map((one) => ({
              value: String(one.id),
              label: `${one.name}, ${one.bin}`,
            })),
          ]}
          onChange={(event) => change({ company_id: event.currentTarget.value || undefined })}
        />
        <DateInput
          label={t('reconciliation.from')}
          value={period.date_from}
          max={period.date_to}
          onChange={(date_from) => date_from && change({ date_from })}
        />
        <DateInput
          label={t('reconciliation.to')}
          value={period.date_to}
          min={period.date_from}
          onChange={(date_to) => date_to && change({ date_to })}
        />
      </div>
      {partners.error && !partners.data && (
        <ErrorCard
          error={partners.error}
          title={t('reconciliation.partners_failed')}
          onRetry={() => void partners.refetch()}
        />
      )}
      {!query && partners.data?.length === 0 && (
        <Card>
          <EmptyState
            title={t('reconciliation.nobody_yet')}
            hint={t(`reconciliation.nobody_hint_${side ?? 'business'}`)}
            action={{
              label: t('reconciliation.to_contracts'),
              href: `/lk/${side ?? 'business'}/contracts`,
            }}
          />
        </Card>
      )}
      {!query && partners.data?.length !== 0 && !partners.error && (
        <Card>
          <EmptyState
            title={t('reconciliation.choose')}
            hint={t('reconciliation.choose_hint')}
            noAction="beside"
          />
        </Card>
      )}
      {query && error && (
        <ErrorCard error={error} title={t('reconciliation.failed')} onRetry={() => void refetch()} />
      )}
      {query && !data && !error && <Skeleton h={320} radius="lg" />}
      {data && side && <Ledger found={data} side={side} />}
    </>
  );
}

function Downloads({
  query,
  disabled,
}: {
  query: { company_id: number; date_from: string; date_to: string };
  disabled: boolean;
}) {
  const t = useTexts('bookkeeping');
  const download = useMutation(
    {
      mutationFn: async (call: 'bookkeeping.reconciliation_pdf' | 'bookkeeping.reconciliation_sheet') => {
        const file = await api.call(call, { query });
        saveFile(file, file.name);
      },
    },
    queryClient,
  );
  return (['sheet', 'pdf'] as const).map((kind) => (
    <DownloadButton
      key={kind}
      variant={kind === 'pdf' ? 'filled' : 'default'}
      disabled={disabled}
      loading={download.isPending && download.variables === `bookkeeping.reconciliation_${kind}`}
      onClick={() => download.mutate(`bookkeeping.reconciliation_${kind}`)}
    >
      {t(`reconciliation.${kind}`)}
    </DownloadButton>
  ));
}

function Ledger({ found, side }: { found: Reconciliation; side: 'business' | 'executor' }) {
  const t = useTexts('bookkeeping');
  const f = useFormats();
  const closing = parseMoney(found.closing)!;
  const owes = closing > 0n ? 'company_owes' : 'executor_owes';
  const columns: Column<Reconciliation['entries'][number]>[] = [
    {
      key: 'day',
      title: t('reconciliation.day'),
      width: '130px',
      cell: ({ date }) => <span className="k-figures">{f.date(date)}</span>,
    },
    {
      key: 'what',
      title: t('reconciliation.what'),
      card: 'title',
      cell: ({ kind, number, late_of }) =>
        t(`kind.${kind}`, { number }) + (late_of ? ` ${t('late_of', { date: f.date(late_of) })}` : ''),
    },
    // One of both is empty: on a phone the other is a line with its name, and nothing lies beyond the screen.
    ...(['paid', 'owed'] as const).map((sum) => ({
      key: sum,
      title: t(`reconciliation.${sum}`),
      width: '180px',
      align: 'right' as const,
      cell: (entry: Reconciliation['entries'][number]) => {
        const amount = entry[sum];
        return amount && <Money amount={amount} />;
      },
    })),
  ];
  return (
    <div className="k-stack">
      <Card>
        <Figures
          figures={[
            { name: t('reconciliation.opening'), value: f.money(found.opening) },
            { name: t('reconciliation.owed'), value: f.money(found.owed) },
            { name: t('reconciliation.paid'), value: f.money(found.paid) },
            {
              name: t(closing === 0n ? 'reconciliation.nobody' : `reconciliation.${owes}`),
              value: f.money(found.closing.replace('-', '')),
            },
          ]}
        />
      </Card>
      <Card title={t('reconciliation.table')}>
        <DataTable
          label={t('reconciliation.table')}
          columns={columns}
          rows={found.entries}
          rowKey={(entry) =>
            `${entry.kind} ${entry.number} ${entry.order_number} ${entry.date} ${entry.paid}`
          }
          rowName={(entry) => t(`kind.${entry.kind}`, { number: entry.number })}
          rowHref={({ act_id }) => (act_id === null ? undefined : `/lk/${side}/acts/${act_id}`)}
          empty={
            <EmptyState
              title={t('reconciliation.empty')}
              hint={t('reconciliation.empty_hint')}
              noAction="beside"
            />
          }
        />
      </Card>
    </div>
  );
}
