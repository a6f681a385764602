import type { IncomingPayment } from '@kelisim/shared/features/tariff/incoming.contract.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate, queryClient, useCall } from '../../platform/query.ts';
import { searchOneOf, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { RefusedLines } from '../../ui/refused-lines.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { ON_A_PAGE } from '../admin/public.ts';
import { MatchDialog } from './match-dialog.tsx';
import { PaymentDialog, type PaymentDeed } from './payment-dialog.tsx';
import { numberOf, STALE } from './tariff.data.ts';
import css from './tariff.module.css';
import { TariffTabs } from './tariff-tabs.tsx';

const RULES = { kinds: ['.txt'], max_bytes: 20_000_000 };
const read = (raw: RawSearch) => ({
  page: searchWhole(raw, 'page', 1),
  open: searchOneOf(raw, 'open', ['true'] as const),
});

/** `/admin/tariffs/incoming`: payments of companies out of the statement, and which bills they pay. */
export default function AdminIncomingPage() {
  const t = useTexts('tariff');
  const [{ page, open }, change] = useUrlState(read);
  const answer = useCall(
    'tariff.incoming',
    { query: { page, limit: ON_A_PAGE, ...(open ? { matched: false } : {}) } },
    { placeholderData: keepPreviousData },
  );
  const [matching, setMatching] = useState<IncomingPayment | null>(null);
  const [asked, setAsked] = useState<{ payment: IncomingPayment; deed: PaymentDeed } | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const take = useMutation(
    {
      mutationFn: (file: File) =>
        api.call('tariff.read_payments', { body: {}, files: { file } }, { onProgress: setProgress }),
      onSettled: () => setProgress(null),
      onSuccess: () => invalidate(STALE),
      meta: { quiet: true },
    },
    queryClient,
  );
  return (
    <>
      <PageHeader title={t('admin.title')} />
      <TariffTabs current="incoming" />
      <Card title={t('admin.incoming.read')}>
        <div className="k-stack">
          <p className={css.second}>{t('admin.incoming.lead')}</p>
          <FileDrop
            label={t('admin.incoming.file')}
            {...RULES}
            files={[]}
            onChange={([file]) => file && take.mutate(file)}
            progress={progress}
            disabled={take.isPending}
            error={take.error ? errorText(take.error) : undefined}
          />
          {take.data && (
            <div role="status">
              {t('admin.incoming.done', {
                read: take.data.read,
                added: take.data.added,
                matched: take.data.matched,
              })}
              <RefusedLines refused={take.data.refused} title={t('admin.incoming.refused')} />
            </div>
          )}
        </div>
      </Card>
      <div className="k-above-16">
        <FilterChips
          onReset={() => change({ open: undefined })}
          chips={[
            {
              key: 'open',
              label: t('admin.incoming.open_only'),
              on: open === 'true',
              onToggle: (on: boolean) => change({ open: on ? 'true' : undefined }),
            },
          ]}
        />
      </div>
      <ListTable
        label={t('admin.tabs.incoming')}
        columns={useColumns(setMatching, (payment, deed) => setAsked({ payment, deed }))}
        rowKey={(row) => row.id}
        rowName={(row) => row.payer_name}
        empty={
          <EmptyState
            title={t('admin.incoming.empty')}
            hint={t('admin.incoming.empty_hint')}
            noAction="beside"
          />
        }
        onResetFilters={open ? () => change({ open: undefined }) : undefined}
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
      {matching && <MatchDialog payment={matching} onClose={() => setMatching(null)} />}
      {asked && <PaymentDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function useColumns(
  onMatch: (payment: IncomingPayment) => void,
  onDeed: (payment: IncomingPayment, deed: PaymentDeed) => void,
): Column<IncomingPayment>[] {
  const t = useTexts('tariff');
  const f = useFormats();
  const payerOf = ({ payer_name, payer_iban }: IncomingPayment) =>
    payer_name || (payer_iban ? f.iban(payer_iban) : '–');
  return [
    {
      key: 'payer',
      title: t('admin.incoming.column.payer'),
      card: 'title',
      cell: (row) => (
        <>
          {payerOf(row)}
          <span className={css.second}>{row.payer_bin}</span>
        </>
      ),
    },
    { key: 'purpose', title: t('admin.incoming.column.purpose'), cell: (row) => row.purpose },
    {
      key: 'date',
      title: t('admin.incoming.column.date'),
      width: '110px',
      cell: (row) => f.date(row.operated_on),
    },
    {
      key: 'bill',
      title: t('admin.incoming.column.bill'),
      width: '190px',
      cell: (row) =>
        row.company ? (
          <>
            {row.entry_ids.map(numberOf).join(', ')}
            <span className={css.second}>{row.company.name}</span>
          </>
        ) : row.set_aside ? (
          <>
            {t('admin.incoming.aside')}
            <span className={css.second}>{row.set_aside.reason}</span>
          </>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('admin.incoming.match_named', {
              payer: payerOf(row),
              amount: f.money(row.amount),
            })}
            onClick={() => onMatch(row)}
          >
            {t('admin.incoming.match')}
          </Button>
        ),
    },
    {
      key: 'amount',
      title: t('admin.incoming.column.amount'),
      width: '140px',
      align: 'right',
      card: 'aside',
      cell: (row) => <Money amount={row.amount} />,
    },
    {
      key: 'deed',
      title: t('admin.incoming.column.deed'),
      width: '64px',
      align: 'right',
      cell: (row) => {
        const deed: PaymentDeed = row.company ? 'unmatch' : row.set_aside ? 'back' : 'aside';
        return (
          <RowMenu
            label={t('admin.incoming.deeds_of', { payer: payerOf(row), amount: f.money(row.amount) })}
            deeds={[{ label: t(`admin.incoming.deed.${deed}`), onClick: () => onDeed(row, deed) }]}
          />
        );
      },
    },
  ];
}
