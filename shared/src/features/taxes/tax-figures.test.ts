import { describe, expect, test } from 'vitest';
import { TWO_RATES } from './figures.fixture.ts';
import {
  boundOf,
  figuresOf,
  isFigure,
  shareOf,
  sharesOf,
  sourcesOf,
  TAX_FIGURES,
  UnknownFigure,
  valueOf,
} from './tax-figures.ts';

describe('a figure', () => {
  test('of days is a whole number that every month or year has; any other is any number', () => {
    const allowed = (figure: 'withheld_due_day' | 'invoice_due_days' | 'mrp', ...values: number[]) =>
      values.filter((value) => isFigure(figure, value));
    expect(allowed('withheld_due_day', 0, 0.5, 1, 25, 25.5, 28, 29)).toEqual([1, 25, 28]);
    expect(allowed('invoice_due_days', 0, 1, 366, 367)).toEqual([1, 366]);
    expect(allowed('mrp', -1, 0, 0.5, 4325)).toEqual([-1, 0, 0.5, 4325]);
  });

  test('is there of what is not reckoned by yet, too', () => {
    const later = ['opvr_percent', 'simplified_percent', 'simplified_limit_mrp', 'vat_threshold_mrp'];
    expect(TAX_FIGURES).toEqual(expect.arrayContaining(later));
    expect(TAX_FIGURES).toHaveLength(28);
  });

  test('that nobody has entered is named in the error; one the law does not know is null', () => {
    expect(valueOf(TWO_RATES, 'mrp')).toBe(4325);
    expect(valueOf(TWO_RATES, 'so_floor_mzp')).toBeNull();
    const read = () => valueOf(TWO_RATES, 'opvr_percent');
    expect(read).toThrow(UnknownFigure);
    expect(read).toThrow('opvr_percent');
    expect(new UnknownFigure('mzp').figure).toBe('mzp');
  });

  test('holds from its first day to its last, and of two the one that begins later, with its source', () => {
    const row = (valid_from: string, valid_until: string, value: number) =>
      ({ figure: 'mrp', valid_from, valid_until, value, source: `of ${value}` }) as const;
    const rows = [row('2026-07-01', '2026-12-31', 4500), row('2026-01-01', '2026-12-31', 4325)];
    const days = ['2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01', '2026-12-31', '2027-01-01'];
    for (const order of [rows, rows.toReversed()]) {
      expect(days.map((day) => figuresOf(order, day).mrp)).toEqual([
        undefined,
        4325,
        4325,
        4500,
        4500,
        undefined,
      ]);
      expect(days.map((day) => sourcesOf(order, day).mrp)).toEqual([
        undefined,
        'of 4325',
        'of 4325',
        'of 4500',
        'of 4500',
        undefined,
      ]);
    }
  });
});

describe('a bound', () => {
  test('is so many МРП or МЗП, of fractions too, and none where the law knows none', () => {
    expect(boundOf(TWO_RATES, 'deduction_mrp')).toBe(12_975_000n);
    expect(boundOf(TWO_RATES, 'so_cap_mzp')).toBe(59_500_000n);
    expect(boundOf({ ...TWO_RATES, deduction_mrp: 1.25, mrp: 4325.5 }, 'deduction_mrp')).toBe(540_687n);
    expect(boundOf(TWO_RATES, 'so_floor_mzp')).toBeNull();
  });

  test('is unknown while its unit is, and says which', () => {
    const { mrp: _mrp, ...without } = TWO_RATES;
    for (const figures of [without, { ...TWO_RATES, mrp: null }])
      expect(() => boundOf(figures, 'deduction_mrp')).toThrow('figure mrp');
    expect(() => boundOf({ ...TWO_RATES, mzp: null }, 'so_cap_mzp')).toThrow('figure mzp');
    expect(boundOf({ ...TWO_RATES, mzp: null }, 'deduction_mrp')).toBe(12_975_000n);
  });
});

describe('a share', () => {
  test('is rounded half up to whole tenge', () => {
    expect(shareOf(TWO_RATES, 'opv_percent', 49_999n)).toBe(5_000n);
    expect(shareOf(TWO_RATES, 'opv_percent', 50_499n)).toBe(5_000n);
    expect(shareOf(TWO_RATES, 'opv_percent', 50_500n)).toBe(5_100n);
    expect(shareOf({ opv_percent: 3.5 }, 'opv_percent', 100_000n)).toBe(3_500n);
    // One tiyn below half a tenge of a hundredth of a percent.
    expect(shareOf({ opv_percent: 0.01 }, 'opv_percent', 499_999n)).toBe(0n);
    expect(shareOf({ opv_percent: 0.01 }, 'opv_percent', 500_000n)).toBe(100n);
    expect(shareOf({ opv_percent: null }, 'opv_percent', 100_000n)).toBe(0n);
  });

  test('at several rates is rounded once', () => {
    const shares = [
      { figure: 'ipn_percent', of_tiyn: 400n },
      { figure: 'ipn_high_percent', of_tiyn: 100n },
    ] as const;
    expect(sharesOf(TWO_RATES, shares)).toBe(100n);
    expect(shares.map((share) => sharesOf(TWO_RATES, [share]))).toEqual([0n, 0n]);
    expect(sharesOf(TWO_RATES, [])).toBe(0n);
  });
});
