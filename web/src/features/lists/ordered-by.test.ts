import { expect, test } from 'vitest';
import { orderedBy } from './ordered-by.ts';

const columns = ['number', 'who', 'sum', 'date', 'menu'].map((key) => ({
  key,
  title: key === 'menu' ? '' : key,
}));
const keys = (...chosen: string[]) => orderedBy(chosen, columns).map(({ key }) => key);

test('columns stand as they were chosen, behind the one with the link', () => {
  expect(keys('date', 'who')).toEqual(['number', 'date', 'who', 'menu']);
  expect(keys('date', 'number', 'gone')).toEqual(['number', 'date', 'menu']);
});

test('without a choice, or with one of which nothing is left, all are there', () => {
  expect(keys()).toEqual(['number', 'who', 'sum', 'date', 'menu']);
  expect(keys('gone')).toEqual(['number', 'who', 'sum', 'date', 'menu']);
});
