import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, isDate } from '../../kernel/dates.ts';
import { ACT_PERIOD_IDS, ACT_PERIODS, actPeriodOfId, shiftByPeriods, type ActPeriod } from './act-periods.ts';

/** The first date and what comes after it. */
const ROWS: [ActPeriod, string, string[]][] = [
  ['monthly', '2026-10-31', ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']],
  ['monthly', '2026-12-30', ['2027-01-30', '2027-02-28', '2027-03-30']],
  ['monthly', '2027-02-28', ['2027-03-31', '2027-04-30']],
  ['monthly', '2028-01-29', ['2028-02-29', '2028-03-29']],
  ['monthly', '2026-10-01', ['2026-11-01', '2026-12-01', '2027-01-01']],
  ['quarterly', '2026-11-30', ['2027-02-28', '2027-05-31', '2027-08-31']],
  ['weekly', '2026-12-25', ['2027-01-01', '2027-01-08']],
  ['twice_monthly', '2027-01-15', ['2027-01-31', '2027-02-15', '2027-02-28', '2027-03-15']],
  ['twice_monthly', '2027-01-16', ['2027-02-01', '2027-02-16', '2027-03-01']],
  ['twice_monthly', '2027-01-01', ['2027-01-16', '2027-02-01']],
  ['twice_monthly', '2027-01-30', ['2027-02-15', '2027-02-28', '2027-03-15', '2027-03-30']],
  ['twice_monthly', '2026-12-31', ['2027-01-15', '2027-01-31']],
];

test.each(ROWS)('%s from %s', (period, from, after) => {
  expect(after.map((_, i) => shiftByPeriods(from, period, i + 1))).toEqual(after);
});

test('a period always begins before the next one does, and no two slots fall on one day', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ACT_PERIODS),
      fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days)),
      fc.integer({ min: 0, max: 60 }),
      (period, from, steps) => {
        const [one, next] = [shiftByPeriods(from, period, steps), shiftByPeriods(from, period, steps + 1)];
        return isDate(one) && one < next;
      },
    ),
  );
});

test('ids on the wire are one to one and never change', () => {
  expect(ACT_PERIOD_IDS).toEqual({ monthly: 1, twice_monthly: 2, weekly: 3, quarterly: 4 });
  for (const period of ACT_PERIODS) expect(actPeriodOfId(ACT_PERIOD_IDS[period])).toBe(period);
  expect(actPeriodOfId(5)).toBeNull();
});
