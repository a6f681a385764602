import { expect, test } from 'vitest';
import { readSought } from './read-sought.ts';

test.each([
  ['15', [{ number: 15, year: null }]],
  ['№15/2026', [{ number: 15, year: 2026 }]],
  ['# 15 / 2026', [{ number: 15, year: 2026 }]],
  ['әің', [{ number: 234, year: null }]],
  ['0', []],
  ['9999999999', []],
  ['рейс 7', []],
])('reads the number in %s', (text, numbers) => {
  expect(readSought(text).numbers).toEqual(numbers);
});

test.each([
  ['4 812 300', 481_230_000n, 481_230_099n],
  ['1500,5 ₸', 150_050n, 150_050n],
  ['1500.50', 150_050n, 150_050n],
  ["1'500 тг", 150_000n, 150_099n],
])('reads the sum in %s', (text, from_tiyn, to_tiyn) => {
  expect(readSought(text).sum).toEqual({ from_tiyn, to_tiyn });
});

test.each(['0', 'рейс 7', '12.345', '99999999999999'])('reads no sum in %s', (text) => {
  expect(readSought(text).sum).toBeNull();
});

test('takes three digits and more for a part of a БИН', () => {
  expect(readSought('180 340').bin).toBe('180340');
  expect(readSought('18').bin).toBeNull();
  expect(readSought('1803400999961').bin).toBeNull();
});

test('takes the sign of a number at its word', () => {
  const only = { bin: null, sum: null, readings: [] };
  expect(readSought('№ 500')).toEqual({ ...only, numbers: [{ number: 500, year: null }] });
  expect(readSought('#15/2026')).toEqual({ ...only, numbers: [{ number: 15, year: 2026 }] });
  expect(readSought('500').sum).not.toBeNull();
});
