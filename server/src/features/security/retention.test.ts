import { expect, test } from 'vitest';
import { keptUntil } from './retention.ts';

test('whole years after the year of signing; an operator lengthens them and never shortens', () => {
  expect(keptUntil('2026-01-01', 0)).toBe('2031-12-31');
  expect(keptUntil('2026-12-31', 5)).toBe('2031-12-31');
  expect(keptUntil('2026-11-22', 10)).toBe('2036-12-31');
  expect(keptUntil('2026-11-22', 1)).toBe('2031-12-31');
  // Before the first rule we know of, that one counts too.
  expect(keptUntil('2017-06-01', 0)).toBe('2022-12-31');
});
