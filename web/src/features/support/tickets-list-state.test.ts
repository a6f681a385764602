import { expect, it } from 'vitest';
import { currentView, isFiltered, readTickets, viewHref, VIEWS } from './tickets-list-state.ts';

it('reads a list out of its address and passes over what cannot be right', () => {
  expect(readTickets({}).query).toEqual({ page: 1, limit: 50 });
  const raw = { page: '2', status_id: ['1', '9', 'x'], theme_id: '99', search: 'ключ', unread: 'true' };
  const { query, create } = readTickets({ ...raw, create: 'true' });
  expect(query).toEqual({ page: 2, limit: 50, status_id: [1], search: 'ключ', unread: true });
  expect(create).toBe(true);
});

it('knows each of its views by its own address, a search inside it or not', () => {
  for (const view of VIEWS) {
    const params = new URL(viewHref('/lk/business/support', view), 'http://x').searchParams;
    const raw = { status_id: params.getAll('status_id'), unread: params.get('unread') ?? '', search: 'акт' };
    expect(currentView(readTickets(raw).query)).toBe(view);
  }
  expect(currentView(readTickets({ status_id: '1' }).query)).toBeNull();
});

it('tells «nothing found» from «nothing yet»', () => {
  expect(isFiltered(readTickets({ page: '3' }).query)).toBe(false);
  expect(isFiltered(readTickets({ theme_id: '2' }).query)).toBe(true);
});
