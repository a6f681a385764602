import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FLAT_YEAR, TWO_RATES } from './figures.fixture.ts';
import {
  DEDUCTION_CARRIES,
  withholdMore,
  YEAR_BEGINS,
  type DeductionCarry,
  type TaxedPerson,
  type Withheld,
} from './reckon-individual.ts';
import { reckonYear } from './reckon-year.ts';
import type { FiguresOfDay } from './tax-figures.ts';
import { taxedPerson as person } from '../../../test/taxed-person.ts';

const NOBODY: TaxedPerson = {};
const yearOf = (
  grosses: readonly bigint[],
  person = NOBODY,
  figures: FiguresOfDay = TWO_RATES,
  carry: DeductionCarry = 'none',
) =>
  reckonYear(
    grosses.map((gross_tiyn) => ({ gross_tiyn, person, figures })),
    YEAR_BEGINS,
    carry,
  );
const all = (sums: readonly bigint[]) => sums.reduce((total, sum) => total + sum, 0n);
const whole = (year: ReturnType<typeof reckonYear>, part: keyof Withheld) =>
  all(year.map(({ month }) => month[part]));

const sum = fc.bigInt({ min: -2_000_000_000n, max: 5_000_000_000n });
const months = (one: fc.Arbitrary<bigint>) => fc.array(one, { minLength: 12, maxLength: 12 });
const figures = fc.constantFrom(TWO_RATES, FLAT_YEAR);
const carries = fc.constantFrom(...DEDUCTION_CARRIES);
const PARTS = ['opv_tiyn', 'vosms_tiyn', 'so_tiyn', 'ipn_tiyn', 'net_tiyn'] as const;

test('a month below zero withholds nothing and lessens the next ones', () => {
  const tenge = (sums: readonly number[]) => sums.map((one) => BigInt(one) * 100n);
  const year = yearOf(tenge([100_000, -350_000, 200_000, 450_000]));
  expect(year.map(({ month }) => month.gross_tiyn)).toEqual(tenge([100_000, 0, 0, 300_000]));
  expect(year.map(({ carried_tiyn }) => carried_tiyn)).toEqual(tenge([0, -350_000, -150_000, 0]));
  expect(year[1]!.month.net_tiyn).toBe(0n);
  expect(year[3]!.month.so_tiyn).toBe(1_350_000n);
});

test('deductions have no more than their year in all its months', () => {
  const person: TaxedPerson = { base_deduction: true, disability: '3' };
  const used = { taxed_tiyn: 0n, deduction_tiyn: 150_000_000n, social_deduction_tiyn: 0n };
  const month = { gross_tiyn: 300_000_000n, person, figures: TWO_RATES };
  const year = reckonYear([month, month, month], used).map((one) => one.month);
  // 360 МРП are 1,557,000 ₸, of which 57,000 ₸ are left; 882 МРП are 3,814,650 ₸.
  expect(year.map(({ deduction_tiyn }) => deduction_tiyn)).toEqual([5_700_000n, 0n, 0n]);
  const [first, second, third] = year.map(({ social_deduction_tiyn }) => social_deduction_tiyn);
  expect([first! + second!, third]).toEqual([381_465_000n, 0n]);
  expect(second).toBeGreaterThan(0n);
});

test('gross = net + parts in each of 100,000 months, and nothing of the year is lost', () => {
  fc.assert(
    fc.property(months(sum), person, figures, carries, (grosses, who, by, carry) => {
      const year = yearOf(grosses, who, by, carry);
      for (const { month, carried_tiyn } of year) {
        if (all(PARTS.map((part) => month[part])) !== month.gross_tiyn) expect(month).toBe('a whole');
        if (carried_tiyn > 0n || Object.values(month).some((part) => part < 0n))
          expect(month).toBe('above zero');
        if (carried_tiyn < 0n) expect(month.gross_tiyn).toBe(0n);
      }
      expect(whole(year, 'gross_tiyn') + year.at(-1)!.carried_tiyn).toBe(all(grosses));
    }),
    { numRuns: 8_334 },
  );
});

test('a correction and its reversal, in one month or over several, leave nothing', () => {
  // Without caps every month is taxed alike, so that only the rounding of a month can differ.
  const even = { ...TWO_RATES, opv_cap_mzp: null, vosms_cap_mzp: null, so_cap_mzp: null };
  const plain = months(fc.bigInt({ min: 0n, max: 500_000_000n }));
  const place = fc.integer({ min: 0, max: 11 });
  fc.assert(
    fc.property(plain, sum, place, place, person, carries, (grosses, by, one, other, who, carry) => {
      const [from, to] = one < other ? [one, other] : [other, one];
      const correction = by > 0n ? -by : by;
      const turned = grosses.map(
        (gross, at) => gross + (at === from ? correction : 0n) - (at === to ? correction : 0n),
      );
      if (from === to) {
        expect(yearOf(turned, who, even, carry)).toEqual(yearOf(grosses, who, even, carry));
        return;
      }
      const [as_was, corrected] = [yearOf(grosses, NOBODY, even), yearOf(turned, NOBODY, even)];
      expect(corrected.at(-1)!.carried_tiyn).toBe(0n);
      expect(whole(corrected, 'gross_tiyn')).toBe(whole(as_was, 'gross_tiyn'));
      for (const part of PARTS) {
        const apart = whole(corrected, part) - whole(as_was, part);
        expect(apart < 0n ? -apart : apart).toBeLessThanOrEqual(5_000n);
      }
    }),
    { numRuns: 1_000 },
  );
});

