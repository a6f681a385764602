import { expect, it } from 'vitest';
import { currentView, isFiltered, readDocumentsList, viewHref, viewsOf } from './documents-list-state.ts';

const read = (raw: Parameters<typeof readDocumentsList>[0]) => readDocumentsList(raw).query;

it('reads an address and forgets what cannot be', () => {
  expect(read({ page: '3', status_id: ['2', '99', 'x'], limit: '7', sort_by: 'amount' })).toMatchObject({
    page: 3,
    status_id: [2],
    limit: 50,
    sort_by: 'updated_at',
  });
  expect(read({ page: '-1', status_id: 'x' })).toMatchObject({ page: 1, status_id: undefined });
});

it('knows its views again by their own addresses', () => {
  for (const side of ['business', 'executor'] as const) {
    for (const key of viewsOf(side)) {
      const raw = Object.fromEntries(new URLSearchParams(viewHref(side, key).split('?')[1]));
      expect(currentView(side, read(raw))).toBe(key);
      expect(currentView(side, read({ ...raw, search: 'акт' }))).toBe(key);
    }
  }
  expect(viewsOf('executor')).not.toContain('drafts');
});

it('tells an empty list from one where nothing was found', () => {
  expect(isFiltered(read({ page: '2', sort_by: 'title' }))).toBe(false);
  expect(isFiltered(read({ search: 'шарт' }))).toBe(true);
  expect(isFiltered(read({ waiting: 'true' }))).toBe(true);
});
