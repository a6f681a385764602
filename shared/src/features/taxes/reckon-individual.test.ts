import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FLAT_YEAR as flat, TWO_RATES as figures } from './figures.fixture.ts';
import {
  carriedDeduction,
  DEDUCTION_CARRIES,
  reckonIndividual,
  reckonSteps,
  withholdMore,
  YEAR_BEGINS,
  type EarlierMonth,
  type TaxedPerson,
  type Withheld,
} from './reckon-individual.ts';
import { reckonSelfEmployed, stepsOfSelfEmployed } from './reckon-self-employed.ts';
import { figuresOf, UnknownFigure, type FiguresOfDay } from './tax-figures.ts';
import { taxedPerson as person } from '../../../test/taxed-person.ts';

const NOBODY: TaxedPerson = {};
const tenge = (sum: number) => BigInt(sum) * 100n;
const reckon = (gross: number, person = NOBODY, year = {}, by = figures) =>
  reckonIndividual(tenge(gross), person, { ...YEAR_BEGINS, ...year }, by);

describe('a month', () => {
  test('of 300,000 ₸ with the deduction: СО is of what ОПВ leaves, and lessens what is taxed', () => {
    expect(reckon(300_000, { base_deduction: true })).toEqual({
      gross_tiyn: tenge(300_000),
      opv_tiyn: tenge(30_000),
      vosms_tiyn: tenge(6_000),
      so_tiyn: tenge(13_500),
      deduction_tiyn: tenge(129_750),
      social_deduction_tiyn: 0n,
      taxed_tiyn: tenge(120_750),
      ipn_tiyn: tenge(12_075),
      net_tiyn: tenge(238_425),
    });
  });

  test('above the caps contributions grow no more', () => {
    const { opv_tiyn, vosms_tiyn, so_tiyn } = reckon(9_000_000);
    expect([opv_tiyn, vosms_tiyn, so_tiyn]).toEqual([425_000, 34_000, 29_750].map(tenge));
  });

  test('has the floor and the cap of СО once for all contracts of one customer', () => {
    const both = reckon(110_000, NOBODY, {}, flat).so_tiyn;
    expect(both).toBe(tenge(4_950));
    expect(reckon(50_000, NOBODY, {}, flat).so_tiyn).toBe(tenge(4_250));
    expect(reckon(50_000).so_tiyn).toBe(tenge(2_250));
    expect(reckon(1_000, NOBODY, {}, flat).net_tiyn).toBe(0n);
    expect(reckon(0, NOBODY, {}, flat).so_tiyn).toBe(0n);
  });

  test('that crosses the bound of the year is taxed at both rates, and at one where the law knows one', () => {
    const before = { taxed_tiyn: tenge(36_762_500 - 50_000) };
    const { taxed_tiyn, ipn_tiyn } = reckon(300_000, NOBODY, before);
    expect(taxed_tiyn).toBe(tenge(250_500));
    expect(ipn_tiyn).toBe(tenge(5_000 + 30_075));
    expect(reckon(300_000, NOBODY, before, flat).ipn_tiyn).toBe(tenge(25_050));
    const above = { ...YEAR_BEGINS, taxed_tiyn: tenge(36_762_500) };
    const [share, ...others] = reckonSteps(tenge(300_000), NOBODY, above, figures).steps[5]!.shares;
    expect([share, others]).toEqual([{ figure: 'ipn_high_percent', of_tiyn: tenge(250_500) }, []]);
  });

  test('has no more of a deduction than its month, its year and the income leave', () => {
    const person = { base_deduction: true };
    expect(reckon(50_000, person).taxed_tiyn).toBe(0n);
    expect(reckon(300_000, person, { deduction_tiyn: tenge(1_497_250) }).deduction_tiyn).toBe(tenge(59_750));
    expect(reckon(300_000, person, { deduction_tiyn: tenge(2_000_000) }).deduction_tiyn).toBe(0n);
  });

  test('of a disabled person has the social deduction after the base one', () => {
    const { deduction_tiyn, social_deduction_tiyn, ipn_tiyn } = reckon(400_000, {
      base_deduction: true,
      disability: '1_2',
      no_opv: true,
      no_vosms: true,
    });
    expect([deduction_tiyn, social_deduction_tiyn, ipn_tiyn]).toEqual([129_750, 250_250, 0].map(tenge));
    const used = { social_deduction_tiyn: tenge(3_814_650 - 1_000) };
    expect(reckon(400_000, { disability: '3' }, used).social_deduction_tiyn).toBe(tenge(1_000));
  });

  test('of a non-resident is taxed of the gross, without deductions', () => {
    const { taxed_tiyn, ipn_tiyn, net_tiyn } = reckon(500_000, { nonresident: true, base_deduction: true });
    expect([taxed_tiyn, ipn_tiyn, net_tiyn]).toEqual([500_000, 100_000, 317_500].map(tenge));
  });

  test('rounds each part half up to whole tenge', () => {
    const { opv_tiyn, vosms_tiyn, so_tiyn, ipn_tiyn } = reckon(12_346);
    expect([opv_tiyn, vosms_tiyn, so_tiyn, ipn_tiyn]).toEqual([1_235, 247, 556, 1_031].map(tenge));
  });

  test('is not reckoned without a figure that it needs', () => {
    const { so_cap_mzp: _gone, ...without } = figures;
    expect(() => reckon(300_000, NOBODY, {}, without)).toThrow(UnknownFigure);
    expect(() => reckon(300_000, { no_so: true }, {}, without)).not.toThrow();
  });
});

