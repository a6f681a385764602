import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, MAX_AMOUNT_TIYN } from '../../kernel/money.ts';
import { actTotal, billedLines, serviceAmount, vatOfLines, vatWithin } from './act-totals.ts';
import { LINE_KINDS } from './line-kinds.ts';

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

describe('lines that are no work', () => {
  const line = fc.record({
    kind: fc.constantFrom(...LINE_KINDS),
    amount: fc.oneof(fc.bigInt(1n, 9n), fc.bigInt(1n, 10_000_000n)),
  });
  const lines = fc
    .array(line, { minLength: 1, maxLength: 8 })
    .map((all) =>
      all.map(({ kind, amount }) => ({ kind, amount_tiyn: kind === 'deduction' ? -amount : amount })),
    )
    .filter((all) => sumOf(all) > 0n);
  const sumOf = (all: readonly { amount_tiyn: bigint }[]) =>
    all.reduce((sum, { amount_tiyn }) => sum + amount_tiyn, 0n);

  test('a deduction counts against the act, everything else for it', () => {
    const of = (kind?: (typeof LINE_KINDS)[number]) => ({ quantity: '1.5', rate: '0.03', kind });
    expect([undefined, ...LINE_KINDS].map((kind) => serviceAmount(of(kind)))).toEqual([5n, 5n, 5n, -5n, 5n]);
    expect(actTotal([of('work'), of('bonus'), of('deduction')])).toBe(5n);
  });

  test('are billed at the sum of the act, none below nothing, and no line above what it was', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const billed = billedLines(all.map((one, at) => ({ ...one, at })));
        expect(sumOf(billed)).toBe(sumOf(all));
        for (const { at, kind, amount_tiyn } of billed) {
          expect(kind).not.toBe('deduction');
          expect(amount_tiyn).toBeGreaterThan(0n);
          expect(amount_tiyn).toBeLessThanOrEqual(all[at]!.amount_tiyn);
        }
        expect(vatOfLines(all, 16)).toBe(
          billed.reduce((sum, one) => sum + vatWithin(one.amount_tiyn, 16), 0n),
        );
      }),
    );
  });

  test('expenses stay whole while work and bonuses bear the deductions', () => {
    const billed = (...all: [(typeof LINE_KINDS)[number], bigint][]) =>
      billedLines(all.map(([kind, amount_tiyn]) => ({ kind, amount_tiyn }))).map((one) => one.amount_tiyn);
    expect(billed(['work', 200n], ['bonus', 101n], ['expense', 50n], ['deduction', -100n])).toEqual([
      133n,
      68n,
      50n,
    ]);
    // The largest gives the tiyn that is left over, wherever it stands.
    expect(billed(['bonus', 101n], ['work', 200n], ['deduction', -100n])).toEqual([68n, 133n]);
    // All that was earned, or more: what is paid back is lessened too.
    expect(billed(['work', 100n], ['expense', 100n], ['deduction', -150n])).toEqual([25n, 25n]);
    expect(billed(['work', 100n], ['expense', 50n], ['deduction', -100n])).toEqual([33n, 17n]);
    // A line of which nothing is left is gone.
    expect(billed(['work', 1n], ['work', 1n], ['deduction', -1n])).toEqual([1n]);
    expect(billed(['work', 0n], ['work', 100n], ['deduction', -50n])).toEqual([50n]);
    expect(billed(['work', 0n], ['work', 100n])).toEqual([0n, 100n]);
    // What a correction takes back stays as it stands.
    expect(billed(['work', -100n], ['deduction', -50n])).toEqual([-100n, -50n]);
    expect(billed(['work', 100n], ['work', -20n], ['deduction', -50n])).toEqual([100n, -20n, -50n]);
    // So does an act over nothing.
    expect(billed(['work', 100n], ['deduction', -100n])).toEqual([100n, -100n]);
  });

  test('those that bear a deduction say so', () => {
    const lessened = (...all: [(typeof LINE_KINDS)[number], bigint][]) =>
      billedLines(all.map(([kind, amount_tiyn]) => ({ kind, amount_tiyn }))).map((one) => one.lessened);
    expect(lessened(['work', 200n], ['expense', 50n])).toEqual([false, false]);
    expect(lessened(['work', 200n], ['expense', 50n], ['deduction', -100n])).toEqual([true, false]);
  });
});
