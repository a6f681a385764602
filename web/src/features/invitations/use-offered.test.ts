import { expect, it } from 'vitest';
import { soleOf } from './use-offered.ts';

const group = (...values: string[]) => ({
  group: 'Шаблоны',
  items: values.map((value) => ({ value, label: value })),
});

it('chooses the only template or contract by itself', () => {
  expect(soleOf([group('t1'), group()])).toBe('t1');
  expect(soleOf([group(), group('d4')])).toBe('d4');
  expect(soleOf([group('t1'), group('d4')])).toBe('');
  expect(soleOf([group(), group()])).toBe('');
});
