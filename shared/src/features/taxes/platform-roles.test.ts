import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TWO_RATES } from './figures.fixture.ts';
import { reckonSelfEmployed, type SelfEmployedMonth } from './reckon-self-employed.ts';
import { STANDINGS, withheldAs } from './standing.ts';
import { PLATFORM_ROLES } from './tax-decisions.ts';

type Role = (typeof PLATFORM_ROLES)[number];
const PARTS = ['opv_tiyn', 'opvr_tiyn', 'so_tiyn', 'vosms_tiyn'] as const;
const monthOf = (gross_tiyn: bigint, role: Role, is_exempt: boolean) =>
  reckonSelfEmployed(gross_tiyn, is_exempt || withheldAs('self_employed', role) === null, TWO_RATES);
const all = (sums: readonly bigint[]) => sums.reduce((total, sum) => total + sum, 0n);
const partsOf = (month: SelfEmployedMonth) => PARTS.map((part) => month[part]);
const sums = fc.bigInt({ min: 0n, max: 129_750_000n });
const roles = fc.constantFrom(...PLATFORM_ROLES);

test('of whom something is withheld, and as what', () => {
  expect(STANDINGS.map((standing) => PLATFORM_ROLES.map((role) => withheldAs(standing, role)))).toEqual([
    ['individual', 'individual', 'individual'],
    [null, 'self_employed', 'self_employed'],
    [null, null, null],
    [null, null, null],
  ]);
});

test('gross = net + parts in 100,000 months under the three roles, each part in whole tenge', () => {
  fc.assert(
    fc.property(sums, roles, fc.boolean(), (gross, role, is_exempt) => {
      const month = monthOf(gross, role, is_exempt);
      const parts = partsOf(month);
      const faults = [
        month.net_tiyn + all(parts) !== gross && 'not the gross',
        month.total_tiyn !== all(parts) && 'not the total',
        month.net_tiyn < 0n && 'below zero',
        parts.some((part) => part % 100n !== 0n || part !== parts[0]) && 'not four equal parts',
        (role === 'none' || is_exempt) && month.net_tiyn !== gross && 'withheld',
      ].filter(Boolean);
      if (faults.length > 0) expect(faults).toEqual([]);
    }),
    { numRuns: 100_000 },
  );
});

test('who is the operator changes nothing of what is withheld', () => {
  fc.assert(
    fc.property(sums, fc.boolean(), (gross, is_exempt) => {
      const own = monthOf(gross, 'customer_is_operator', is_exempt);
      expect(monthOf(gross, 'kelisim_is_operator', is_exempt)).toEqual(own);
    }),
  );
});

test('the order of acts changes nothing of the month, and an act with its reversal leaves nothing', () => {
  fc.assert(
    fc.property(fc.array(sums, { minLength: 1, maxLength: 8 }), roles, sums, (acts, role, correction) => {
      const whole = monthOf(all(acts), role, false);
      const brought = (order: readonly bigint[]) => {
        let gross = 0n;
        const steps = order.map((act) => partsOf(monthOf((gross += act), role, false)));
        return PARTS.map((_part, at) =>
          all(steps.map((step, nth) => step[at]! - (steps[nth - 1]?.[at] ?? 0n))),
        );
      };
      const reversed = [correction, ...acts, -correction];
      for (const order of [acts, acts.toReversed(), reversed]) expect(brought(order)).toEqual(partsOf(whole));
    }),
    { numRuns: 2_000 },
  );
});

test('a year of months owes what the year would, but for the rounding of each month', () => {
  fc.assert(
    fc.property(fc.array(sums, { minLength: 12, maxLength: 12 }), roles, (months, role) => {
      const apart =
        all(months.map((gross) => monthOf(gross, role, false).total_tiyn)) -
        (role === 'none' ? 0n : (all(months) * 4n) / 100n);
      // Half a tenge at most of each of four parts.
      expect(apart < 0n ? -apart : apart).toBeLessThanOrEqual(12n * 4n * 50n);
    }),
    { numRuns: 1_000 },
  );
});
