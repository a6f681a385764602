import type { ActLine } from '@kelisim/shared/features/acts/act-changes.contract.ts';
import { expect, test } from 'vitest';
import { compareLines } from './compare-lines.ts';

const line = (name: string, change: Partial<ActLine> = {}): ActLine => ({
  name,
  service_date: null,
  unit: 'услуга',
  quantity: '1',
  rate: '100.00',
  amount: '100.00',
  ...change,
});
const said = (before: ActLine[], after: ActLine[]) =>
  compareLines(before, after).map((pair) => [pair.before?.name ?? null, pair.after?.name ?? null]);

test('lines that only stand elsewhere have not changed', () => {
  expect(said([line('А'), line('Б'), line('А')], [line('Б'), line('А'), line('А')])).toEqual([]);
});

test('a line is followed by its name, then by what it costs', () => {
  const before = [line('А'), line('Б', { rate: '5.00' }), line('В', { quantity: '7' })];
  const after = [line('Г', { rate: '5.00' }), line('А', { quantity: '2' }), line('Д')];
  expect(said(before, after)).toEqual([
    ['Б', 'Г'],
    ['А', 'А'],
    [null, 'Д'],
    ['В', null],
  ]);
});

test('of twins one is added, and the other stays', () => {
  expect(said([line('А')], [line('А'), line('А')])).toEqual([[null, 'А']]);
});

test('a day or a unit is a change', () => {
  expect(
    said([line('А'), line('Б')], [line('А', { service_date: '2026-11-01' }), line('Б', { unit: 'час' })]),
  ).toEqual([
    ['А', 'А'],
    ['Б', 'Б'],
  ]);
});
