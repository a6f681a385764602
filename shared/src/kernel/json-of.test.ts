import { expect, test } from 'vitest';
import { z } from 'zod';
import { jsonOf } from './json-of.ts';

const field = jsonOf(z.array(z.int()));
const said = (value: string) => {
  const read = field.safeParse(value);
  return read.success ? read.data : read.error.issues.map(({ message }) => message);
};

test.each([
  ['[1, 2]', [1, 2]],
  ['["a"]', ['bad_input']],
  ['[1', ['bad_input']],
  ['', ['bad_input']],
])('%j', (value, expected) => expect(said(value)).toEqual(expected));

test('a page says no more than half a million letters', () => {
  expect(said('[]'.padEnd(500_000))).toEqual([]);
  expect(said('[]'.padEnd(500_001))).toEqual(['field.too_long']);
});
