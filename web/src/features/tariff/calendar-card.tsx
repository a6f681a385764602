import { Button } from '@mantine/core';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { numberOf, saveBill, TONES, type TariffEntry } from './tariff.data.ts';
import css from './tariff.module.css';

export interface CalendarCardProps {
  entries: readonly TariffEntry[];
  /** Given to who may say that a bill is paid. */
  onPay?: (entry: TariffEntry) => void;
}

/** What was billed and what is foreseen, oldest first. */
export function CalendarCard({ entries, onPay }: CalendarCardProps) {
  const t = useTexts('tariff');
  return (
    <Card title={t('calendar')}>
      <p className={css.second}>{t('calendar_hint')}</p>
      <div className="k-above-12">
        <DataTable
          label={t('calendar')}
          columns={useColumns(onPay)}
          rows={entries}
          rowKey={(row) => row.id ?? row.period_start}
          rowName={(row) => (row.id === null ? row.period_start : numberOf(row.id))}
          empty={<EmptyState title={t('calendar_empty')} noAction="others" />}
        />
      </div>
    </Card>
  );
}

function useColumns(onPay: CalendarCardProps['onPay']): Column<TariffEntry>[] {
  const t = useTexts('tariff');
  const f = useFormats();
  const save = (id: number) => saveBill(id).catch((error: unknown) => toasts.error(errorText(error)));
  return [
    {
      key: 'what',
      title: t('column.what'),
      card: 'title',
      cell: (row) => (
        <>
          {t(`kind.${row.kind}`)}
          <span className={css.second}>
            {[
              row.id === null ? null : numberOf(row.id),
              t('kind_places', { count: f.number(row.limit_count) }),
              row.covered_until < row.period_end && row.covered_until >= row.period_start
                ? t('kind_ended', { date: f.date(row.covered_until) })
                : null,
              row.credit_amount === '0.00' ? null : t('kind_credit', { amount: f.money(row.credit_amount) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    },
    {
      key: 'period',
      title: t('column.period'),
      width: '200px',
      cell: (row) => `${f.date(row.period_start)} – ${f.date(row.period_end)}`,
    },
    { key: 'due', title: t('column.due'), width: '110px', cell: (row) => f.date(row.payment_due_date) },
    {
      key: 'state',
      title: t('column.state'),
      width: '130px',
      cell: (row) => <StatusDot tone={TONES[row.status]} label={t(`status.${row.status}`)} />,
    },
    {
      key: 'amount',
      title: t('column.amount'),
      width: '140px',
      align: 'right',
      card: 'aside',
      cell: (row) => <Money amount={row.payment_amount} />,
    },
    {
      key: 'bill',
      title: t('column.bill'),
      width: onPay ? '16em' : '10em',
      align: 'right',
      cell: (row) =>
        row.id === null ? (
          '–'
        ) : (
          <>
            <DownloadButton
              variant="subtle"
              size="compact-sm"
              aria-label={t('bill_named', { number: numberOf(row.id) })}
              onClick={() => void save(row.id!)}
            >
              {t('bill_button')}
            </DownloadButton>
            {onPay && (row.status === 'due' || row.status === 'overdue') && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t('admin.pay_named', { number: numberOf(row.id) })}
                onClick={() => onPay(row)}
              >
                {t('admin.pay_short')}
              </Button>
            )}
          </>
        ),
    },
  ];
}
