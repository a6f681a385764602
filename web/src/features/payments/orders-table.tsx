import type { PaymentOrder } from '@kelisim/shared/features/payments/payments.contract.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { isPart, lookOf, TONES } from './order-look.ts';
import css from './orders.module.css';

export type OrderDeed = 'cancel' | 'decide' | 'edit' | 'payslip';

export function useOrderColumns(
  onDeed: (deed: OrderDeed, order: PaymentOrder) => void,
): Column<PaymentOrder>[] {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const deedsOf = (order: PaymentOrder) => [
    ...(order.settled_on !== null && parseMoney(order.withheld)! > 0n
      ? [{ label: t('payslip'), onClick: () => onDeed('payslip', order) }]
      : []),
    ...(order.may_edit ? [{ label: t('edit.open'), onClick: () => onDeed('edit', order) }] : []),
    ...(order.may_decide ? [{ label: t('decide.open'), onClick: () => onDeed('decide', order) }] : []),
    ...(order.may_cancel
      ? [
          {
            label: t(isPart(order) ? 'cancel.rest' : 'cancel.deed'),
            tone: 'bad' as const,
            onClick: () => onDeed('cancel', order),
          },
        ]
      : []),
  ];
  return [
    {
      key: 'payee',
      title: t('column.payee'),
      card: 'title',
      cell: (order) => (
        <>
          {order.payee.name}
          <span className={css.second}>
            {order.payee.bin} · <span className="k-figures">{f.iban(order.payee.iban)}</span>
          </span>
        </>
      ),
    },
    {
      key: 'act',
      title: t('column.act'),
      width: '160px',
      cell: (order) => (
        <AppLink href={`/lk/business/acts/${order.act.id}`} className="k-inline k-middle k-high-24">
          {t('column.act_number', { number: order.act.number })}
        </AppLink>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      width: '230px',
      card: 'plain',
      cell: (order) => {
        const look = lookOf(order);
        return (
          <>
            <StatusDot tone={TONES[look]} label={t(`state.${look}`)} />
            {order.settled_amount !== order.amount && parseMoney(order.settled_amount)! > 0n && (
              <span className={css.second}>
                {t('settled_part', { amount: f.money(order.settled_amount) })}
              </span>
            )}
            {order.settled_on && (
              <span className={css.second}>{t('settled_on', { date: f.date(order.settled_on) })}</span>
            )}
            {order.payee_changed && <span className="k-block k-small k-attention">{t('payee_changed')}</span>}
            {order.reason && <span className={css.second}>{order.reason}</span>}
            {order.approved_by && (
              <span className={css.second}>{t('second.by', { name: order.approved_by })}</span>
            )}
          </>
        );
      },
    },
    {
      key: 'created_at',
      title: t('column.created'),
      width: '150px',
      align: 'right',
      cell: (order) => (
        <>
          {f.moment(order.created_at)}
          {order.number !== null && (
            <span className={css.second}>{t('order', { number: order.number })}</span>
          )}
        </>
      ),
    },
    {
      key: 'amount',
      title: t('column.amount'),
      width: '150px',
      align: 'right',
      card: 'aside',
      cell: (order) => <Money amount={order.amount} />,
    },
    {
      key: 'deed',
      title: t('column.deed'),
      width: '64px',
      align: 'right',
      cell: (order) => <RowMenu label={t('deeds_of', { name: order.payee.name })} deeds={deedsOf(order)} />,
    },
  ];
}
