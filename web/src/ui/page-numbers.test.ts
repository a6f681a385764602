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
