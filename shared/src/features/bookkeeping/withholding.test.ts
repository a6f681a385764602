import { describe, expect, test } from 'vitest';
import { ratesOf, withholdMonth, withholdMore, type WithholdingRates } from './withholding.ts';

const rates: WithholdingRates = {
  valid_from: '2026-01-01',
  mzp_tiyn: 8_500_000n,
  mrp_tiyn: 432_500n,
  opv_percent: 10,
  opv_cap_mzp: 50,
  vosms_percent: 2,
  so_percent: 5,
  so_cap_mzp: 7,
  ipn_percent: 10,
  ipn_high_percent: 15,
  ipn_high_above_mrp: 8500,
  deduction_mrp: 30,
};

describe('a month', () => {
  test('of 300,000 ₸ with the deduction', () => {
    expect(withholdMonth(30_000_000n, 0n, rates, true)).toEqual({
      gross_tiyn: 30_000_000n,
      opv_tiyn: 3_000_000n,
      vosms_tiyn: 600_000n,
      so_tiyn: 1_500_000n,
      deduction_tiyn: 12_975_000n,
      taxed_tiyn: 11_925_000n,
      ipn_tiyn: 1_192_500n,
      net_tiyn: 23_707_500n,
    });
  });

  test('without it more is taxed', () => {
    const { taxed_tiyn, ipn_tiyn, deduction_tiyn } = withholdMonth(30_000_000n, 0n, rates, false);
    expect([taxed_tiyn, ipn_tiyn, deduction_tiyn]).toEqual([24_900_000n, 2_490_000n, 0n]);
  });

  test('of little is not taxed below nothing', () => {
    const { taxed_tiyn, ipn_tiyn, net_tiyn } = withholdMonth(5_000_000n, 0n, rates, true);
    expect([taxed_tiyn, ipn_tiyn, net_tiyn]).toEqual([0n, 0n, 4_150_000n]);
  });

  test('above the caps contributions grow no more', () => {
    const { opv_tiyn, so_tiyn } = withholdMonth(900_000_000n, 0n, rates, false);
    expect([opv_tiyn, so_tiyn]).toEqual([42_500_000n, 2_975_000n]);
  });

  test('that crosses the limit of the year is taxed at both rates', () => {
    const limit = 432_500n * 8500n;
    const { taxed_tiyn, ipn_tiyn } = withholdMonth(30_000_000n, limit - 4_900_000n, rates, false);
    expect(taxed_tiyn).toBe(24_900_000n);
    expect(ipn_tiyn).toBe(490_000n + 3_000_000n);
  });

  test('rounds each part half up to whole tenge', () => {
    const { opv_tiyn, vosms_tiyn } = withholdMonth(1_234_550n, 0n, rates, false);
    expect([opv_tiyn, vosms_tiyn]).toEqual([123_500n, 24_700n]);
    const small = { ...rates, vosms_percent: 0.01 };
    expect(withholdMonth(499_999n, 0n, small, false).vosms_tiyn).toBe(0n);
    expect(withholdMonth(500_000n, 0n, small, false).vosms_tiyn).toBe(100n);
  });

  test('of any size is reckoned to the tenge, and its last tiyn is taxed', () => {
    expect(withholdMonth(1_000_000_000_000n, 0n, rates, false).vosms_tiyn).toBe(20_000_000_000n);
    expect(withholdMonth(1n, 0n, rates, false).taxed_tiyn).toBe(1n);
  });
});

test('a month paid in parts withholds what one payment would', () => {
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 300; round++) {
    const parts = Array.from({ length: 1 + next(6) }, () => BigInt(1 + next(80_000_000)));
    const taxed_before = BigInt(next(4_000)) * 1_000_000n;
    const has_deduction = next(2) === 0;
    let before = withholdMonth(0n, taxed_before, rates, has_deduction);
    const sums: Record<string, bigint> = {};
    for (const part of parts) {
      const month = withholdMonth(before.gross_tiyn + part, taxed_before, rates, has_deduction);
      const more = withholdMore(month, before);
      expect(more.gross_tiyn).toBe(part);
      for (const [name, sum] of Object.entries(more)) sums[name] = (sums[name] ?? 0n) + sum;
      before = month;
    }
    const whole = parts.reduce((sum, part) => sum + part, 0n);
    const month = withholdMonth(whole, taxed_before, rates, has_deduction);
    expect(sums).toEqual(month);
    expect(month.net_tiyn + month.opv_tiyn + month.vosms_tiyn + month.so_tiyn + month.ipn_tiyn).toBe(whole);
  }
});

test('rates are those of the day', () => {
  const later = { ...rates, valid_from: '2027-01-01' };
  expect(ratesOf([rates, later], '2026-12-31')).toBe(rates);
  expect(ratesOf([rates, later], '2027-01-01')).toBe(later);
  expect(ratesOf([rates, later], '2025-12-31')).toBeUndefined();
});
