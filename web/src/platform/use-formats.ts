import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { useMemo } from 'react';
import * as formats from './formats.ts';
import { useLocale } from './i18n.ts';

function formatsOf(locale: Locale) {
  return {
    money: (amount: string, currency?: string) => formats.formatMoney(locale, amount, currency),
    moneyShort: (amount: string) => formats.formatMoneyShort(locale, amount),
    number: (value: number | string) => formats.formatNumber(locale, value),
    percent: (share: number, digits?: number) => formats.formatPercent(locale, share, digits),
    bytes: (bytes: number) => formats.formatBytes(locale, bytes),
    date: formats.formatDate,
    longDate: (value: string) => formats.formatLongDate(locale, value),
    shortDate: (value: string) => formats.formatShortDate(locale, value, new Date().toISOString()),
    month: (year: number, month: number) => formats.formatMonth(locale, year, month),
    period: (start: string, end: string) => formats.formatPeriod(locale, start, end),
    moment: formats.formatMoment,
    time: formats.formatTime,
    relative: (moment: string, now: Date = new Date()) => formats.formatRelative(locale, moment, now),
    iban: formats.formatIban,
    phone: formats.formatPhone,
  };
}

export type Formats = ReturnType<typeof formatsOf>;

/** `const f = useFormats()`, then `f.money(act.amount)`: the formats of the language in use. */
export function useFormats(): Formats {
  const locale = useLocale();
  return useMemo(() => formatsOf(locale), [locale]);
}

/** The months of this year and of the two before, newest first, named in our language and not in the browser's. */
export function useMonths(today: string): { value: string; label: string }[] {
  const f = useFormats();
  const [year, month] = today.split('-').map(Number) as [number, number];
  return Array.from({ length: 24 + month }, (_month, back) => {
    const at = year * 12 + month - 1 - back;
    const [y, m] = [Math.floor(at / 12), (at % 12) + 1];
    return { value: `${y}-${String(m).padStart(2, '0')}`, label: f.month(y, m) };
  });
}
