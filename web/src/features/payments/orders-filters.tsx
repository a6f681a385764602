import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useCallback, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { periodChip } from '../../ui/choice-chip.tsx';
import { SaveList } from '../../ui/save-list.tsx';
import { OwnViews, useOwnViews } from '../lists/public.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { orderFilter, type PaymentsState } from './orders-state.ts';
import { usePayeeChip } from './payee-chip.tsx';

export const FILTERS_OFF = {
  search: undefined,
  file: undefined,
  date_from: undefined,
  date_to: undefined,
  payee: undefined,
};

interface OrdersFiltersProps {
  state: PaymentsState;
  change: (change: SearchChange, how?: { replace?: boolean }) => void;
}

/** Narrows the orders by day, recipient and words; what stands is in the address, and can be saved as a table. */
export function OrdersFilters({ state, change }: OrdersFiltersProps) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const own = useOwnViews('orders', '/lk/business/payments');
  const payeeChip = usePayeeChip(state, change, t('filter.payee'));
  const onSearch = useCallback((search: string) => change({ search }), [change]);
  const [today] = useState(() => almatyDate(new Date()));
  const { date_from: from, date_to: to } = state;
  return (
    <div className="k-split k-middle">
      <FilterChips
        chips={[
          periodChip({
            key: 'period',
            label: t('filter.day'),
            chosen: from || to ? `${from ? f.date(from) : '…'} – ${to ? f.date(to) : '…'}` : null,
            period: state,
            presets: [
              { label: t('filter.today'), from: today, to: today },
              { label: t('filter.week'), from: addDays(today, -6), to: today },
              { label: t('filter.month'), from: `${today.slice(0, 7)}-01`, to: today },
            ],
            onChange: change,
          }),
          payeeChip,
        ]}
        onReset={() => change(FILTERS_OFF)}
      >
        <SearchField
          label={t('search_label')}
          placeholder={t('search')}
          value={state.search}
          onSearch={onSearch}
        />
      </FilterChips>
      <div className="k-row k-below-16">
        <OwnViews {...own} />
        <SaveList read={() => api.call('payments.orders_sheet', { query: orderFilter(state) })} />
      </div>
    </div>
  );
}