const several = fc.array(sum, { minLength: 1, maxLength: 8 });

test('the order of acts within a month changes nothing, whichever of them go below zero', () => {
  fc.assert(
    fc.property(several, person, sum, figures, carries, (acts, who, earlier, by, carry) => {
      const monthOf = (gross: bigint) => yearOf([earlier, gross], who, by, carry)[1]!;
      const paidIn = (order: readonly bigint[]) => {
        let before = monthOf(0n);
        let gross = 0n;
        return order.map((act) => {
          gross += act;
          const now = monthOf(gross);
          const more = withholdMore(now.month, before.month);
          before = now;
          return more;
        });
      };
      const nothing = monthOf(0n).month;
      const { month } = monthOf(all(acts));
      for (const order of [acts, acts.toReversed(), acts.toSorted((a, b) => Number(a - b))])
        for (const part of PARTS)
          expect(nothing[part] + all(paidIn(order).map((more) => more[part]))).toBe(month[part]);
    }),
    { numRuns: 500 },
  );
});

test('the months of a year are taxed as the year is, those below zero with them', () => {
  fc.assert(
    fc.property(months(sum), fc.boolean(), carries, (grosses, base_deduction, carry) => {
      const year = yearOf(grosses, { base_deduction }, TWO_RATES, carry);
      const taxed = whole(year, 'taxed_tiyn');
      const bound = 3_676_250_000n;
      const low = taxed < bound ? taxed : bound;
      const apart = low / 10n + ((taxed - low) * 15n) / 100n - whole(year, 'ipn_tiyn');
      // Each month rounds its tax by half a tenge at most.
      expect(apart < 0n ? -apart : apart).toBeLessThanOrEqual(601n);
    }),
    { numRuns: 2_000 },
  );
});

test('where the deduction is carried a year has no more tax, and no month more than the months so far give', () => {
  fc.assert(
    fc.property(months(sum), person, fc.integer({ min: 0, max: 12 }), (grosses, who, applied) => {
      const year = (carry: DeductionCarry) =>
        reckonYear(
          grosses.map((gross_tiyn, at) => ({
            gross_tiyn,
            person: { ...who, base_deduction: at >= applied },
            figures: TWO_RATES,
          })),
          YEAR_BEGINS,
          carry,
        );
      const [plain, carried] = [year('none'), year('year')];
      const more = whole(carried, 'ipn_tiyn') - whole(plain, 'ipn_tiyn');
      // The rounding of twelve months.
      expect(more).toBeLessThanOrEqual(1_200n);
      let used = 0n;
      for (const [at, { month }] of carried.entries()) {
        used += month.deduction_tiyn;
        expect(used).toBeLessThanOrEqual(BigInt(Math.max(at + 1 - applied, 0)) * 12_975_000n);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('months of no tax resident leave nothing, and end no application', () => {
  const of = (gross_tiyn: bigint, nonresident: boolean) => ({
    gross_tiyn,
    person: { base_deduction: true, nonresident },
    figures: TWO_RATES,
  });
  const months = [of(0n, false), of(10_000_000n, true), of(0n, true), of(90_000_000n, false)];
  const year = reckonYear(months, YEAR_BEGINS, 'year');
  expect(year.map(({ carried_deduction_tiyn }) => carried_deduction_tiyn)).toEqual([
    0n,
    12_975_000n,
    12_975_000n,
    12_975_000n,
  ]);
  expect(year.map(({ month }) => month.deduction_tiyn)).toEqual([0n, 0n, 0n, 25_950_000n]);
});

test('an application that ended leaves nothing to the next one', () => {
  const [gross, none] = [60_000_000n, 0n];
  const of = (gross_tiyn: bigint, base_deduction: boolean) => ({
    gross_tiyn,
    person: base_deduction ? { base_deduction } : NOBODY,
    figures: TWO_RATES,
  });
  const told = { ...YEAR_BEGINS, deduction_tiyn: 13_000_000n };
  const months = [of(none, true), of(none, true), of(none, false), of(none, true), of(gross, true)];
  const carried = (before = YEAR_BEGINS) =>
    reckonYear(months, before, 'year').map(({ carried_deduction_tiyn }) => carried_deduction_tiyn);
  expect(carried()).toEqual([0n, 12_975_000n, 25_950_000n, 0n, 12_975_000n]);
  // What was told is of the months before first.
  expect(carried(told)).toEqual([0n, 0n, 12_950_000n, 0n, 12_975_000n]);
});
