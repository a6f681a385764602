import { expect, test } from 'vitest';
import { KAZAKH_ALPHABET, kazakhSortKey } from './sort-key.ts';

const sorted = (words: string[]) =>
  words.toSorted((a, b) =>
    kazakhSortKey(a) < kazakhSortKey(b) ? -1 : kazakhSortKey(a) > kazakhSortKey(b) ? 1 : 0,
  );

test('the alphabet is the Kazakh one, each letter once', () => {
  expect([...KAZAKH_ALPHABET]).toHaveLength(42);
  expect(new Set(KAZAKH_ALPHABET).size).toBe(42);
});

test('letters stand where a Kazakh dictionary has them', () => {
  const words = [
    'Ян',
    'Қасым',
    'Касым',
    'Ілияс',
    'Иван',
    'Әлия',
    'Алия',
    'Ұлжан',
    'Үкі',
    'Умар',
    'Өмір',
    'Олжас',
  ];
  expect(sorted(words)).toEqual([
    'Алия',
    'Әлия',
    'Иван',
    'Касым',
    'Қасым',
    'Олжас',
    'Өмір',
    'Умар',
    'Ұлжан',
    'Үкі',
    'Ілияс',
    'Ян',
  ]);
});

test('big and small letters are the same, Latin and digits come before Cyrillic', () => {
  expect(kazakhSortKey('ҚАЗАҚ')).toBe(kazakhSortKey('қазақ'));
  expect(sorted(['Алатау', 'zebra', 'Apple', '7 континент'])).toEqual([
    '7 континент',
    'Apple',
    'zebra',
    'Алатау',
  ]);
});
