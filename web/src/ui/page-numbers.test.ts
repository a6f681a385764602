import { expect, it } from 'vitest';
import { shownPages } from './page-numbers.ts';

it.each([
  [1, 1, [1]],
  [2, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 42, [1, 2, 3, 4, 5, null, 42]],
  [4, 42, [1, 2, 3, 4, 5, null, 42]],
  [5, 42, [1, null, 4, 5, 6, null, 42]],
  [39, 42, [1, null, 38, 39, 40, 41, 42]],
  [42, 42, [1, null, 38, 39, 40, 41, 42]],
])('page %d of %d', (page, pages, shown) => {
  expect(shownPages(page, pages)).toEqual(shown);
});

it.each([
  [2, 4, [1, 2, 3, 4]],
  [1, 42, [1, 2, null, 42]],
  [3, 42, [1, null, 3, null, 42]],
  [41, 42, [1, null, 41, 42]],
])('page %d of %d on a phone', (page, pages, shown) => {
  expect(shownPages(page, pages, true)).toEqual(shown);
});
