import { describe, expect, it } from 'vitest';
import { fromQueryText, toQueryText } from '../../platform/query-text.ts';
import { currentView, isFiltered, readActsList, viewHref, viewsOf } from './acts-list-state.ts';

const read = (address: string) => readActsList(fromQueryText(address.split('?')[1] ?? '')).query;

describe('the list in the address', () => {
  it('is read back as it was written', () => {
    const query = {
      page: 3,
      limit: 100,
      status_id: [2, 4],
      waiting: true,
      contractor_company_id: 18,
      date_from: '2026-02-01',
      date_to: '2026-02-28',
      amount_from: '1000.50',
      search: 'Сериков & Ко',
      sort_by: 'amount',
      sort_order: 'asc',
    } as const;
    expect(read(`/acts?${toQueryText(query)}`)).toMatchObject(query);
  });

  it('leaves out what cannot be right', () => {
    const query = read(
      '/acts?page=0&limit=7&status_id=99&status_id=x&date_from=2026-02-31&amount_from=-5&amount_to=0&sort_by=drop&company_id=1e9',
    );
    expect(query).toEqual({ page: 1, limit: 50, sort_order: 'desc' });
    expect(isFiltered(query)).toBe(false);
  });
});

describe('views', () => {
  it.each(['business', 'executor'] as const)('of the %s each lead to themselves', (side) => {
    for (const first of [false, true])
      for (const view of viewsOf(side, first))
        expect(currentView(side, read(viewHref(side, view)), first)).toBe(view.key);
  });

  it('are those that the home page leads to', () => {
    expect(currentView('business', read('/lk/business/acts?status_id=2&status_id=4'))).toBe('to_sign');
    expect(currentView('executor', read('/lk/executor/acts?status_id=2&status_id=3'))).toBe('to_sign');
    expect(currentView('business', read('/lk/business/acts?status_id=5&amount_from=0.01'))).toBe('to_pay');
  });

  it('to pay has no acts that take money back, and larger sums inside it are of it', () => {
    expect(currentView('business', read('/acts?status_id=5'))).toBeNull();
    expect(currentView('business', read('/acts?status_id=5&amount_from=1000'))).toBe('to_pay');
    expect(currentView('executor', read('/acts?status_id=5'))).toBeNull();
    expect(currentView('executor', read('/acts?status_id=5&amount_from=0.01'))).toBe('signed');
  });

  it('stay while something is looked for inside them, and are none with other states', () => {
    expect(currentView('business', read('/acts?status_id=1&search=окна&page=2'))).toBe('draft');
    expect(currentView('business', read('/acts?status_id=1&status_id=8'))).toBeNull();
    expect(currentView('business', read('/acts?status_id=1&waiting=true'))).toBeNull();
  });
});