const sums = fc.bigInt({ min: 1n, max: 5_000_000_000n });
const months = fc.constantFrom(figures, flat);
const partsOf = (month: Withheld) =>
  month.opv_tiyn + month.vosms_tiyn + month.so_tiyn + month.ipn_tiyn + month.net_tiyn;

test('gross = net + parts, and nothing is below zero', () => {
  fc.assert(
    fc.property(sums, person, sums, months, (gross, who, taxed_tiyn, by) => {
      const month = reckonIndividual(gross, who, { ...YEAR_BEGINS, taxed_tiyn }, by);
      const to_budget = [month.opv_tiyn, month.vosms_tiyn, month.so_tiyn, month.ipn_tiyn];
      // Plain ifs: a matcher for each of so many months takes most of the time.
      const faults = [
        partsOf(month) !== gross && 'not the gross',
        Object.values(month).some((part) => part < 0n) && 'below zero',
        month.net_tiyn > 0n && to_budget.some((part) => part % 100n !== 0n) && 'not whole tenge',
      ].filter(Boolean);
      if (faults.length > 0) expect(faults).toEqual([]);
    }),
    { numRuns: 100_000 },
  );
});

test('a month paid in parts, in any order, withholds what one payment would', () => {
  fc.assert(
    fc.property(fc.array(sums, { minLength: 1, maxLength: 6 }), person, months, (parts, who, by) => {
      let before = reckonIndividual(0n, who, YEAR_BEGINS, by);
      const brought = parts.map((part) => {
        const month = reckonIndividual(before.gross_tiyn + part, who, YEAR_BEGINS, by);
        const more = withholdMore(month, before);
        before = month;
        return more;
      });
      expect(brought.reduce((all, { net_tiyn }) => all + net_tiyn, 0n)).toBe(before.net_tiyn);
      const turned = parts.toReversed().reduce((all, part) => all + part, 0n);
      expect(reckonIndividual(turned, who, YEAR_BEGINS, by)).toEqual(before);
      // What is added and taken back leaves what was there.
      const more = withholdMore(reckonIndividual(before.gross_tiyn + 1_000n, who, YEAR_BEGINS, by), before);
      const less = withholdMore(before, reckonIndividual(before.gross_tiyn + 1_000n, who, YEAR_BEGINS, by));
      for (const part of Object.keys(more) as (keyof Withheld)[]) expect(more[part] + less[part]).toBe(0n);
    }),
    { numRuns: 2_000 },
  );
});

test('the months of a year are taxed as the year is', () => {
  const year = fc.array(fc.bigInt({ min: 1n, max: 20_000_000n }), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(year, (grosses) => {
      let taxed_tiyn = 0n;
      let ipn = 0n;
      for (const gross of grosses) {
        const month = reckonIndividual(gross * 100n, NOBODY, { ...YEAR_BEGINS, taxed_tiyn }, figures);
        taxed_tiyn += month.taxed_tiyn;
        ipn += month.ipn_tiyn;
      }
      const bound = tenge(36_762_500);
      const low = taxed_tiyn < bound ? taxed_tiyn : bound;
      const whole = low / 10n + ((taxed_tiyn - low) * 15n) / 100n;
      // Each month rounds its tax by half a tenge at most, the one that crosses the bound twice.
      expect(whole - ipn).toBeLessThanOrEqual(650n);
      expect(ipn - whole).toBeLessThanOrEqual(650n);
    }),
    { numRuns: 1_000 },
  );
});

