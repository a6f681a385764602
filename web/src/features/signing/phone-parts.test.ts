import { expect, it } from 'vitest';
import { toPhoneParts } from './phone-parts.ts';

const papers = (count: number, size: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, file: { size } }));
const lengths = (count: number, size: number) =>
  toPhoneParts(papers(count, size)).map(({ length }) => length);

it('takes a hundred at a time, in order, and leaves none out', () => {
  expect(lengths(523, 40_000)).toEqual([100, 100, 100, 100, 100, 23]);
  expect(toPhoneParts(papers(523, 40_000)).flat()).toEqual(papers(523, 1).map(({ id }) => id));
  expect(lengths(100, 40_000)).toEqual([100]);
  expect(lengths(0, 1)).toEqual([]);
});

it('takes fewer of heavy ones, and one that is too heavy by itself', () => {
  expect(lengths(5, 5_000_000)).toEqual([2, 2, 1]);
  expect(lengths(2, 20_000_000)).toEqual([1, 1]);
});
