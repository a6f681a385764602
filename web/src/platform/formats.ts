import { almatyTime, addDays } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatTables } from './format-table.ts';

/**
 * Everything shown as a number or a date. Moments are instants and are shown as the clock of Almaty;
 * dates are `YYYY-MM-DD` and never pass through a zone. Never Intl: it has no Kazakh in Chromium.
 */

const tenge = '\u00A0₸';

/** `'1234567.80'` (the wire's decimal) → `1 234 567,80`. Digits are kept as they are, never rounded. */
export function formatDecimal(locale: Locale, value: string): string {
  const match = /^([-−]?)(\d+)(?:\.(\d+))?$/.exec(value);
  if (!match) return value;
  const { group, decimal } = formatTables[locale];
  const whole = match[2]!.replace(/\B(?=(\d{3})+$)/g, group);
  return `${match[1] ? '-' : ''}${whole}${match[3] ? decimal + match[3] : ''}`;
}

/** `'1234567.8'` → `1 234 567,80 ₸`, blanks that do not break; another currency by its code. */
export function formatMoney(locale: Locale, amount: string, currency = 'KZT'): string {
  return formatDecimal(locale, withTwoDigits(amount)) + (currency === 'KZT' ? tenge : `\u00A0${currency}`);
}

/** For dashboards: drops `,00` but never rounds. */
export function formatMoneyShort(locale: Locale, amount: string): string {
  return formatDecimal(locale, withTwoDigits(amount).replace(/\.00$/, '')) + tenge;
}

function withTwoDigits(amount: string): string {
  const [whole = '0', rest = ''] = amount.split('.');
  return `${whole}.${rest.padEnd(2, '0')}`;
}

/** Counts and quantities: `1237` → `1 237`. */
export function formatNumber(locale: Locale, value: number | string): string {
  return formatDecimal(locale, String(value));
}

/** `0.125` → `12,5 %` · `12,5%`. At most `digits` after the comma. */
export function formatPercent(locale: Locale, share: number, digits = 1): string {
  const scale = 10 ** digits;
  return formatNumber(locale, Math.round(share * 100 * scale) / scale) + formatTables[locale].percent;
}

/** `2026-03-01` → `01.03.2026`, the same in both languages. Also takes a moment. */
export function formatDate(value: string): string {
  const [year, month, day] = dayOf(value).split('-');
  return `${day}.${month}.${year}`;
}

/** A moment → `01.03.2026, 09:05` by the clock of Almaty. */
export function formatMoment(moment: string): string {
  return `${formatDate(moment)}, ${formatTime(moment)}`;
}

/** A moment → `09:05`. */
export function formatTime(moment: string): string {
  return almatyTime(new Date(moment)).slice(11, 16);
}

/** `1 марта 2026 г.` · `2026 ж. 1 наурыз`. */
export function formatLongDate(locale: Locale, value: string): string {
  const [year, month, day] = dayOf(value).split('-').map(Number) as [number, number, number];
  const table = formatTables[locale];
  return table.longDate(day, table.monthsInDate[month - 1]!, year);
}

/** `1 мар.` or, in another year than `today`, `01.03.2025`. */
export function formatShortDate(locale: Locale, value: string, today: string): string {
  const date = dayOf(value);
  const [, month, day] = date.split('-').map(Number) as [number, number, number];
  if (date.slice(0, 4) !== dayOf(today).slice(0, 4)) return formatDate(date);
  return `${day}\u00A0${formatTables[locale].monthsShort[month - 1]!}`;
}

/** `Март 2026` · `2026 ж. наурыз`; month 1–12. */
export function formatMonth(locale: Locale, year: number, month: number): string {
  const table = formatTables[locale];
  return table.monthOfYear(table.months[month - 1]!, year);
}

/** `01.03.2026 – 31.03.2026`; a whole month by its name. */
export function formatPeriod(locale: Locale, start: string, end: string): string {
  const [year, month] = start.split('-').map(Number) as [number, number, number];
  const wholeMonth =
    start.endsWith('-01') && addDays(end, 1).endsWith('-01') && end.slice(0, 7) === start.slice(0, 7);
  if (wholeMonth) return formatMonth(locale, year, month);
  if (start === end) return formatDate(end);
  if (end.slice(0, 7) === start.slice(0, 7)) return `${start.slice(8)}–${formatDate(end)}`;
  return `${formatDate(start)} – ${formatDate(end)}`;
}

/** «только что», «5 минут назад», «3 часа назад», «вчера», then the date. The future likewise. */
export function formatRelative(locale: Locale, moment: string, now: Date): string {
  const table = formatTables[locale];
  const past_ms = now.getTime() - Date.parse(moment);
  const minutes = Math.floor(Math.abs(past_ms) / 60_000);
  if (minutes < 1) return table.justNow;
  const say = (unit: 'minutes' | 'hours' | 'days', count: number) => {
    const text = `${count}\u00A0${pluralForm(locale, table[unit], count)}`;
    return past_ms >= 0 ? table.ago(text) : table.ahead(text, unit, count);
  };
  if (minutes < 60) return say('minutes', minutes);
  const today = almatyTime(now).slice(0, 10);
  const day = dayOf(moment);
  if (day === today || minutes < 360) return say('hours', Math.floor(minutes / 60));
  if (day === addDays(today, -1)) return table.yesterday;
  if (day === addDays(today, 1)) return table.tomorrow;
  const days = Math.round(Math.abs(Date.parse(day) - Date.parse(today)) / 86_400_000);
  return days < 7 ? say('days', days) : formatDate(day);
}

/** Weekday of a date, Monday is 0. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** Bytes as people say them: `1,4 МБ`. */
export function formatBytes(locale: Locale, bytes: number): string {
  const units = ['Б', 'КБ', 'МБ', 'ГБ'];
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${formatNumber(locale, step === 0 || value >= 10 ? Math.round(value) : Math.round(value * 10) / 10)}\u00A0${units[step]}`;
}

/** `770801300123` → `7708 0130 0123` is not how people read it: the ИИН and БИН stay whole; an IBAN goes by fours. */
export function formatIban(iban: string): string {
  // An account abroad may be none. In a narrow place the groups stand on two lines, and none is torn.
  return /^[A-Z]{2}\d{2}/.test(iban) ? iban.replace(/(.{4})(?=.)/g, '$1 ') : iban;
}

/** `+77011234567` → `+7 701 123 45 67`. */
export function formatPhone(phone: string): string {
  const match = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phone);
  return match ? `+7\u00A0${match.slice(1).join('\u00A0')}` : phone;
}

function dayOf(value: string): string {
  return value.length > 10 ? almatyTime(new Date(value)).slice(0, 10) : value;
}

/** Russian one, few, many by CLDR; Kazakh lists have a single word. */
function pluralForm(locale: Locale, forms: readonly string[], count: number): string {
  if (locale === 'kz' || forms.length === 1) return forms[0]!;
  const [tens, ones] = [count % 100, count % 10];
  if (ones === 1 && tens !== 11) return forms[0]!;
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? forms[1]! : forms[2]!;
}