describe('what a month leaves of the base deduction', () => {
  const person = { base_deduction: true };
  const month = tenge(129_750);
  const applied = (deduction_tiyn: bigint, of: FiguresOfDay = figures): EarlierMonth => ({
    figures: of,
    deduction_tiyn,
    is_applied: true,
    is_nonresident: false,
  });

  test('is lost, or used by a later month where an adviser has said so', () => {
    const january = reckon(50_000, person);
    expect(january.deduction_tiyn).toBe(tenge(41_750));
    const earlier = [january, reckon(0, person)].map(({ deduction_tiyn }) => applied(deduction_tiyn));
    expect(carriedDeduction('none', earlier, 0n)).toBe(0n);
    const carried_deduction_tiyn = carriedDeduction('year', earlier, 0n);
    expect(carried_deduction_tiyn).toBe(tenge(129_750 - 41_750 + 129_750));
    const year = { deduction_tiyn: january.deduction_tiyn, carried_deduction_tiyn };
    const march = reckon(600_000, person, year).deduction_tiyn;
    expect(march).toBe(tenge(347_500));
    expect(carriedDeduction('year', [...earlier, applied(march)], 0n)).toBe(0n);
    // Of a year in which another customer gave the deduction before, the bound of the year leaves less.
    const told = { ...year, deduction_tiyn: tenge(1_457_000) };
    expect(reckon(600_000, person, told).deduction_tiyn).toBe(tenge(100_000));
    expect(reckon(600_000, NOBODY, year).deduction_tiyn).toBe(0n);
  });

  test('is of the figures of its own month', () => {
    const later = { ...figures, mrp: 5000 };
    expect(carriedDeduction('year', [applied(0n, later)], 0n)).toBe(tenge(150_000));
    expect(carriedDeduction('year', [], 0n)).toBe(0n);
    expect(carriedDeduction('year', [{ ...applied(0n), is_nonresident: true }], 0n)).toBe(0n);
    expect(carriedDeduction('year', [applied(0n, { ...figures, deduction_mrp: null })], 0n)).toBe(0n);
  });

  test('is less by what was told of the year, beyond what its months before the application could give', () => {
    const [held, before] = [applied(tenge(29_750)), { ...applied(0n), is_applied: false }];
    const left = (told: number, ...months: EarlierMonth[]) =>
      carriedDeduction('year', months, tenge(told)) / 100n;
    expect(left(0, before, held)).toBe(100_000n);
    expect(left(60_000, held)).toBe(40_000n);
    expect(left(129_750, before, held)).toBe(100_000n);
    expect(left(129_751, before, held)).toBe(99_999n);
    expect(left(2 * 129_750, before, held)).toBe(0n);
  });

  const year = fc.record({
    grosses: fc.array(fc.bigInt({ min: 0n, max: 100_000_000n }), { minLength: 1, maxLength: 12 }),
    /** Given before Kelisim. */
    told: fc.bigInt({ min: 0n, max: 155_700_000n }),
    carry: fc.constantFrom(...DEDUCTION_CARRIES),
  });

  test('never gives more than the months so far, the year and the income do, and is all that they give', () => {
    fc.assert(
      fc.property(year, ({ grosses, told, carry }) => {
        const earlier: EarlierMonth[] = [];
        let used = 0n;
        for (const [index, gross] of grosses.entries()) {
          const so_far = {
            ...YEAR_BEGINS,
            deduction_tiyn: told + used,
            carried_deduction_tiyn: carriedDeduction(carry, earlier, told),
          };
          const { deduction_tiyn, ...found } = reckonIndividual(gross, person, so_far, figures);
          const rest = gross - found.opv_tiyn - found.vosms_tiyn - found.so_tiyn;
          const left = month * BigInt(index) - used - told;
          const bounds = [
            rest,
            carry === 'year' && left > 0n ? month + left : month,
            tenge(1_557_000) - told - used,
          ];
          expect(deduction_tiyn).toBe(bounds.reduce((least, bound) => (bound < least ? bound : least)));
          used += deduction_tiyn;
          earlier.push(applied(deduction_tiyn));
        }
        expect(told + used).toBeLessThanOrEqual(tenge(1_557_000));
      }),
      { numRuns: 2_000 },
    );
  });

  test('never lets more be taxed', () => {
    fc.assert(
      fc.property(sums, sums, (gross, carried_deduction_tiyn) => {
        const plain = reckonIndividual(gross, person, YEAR_BEGINS, figures);
        const carried = reckonIndividual(gross, person, { ...YEAR_BEGINS, carried_deduction_tiyn }, figures);
        expect(carried.ipn_tiyn).toBeLessThanOrEqual(plain.ipn_tiyn);
        expect(partsOf(carried)).toBe(gross);
      }),
    );
  });
});

