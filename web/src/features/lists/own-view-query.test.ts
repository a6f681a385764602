import { expect, test } from 'vitest';
import { fromQueryText } from '../../platform/query-text.ts';
import { keptOf, ownViewHref, ownViewOf } from './own-view-query.ts';

const kept = (address: string) => keptOf(fromQueryText(address));
const view = (id: number, address: string) => ({ id, name: 'А', query: kept(address), is_default: false });

test('a view keeps filters and order, not the page or an open window', () => {
  expect(kept('status_id=2&status_id=4&search=Ақтау&page=3&limit=100&run=7')).toEqual({
    status_id: ['2', '4'],
    search: 'Ақтау',
  });
  expect(ownViewHref('/acts', kept('search=Ақтау&status_id=2'))).toBe(
    '/acts?search=%D0%90%D2%9B%D1%82%D0%B0%D1%83&status_id=2',
  );
});

test('it is the one on the screen whatever the order of its words, and none other', () => {
  const views = [view(1, 'search=x&sort_by=sum'), view(2, 'search=x'), view(3, '')];
  const shown = (address: string) => ownViewOf(views, kept(address))?.id;
  expect(shown('sort_by=sum&search=x&page=2')).toBe(1);
  expect(shown('sort_order=desc&search=x')).toBe(2);
  expect(shown('search=x&sort_order=asc')).toBeUndefined();
  expect(shown('')).toBe(3);
});

test('one that keeps nothing has an address of its own: an empty one opens the default', () => {
  expect(ownViewHref('/acts', {})).toBe('/acts?sort_order=desc');
});
