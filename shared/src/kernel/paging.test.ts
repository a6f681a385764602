import { expect, test } from 'vitest';
import { z } from 'zod';
import { COUNT_LIMIT, pageQuery, pagesOf } from './paging.ts';

test('a list begins with its first twenty rows and gives at most a hundred at once', () => {
  const query = z.object(pageQuery);
  expect(query.parse({})).toEqual({ page: 1, limit: 20 });
  expect(query.parse({ page: 1, limit: 500 })).toEqual({ page: 1, limit: 100 });
  expect(query.parse({ page: 1_000_000, limit: 1 })).toEqual({ page: 1_000_000, limit: 1 });
  for (const wrong of [{ limit: 0 }, { page: 0 }, { page: 1_000_001 }])
    expect(query.safeParse(wrong).success).toBe(false);
});

test('rows fill pages, and an empty list has one', () => {
  expect([0, 1, 20, 21].map((total) => pagesOf(total, 20))).toEqual([1, 1, 1, 2]);
  expect(COUNT_LIMIT).toBe(10_000);
});
