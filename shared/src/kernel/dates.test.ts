import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  almatyDate,
  almatyTime,
  daysInMonth,
  formatDate,
  formatMonth,
  isDate,
  lastDayOf,
  parseShownDate,
  shownMoment,
} from './dates.ts';

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));

describe('dates without time', () => {
  test.each(['2026-11-20', '2024-02-29', '2000-02-29', '1900-01-01', '2199-12-31'])('%s is one', (text) =>
    expect(isDate(text)).toBe(true),
  );

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '1899-12-31',
    '2200-01-01',
    '2026-1-1',
    '20.11.2026',
    '2026-11-20T00:00:00Z',
    ' 2026-11-20',
    '٢٠٢٦-١١-٢٠',
    '',
  ])('%j is none', (text) => expect(isDate(text)).toBe(false));

  test('every day is one, shown and read back', () => {
    fc.assert(fc.property(day, (date) => isDate(date) && parseShownDate(formatDate(date)) === date));
  });

  test('are shown as people of Kazakhstan write them', () => {
    expect(formatDate('2026-03-01')).toBe('01.03.2026');
    expect(parseShownDate(' 1.3.2026 ')).toBe('2026-03-01');
    expect(parseShownDate('31.02.2026')).toBeNull();
    expect(parseShownDate('2026-03-01')).toBeNull();
  });

  test('days are counted over months, leap days and years, there and back', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    fc.assert(
      fc.property(day, fc.integer({ min: -3650, max: 3650 }), (date, days) => {
        return addDays(addDays(date, days), -days) === date;
      }),
    );
    expect([daysInMonth(2024, 2), daysInMonth(2100, 2), daysInMonth(2026, 12)]).toEqual([29, 28, 31]);
  });
});

describe('moments in Almaty', () => {
  // 1 March 2024 came at 18:00 UTC of the last day of February: until then the city lived at +6, since then at +5.
  test.each([
    ['2024-02-29T17:59:59Z', '2024-02-29 23:59:59'],
    ['2024-02-29T18:00:00Z', '2024-02-29 23:00:00'],
    ['2024-02-29T19:00:00Z', '2024-03-01 00:00:00'],
    ['2026-12-31T18:59:59Z', '2026-12-31 23:59:59'],
    ['2026-12-31T19:00:00Z', '2027-01-01 00:00:00'],
    ['2010-06-01T18:00:00Z', '2010-06-02 00:00:00'],
  ])('%s is %s', (moment, wall) => {
    expect(almatyTime(new Date(moment))).toBe(wall);
    expect(almatyDate(new Date(moment))).toBe(wall.slice(0, 10));
  });
});

test('a moment of a letter is written as people there write it, over midnight too', () => {
  expect(shownMoment(new Date('2026-11-21T19:05:59Z'))).toBe('22.11.2026, 00:05');
  expect(shownMoment(new Date('2024-02-29T17:30:00Z'))).toBe('29.02.2024, 23:30');
});

test.each([
  ['2026-02', '2026-02-28'],
  ['2024-02', '2024-02-29'],
  ['2026-11', '2026-11-30'],
  ['2026-12', '2026-12-31'],
])('the last day of %s is %s', (month, last) => expect(lastDayOf(month)).toBe(last));

test.each(['2026-11', '2026-11-20'])('papers name the month of %s as 11.2026', (month) =>
  expect(formatMonth(month)).toBe('11.2026'),
);

test('an hour of Almaty is an hour', () => {
  expect(almatyTime(new Date('2026-11-26T10:00:59.996Z'))).toBe('2026-11-26 15:00:59');
});
