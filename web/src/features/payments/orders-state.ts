import type { OrderStatus } from '@kelisim/shared/features/payments/order-status.ts';
import { isDate } from '@kelisim/shared/kernel/dates.ts';
import { hrefWith, searchOneOf, searchText, searchWhole, type RawSearch } from '../../platform/url-state.ts';

export const VIEWS = [
  'all',
  'waiting',
  'second',
  'bank',
  'settled',
  'failed',
  'files',
  'statements',
] as const;
export type View = (typeof VIEWS)[number];

const AT = '/lk/business/payments';

/** The tabs of the page: five views of the orders, the files and the statements. */
export function readPayments(raw: RawSearch) {
  const day = (key: string) => {
    const value = searchText(raw, key);
    return value && isDate(value) ? value : undefined;
  };
  return {
    view: searchOneOf(raw, 'view', VIEWS) ?? 'all',
    page: searchWhole(raw, 'page', 1),
    search: searchText(raw, 'search') ?? '',
    date_from: day('date_from'),
    date_to: day('date_to'),
    payee: searchWhole(raw, 'payee', 0),
    file: searchWhole(raw, 'file', 0),
    statement: searchWhole(raw, 'statement', 0),
    state: searchOneOf(raw, 'state', ['unmatched', 'matched', 'set_aside'] as const),
  };
}
export type PaymentsState = ReturnType<typeof readPayments>;

export const viewHref = (view: View) => hrefWith(AT, { view: view === 'all' ? undefined : view });

/** Operations with an executor that wait for a user. */
export const operationsHref = (payee: number) =>
  hrefWith(AT, { view: 'statements', state: 'unmatched', payee });

const STATUSES: Partial<Record<View, OrderStatus[]>> = {
  waiting: ['created'],
  bank: ['sending', 'unknown', 'accepted'],
  settled: ['settled'],
  failed: ['rejected', 'cancelled'],
};

export const ORDERS_ON_A_PAGE = 50;

/** What is asked of the server for a view. */
export function orderQuery(state: PaymentsState) {
  return { page: state.page, limit: ORDERS_ON_A_PAGE, ...orderFilter(state) };
}

/** What narrows them, for the list and its table. */
export function orderFilter({ view, search, file, date_from, date_to, payee }: PaymentsState) {
  return {
    ...(date_from && { date_from }),
    ...(date_to && { date_to }),
    ...(payee > 0 && { payee_company_id: payee }),
    ...(STATUSES[view] && { status: STATUSES[view] }),
    ...(view === 'waiting' && { channel: 'file' as const }),
    ...(view === 'second' && { awaiting_approval: true }),
    ...(file > 0 && { payment_file_id: file }),
    ...(search !== '' && { search }),
  };
}