describe('a part that is nothing says why', () => {
  const why = (gross: number, person: TaxedPerson, year = {}, by: FiguresOfDay = figures) =>
    Object.fromEntries(
      reckonSteps(tenge(gross), person, { ...YEAR_BEGINS, ...year }, by).steps.map((step) => [
        step.part,
        step.not_due,
      ]),
    );
  const applied: TaxedPerson = { base_deduction: true, disability: '3' };

  test('to somebody who is not a tax resident', () => {
    const { steps, month } = reckonSteps(
      tenge(300_000),
      { ...applied, nonresident: true },
      YEAR_BEGINS,
      figures,
    );
    expect(steps.map(({ not_due }) => not_due)).toEqual([
      null,
      null,
      null,
      'nonresident',
      'nonresident',
      null,
    ]);
    expect([month.deduction_tiyn, month.social_deduction_tiyn]).toEqual([0n, 0n]);
    expect(month.ipn_tiyn).toBe(tenge(60_000));
  });

  test('of nothing paid, and of nothing left', () => {
    const left = 'nothing_left';
    const none = { opv: left, vosms: left, so: left, deduction: left, social_deduction: left };
    expect(why(0, applied)).toEqual({ ...none, ipn: 'nothing_taxed' });
    expect(reckonSteps(0n, NOBODY, YEAR_BEGINS, flat).steps[2]).toMatchObject({ shares: [], bound: null });
    expect(why(50_000, applied)).toMatchObject({
      deduction: null,
      social_deduction: left,
      ipn: 'nothing_taxed',
    });
  });

  test('without an application, and when the year has used it up', () => {
    expect(why(300_000, NOBODY)).toMatchObject({
      deduction: 'no_application',
      social_deduction: 'no_application',
    });
    const year = { deduction_tiyn: tenge(1_557_000), social_deduction_tiyn: tenge(3_814_650) };
    expect(why(300_000, applied, year)).toMatchObject({ deduction: 'used_up', social_deduction: 'used_up' });
  });

  test('where the law knows no such part', () => {
    const without = { ...figures, so_percent: null, deduction_mrp: null, disability_3_mrp: null };
    expect(why(300_000, applied, {}, without)).toMatchObject({
      so: 'not_in_law',
      deduction: 'not_in_law',
      social_deduction: 'not_in_law',
    });
  });
});

describe('the self-employed', () => {
  test('owe four equal parts, each rounded, and no income tax', () => {
    const month = reckonSelfEmployed(tenge(12_345), false, figures);
    expect([month.opv_tiyn, month.total_tiyn, month.net_tiyn]).toEqual([123, 492, 11_853].map(tenge));
    expect(month.left_in_month_tiyn).toBe(tenge(1_297_500 - 12_345));
    expect(reckonSelfEmployed(tenge(12_345), true, figures).total_tiyn).toBe(0n);
    const exempt = { shares: [], bound: null, not_due: 'lifted', sum_tiyn: 0n };
    expect(stepsOfSelfEmployed(tenge(12_345), true, figures)).toEqual(
      ['opv', 'opvr', 'so', 'vosms'].map((part) => ({ part, ...exempt })),
    );
    const unbounded = { ...figures, self_employed_limit_mrp: null };
    expect(reckonSelfEmployed(100n, false, unbounded).left_in_month_tiyn).toBe(-100n);
    expect(stepsOfSelfEmployed(tenge(12_345), false, figures).map(({ not_due }) => not_due)).toEqual(
      Array.from({ length: 4 }, () => null),
    );
  });

  test('have no regime where the law knows none', () => {
    const { self_employed_opv_percent: _gone, ...without } = figures;
    expect(() => reckonSelfEmployed(1n, false, without)).toThrow(UnknownFigure);
  });
});

test('figures are those of the day, and of no other year', () => {
  const row = (valid_from: string, valid_until: string, value: number | null) =>
    ({ figure: 'mrp', valid_from, valid_until, value }) as const;
  const rows = [
    row('2026-07-01', '2026-12-31', 4500),
    row('2026-01-01', '2026-12-31', 4325),
    row('2027-01-01', '2027-12-31', null),
  ];
  expect(
    ['2025-12-31', '2026-06-30', '2026-07-01', '2027-01-01'].map((day) => figuresOf(rows, day).mrp),
  ).toEqual([undefined, 4325, 4500, null]);
});
