import { expect, it } from 'vitest';
import { fromQueryText, toQueryText } from './query-text.ts';

it('repeats lists, puts groups in brackets, leaves out what is empty', () => {
  const query = {
    page: 2,
    status_id: [1, 2],
    sort: { by: 'x', deep: { a: [true] } },
    search: 'Ә&=я',
    none: undefined,
    empty: '',
  };
  expect(toQueryText(query)).toBe(
    'page=2&status_id=1&status_id=2&sort[by]=x&sort[deep][a]=true&search=%D3%98%26%3D%D1%8F',
  );
});

it('reads back what it wrote, flat', () => {
  expect(fromQueryText(toQueryText({ a: 1, b: ['x', 'y'], c: 'Қ ө' }))).toEqual({
    a: '1',
    b: ['x', 'y'],
    c: 'Қ ө',
  });
  expect(fromQueryText('__proto__=1&a=2')).toHaveProperty('a', '2');
});
