import { expect, test } from 'vitest';
import { formatMoney, MAX_AMOUNT_TIYN } from '../../kernel/money.ts';
import { actTotal, vatWithin } from './act-totals.ts';

test.each([
  [1_160_000n, 16, 160_000n],
  [-1_160_000n, 16, -160_000n],
  [112_000n, 12, 12_000n],
  [1_160_000n, 0, 0n],
  [0n, 16, 0n],
  // Half a tiyn, and a little less than it.
  [1n, 100, 1n],
  [-1n, 100, -1n],
  [3n, 12, 0n],
  [5n, 12, 1n],
])('%s tiyn contain %s % of VAT: %s', (amount, rate, vat) => expect(vatWithin(amount, rate)).toBe(vat));

test('an act reaches the largest sum of either sign and no further', () => {
  const most = formatMoney(MAX_AMOUNT_TIYN);
  const line = (rate: string) => ({ quantity: '1', rate });
  expect(actTotal([line(most)])).toBe(MAX_AMOUNT_TIYN);
  expect(actTotal([line(`-${most}`)])).toBe(-MAX_AMOUNT_TIYN);
  expect(actTotal([line(most), line('0.01')])).toBeNull();
  expect(actTotal([line(`-${most}`), line('-0.01')])).toBeNull();
});
