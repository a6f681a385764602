import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatDate,
  formatDecimal,
  formatLongDate,
  formatMoment,
  formatMoney,
  formatMoneyShort,
  formatMonth,
  formatPercent,
  formatPeriod,
  formatPhone,
  formatRelative,
  weekdayOf,
} from './formats.ts';
import { formatTables } from './format-table.ts';

const nb = '\u00A0';

describe('money', () => {
  it.each([
    ['1234567.8', `1${nb}234${nb}567,80${nb}₸`],
    ['0.05', `0,05${nb}₸`],
    ['-5', `-5,00${nb}₸`],
    ['999', `999,00${nb}₸`],
    ['1000', `1${nb}000,00${nb}₸`],
    ['123456789012345.67', `123${nb}456${nb}789${nb}012${nb}345,67${nb}₸`],
  ])('%s', (amount, shown) => {
    expect(formatMoney('ru', amount)).toBe(shown);
    expect(formatMoney('kz', amount)).toBe(shown);
  });

  it('drops only empty tiyn', () => {
    expect(formatMoneyShort('ru', '4812300.00')).toBe(`4${nb}812${nb}300${nb}₸`);
    expect(formatMoneyShort('ru', '4812300.99')).toBe(`4${nb}812${nb}300,99${nb}₸`);
  });

  it('is what Intl says for Russian in Kazakhstan', () => {
    const intl = new Intl.NumberFormat('ru-KZ', { style: 'currency', currency: 'KZT' });
    for (const amount of ['0', '12.5', '1234567.8', '-5', '-1234.5']) {
      expect(formatMoney('ru', amount)).toBe(intl.format(Number(amount)));
    }
  });

  it('leaves what is no number as it came', () => {
    expect(formatDecimal('ru', '—')).toBe('—');
  });
});

describe('dates', () => {
  it('shows the day of a date as it is, and of a moment in Almaty', () => {
    expect(formatDate('2026-03-01')).toBe('01.03.2026');
    expect(formatDate('2026-02-28T20:00:00Z')).toBe('01.03.2026');
    expect(formatMoment('2026-03-01T04:05:00Z')).toBe('01.03.2026, 09:05');
  });

  it('names months and weekdays as Node does', () => {
    for (const [locale, tag] of [
      ['ru', 'ru-KZ'],
      ['kz', 'kk-KZ'],
    ] as const) {
      const weekday = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
      const month = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
      const short = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
      const inDate = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', timeZone: 'UTC' });
      const part = (format: Intl.DateTimeFormat, date: Date, type: string) =>
        format.formatToParts(date).find((piece) => piece.type === type)!.value;
      for (let i = 0; i < 12; i += 1) {
        const date = new Date(Date.UTC(2026, i, 1));
        expect(formatTables[locale].months[i]!.toLowerCase()).toBe(month.format(date).toLowerCase());
        expect(formatTables[locale].monthsInDate[i]).toBe(part(inDate, date, 'month'));
        expect(formatTables[locale].monthsShort[i]).toBe(part(short, date, 'month'));
      }
      for (let i = 0; i < 7; i += 1) {
        const date = `2026-03-0${i + 2}`;
        expect(formatTables[locale].weekdays[weekdayOf(date)]).toBe(weekday.format(new Date(date)));
      }
    }
  });

  it('writes long dates', () => {
    expect(formatLongDate('ru', '2026-03-01')).toBe(`1${nb}марта 2026${nb}г.`);
    expect(formatLongDate('kz', '2026-03-01')).toBe(`2026${nb}ж. 1${nb}наурыз`);
    expect(formatMonth('ru', 2026, 3)).toBe('Март 2026');
    expect(formatMonth('kz', 2026, 3)).toBe(`2026${nb}ж. наурыз`);
  });

  it('names a whole month and spells other periods', () => {
    expect(formatPeriod('ru', '2026-02-01', '2026-02-28')).toBe('Февраль 2026');
    expect(formatPeriod('ru', '2028-02-01', '2028-02-28')).toBe('01–28.02.2028');
    expect(formatPeriod('ru', '2026-02-14', '2026-02-14')).toBe('14.02.2026');
    expect(formatPeriod('ru', '2026-02-01', '2026-03-31')).toBe('01.02.2026 – 31.03.2026');
  });
});

describe('relative times', () => {
  const now = new Date('2026-03-10T10:00:00Z');
  it.each([
    ['2026-03-10T09:59:40Z', 'только что', 'жаңа ғана'],
    ['2026-03-10T09:59:00Z', `1${nb}минуту назад`, `1${nb}минут бұрын`],
    ['2026-03-10T09:38:00Z', `22${nb}минуты назад`, `22${nb}минут бұрын`],
    ['2026-03-10T09:49:00Z', `11${nb}минут назад`, `11${nb}минут бұрын`],
    ['2026-03-10T07:00:00Z', `3${nb}часа назад`, `3${nb}сағат бұрын`],
    ['2026-03-09T10:00:00Z', 'вчера', 'кеше'],
    ['2026-03-11T10:00:00Z', 'завтра', 'ертең'],
    ['2026-03-07T10:00:00Z', `3${nb}дня назад`, `3${nb}күн бұрын`],
    ['2026-03-10T10:03:00Z', `через 3${nb}минуты`, `3${nb}минуттан кейін`],
    ['2026-03-14T10:00:00Z', `через 4${nb}дня`, `4${nb}күннен кейін`],
    ['2026-02-01T10:00:00Z', '01.02.2026', '01.02.2026'],
  ])('%s', (moment, ru, kz) => {
    expect(formatRelative('ru', moment, now)).toBe(ru);
    expect(formatRelative('kz', moment, now)).toBe(kz);
  });
});

it('writes shares, sizes and phones', () => {
  expect(formatPercent('ru', 0.125)).toBe(`12,5${nb}%`);
  expect(formatPercent('kz', 0.125)).toBe('12,5%');
  expect(formatBytes('ru', 1_450_000)).toBe(`1,5${nb}МБ`);
  expect(formatBytes('ru', 900)).toBe(`900${nb}Б`);
  expect(formatPhone('+77011234567')).toBe(`+7${nb}701${nb}123${nb}45${nb}67`);
});
