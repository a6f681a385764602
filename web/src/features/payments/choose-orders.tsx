import type { BankOperation } from '@kelisim/shared/features/payments/statements.contract.ts';
import type { PaymentOrder } from '@kelisim/shared/features/payments/payments.contract.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Button, Checkbox, Radio } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { leftOf } from './order-look.ts';
import css from './orders.module.css';

export interface ChosenOrders {
  orders: { order_id: number }[];
  advance_to?: number;
}

const OPEN = ['sending', 'unknown', 'accepted'] as const;

/** Open orders to choose several of: the money goes to them in the order in which they were chosen. */
export function ChooseOrders({
  operation,
  busy,
  onChoose,
}: {
  operation: BankOperation;
  busy: boolean;
  onChoose: (wish: ChosenOrders) => void;
}) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly PaymentOrder[]>([]);
  const [advance_to, setAdvanceTo] = useState<number | null>(null);
  const onSearch = useCallback((text: string) => setSearch(text), []);
  const query = { status: [...OPEN], limit: 20, ...(search && { search }) };
  const { data } = useCall('payments.orders', { query }, { placeholderData: keepPreviousData });
  const rest = chosen.reduce((left, order) => left - leftOf(order), parseMoney(operation.amount)!);
  const payees = new Map(chosen.map(({ payee }) => [payee.company_id, payee.name]));
  const [only] = payees.size === 1 ? payees.keys() : [];
  const whose = rest > 0n ? (only ?? advance_to) : null;
  const shown = [...chosen, ...(data?.items.filter((row) => !chosen.some(({ id }) => id === row.id)) ?? [])];
  const toggle = (order: PaymentOrder, on: boolean) =>
    setChosen(on ? [...chosen, order] : chosen.filter(({ id }) => id !== order.id));
  return (
    <section className="k-stack" aria-label={t('match.by_hand')}>
      <h3 className="k-title">{t('match.by_hand')}</h3>
      <SearchField label={t('search_label')} placeholder={t('search')} value={search} onSearch={onSearch} />
      <ul className={css.candidates}>
        {shown.map((order) => (
          <li key={order.id}>
            <Checkbox
              label={`${t('column.act_number', { number: order.act.number })}, ${order.payee.name}`}
              checked={chosen.some(({ id }) => id === order.id)}
              onChange={(event) => toggle(order, event.currentTarget.checked)}
            />
            <span className="k-figures">{f.money(formatMoney(leftOf(order)))}</span>
          </li>
        ))}
      </ul>
      {data?.items.length === 0 && <p className="k-flat k-second">{t('match.nothing_open')}</p>}
      {chosen.length > 0 && (
        <>
          <p className="k-flat" role="status">
            {rest === 0n && t('match.even')}
            {rest < 0n && t('match.short', { amount: f.money(formatMoney(-rest)) })}
            {rest > 0n && t('match.over', { amount: f.money(formatMoney(rest)) })}
          </p>
          {rest > 0n && payees.size > 1 && (
            <Radio.Group
              label={t('match.whose')}
              value={advance_to === null ? '' : String(advance_to)}
              onChange={(value) => setAdvanceTo(Number(value))}
            >
              <div className="k-grid k-gap-12 k-above-8">
                {[...payees].map(([id, name]) => (
                  <Radio key={id} value={String(id)} label={name} />
                ))}
              </div>
            </Radio.Group>
          )}
          <div>
            <Button
              loading={busy}
              disabled={rest > 0n && whose === null}
              onClick={() =>
                onChoose({
                  orders: chosen.map(({ id }) => ({ order_id: id })),
                  ...(whose !== null && { advance_to: whose }),
                })
              }
            >
              {t('match.choose', { count: chosen.length })}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
