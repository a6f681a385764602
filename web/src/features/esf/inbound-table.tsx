import type { InboundInvoice } from '@kelisim/shared/features/esf/inbound.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import css from './esf.module.css';
import { toneOf } from './esf-look.ts';

export function useInboundColumns(): Column<InboundInvoice>[] {
  const t = useTexts('esf');
  const f = useFormats();
  return [
    {
      key: 'seller',
      title: t('inbound.seller'),
      card: 'title',
      cell: (row) => <TwoLines under={row.seller.bin}>{row.seller.name ?? row.seller.bin}</TwoLines>,
    },
    {
      key: 'number',
      title: t('columns.number'),
      width: '220px',
      card: 'plain',
      cell: (row) => <span className={css.long}>{row.registration_number}</span>,
    },
    {
      key: 'act',
      title: t('inbound.act'),
      width: '190px',
      card: 'plain',
      cell: (row) => <ActOf invoice={row} />,
    },
    {
      key: 'state',
      title: t('columns.state'),
      width: '170px',
      card: 'plain',
      cell: (row) => <InboundState invoice={row} />,
    },
    {
      key: 'date',
      title: t('columns.date'),
      width: '110px',
      align: 'right',
      cell: (row) => f.date(row.date),
    },
    {
      key: 'amount',
      title: t('columns.amount'),
      width: '170px',
      align: 'right',
      card: 'aside',
      cell: (row) => (
        <>
          <Money amount={row.amount} currency={row.currency} />
          {row.vat && (
            <span className="k-block k-plain k-second k-small">
              {t('inbound.vat_is', { amount: f.money(row.vat, row.currency) })}
            </span>
          )}
        </>
      ),
    },
  ];
}

export function InboundState({ invoice }: { invoice: InboundInvoice }) {
  const t = useTexts('esf');
  return (
    <StatusDot
      tone={toneOf({ status: invoice.status, trouble: null })}
      label={t(`status.${invoice.status}`)}
    />
  );
}

/** The act, and what contradicts it. */
export function ActOf({ invoice: { act, differs, other_seller } }: { invoice: InboundInvoice }) {
  const t = useTexts('esf');
  if (other_seller)
    return (
      <>
        <AppLink href={`/lk/business/acts/${other_seller.act.id}`} className="k-inline k-middle k-high-24">
          {t('act', { number: other_seller.act.number })}
        </AppLink>
        <span className="k-block">
          <StatusDot tone="attention" label={t('inbound.other_seller')} />
        </span>
      </>
    );
  if (!act) return <span className="k-second">{t('inbound.no_act')}</span>;
  return (
    <>
      <AppLink href={`/lk/business/acts/${act.id}`} className="k-inline k-middle k-high-24">
        {t('act', { number: act.number })}
      </AppLink>
      {differs && (
        <span className="k-block">
          <StatusDot tone="attention" label={t('inbound.differs')} />
        </span>
      )}
    </>
  );
}
