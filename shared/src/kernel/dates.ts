/**
 * Date-only values are `YYYY-MM-DD` strings and never pass through a zone.
 * Moments are UTC instants, shown in Asia/Almaty, which is UTC+5 without exception since 2024-03-01.
 */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const ALMATY_CHANGE_MS = Date.UTC(2024, 1, 29, 18);

/** True for a real day of the calendar between 1900 and 2199. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  return day <= daysInMonth(year, month);
}

/** Days of a month of the Gregorian calendar; month 1–12. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The last day of a month (`YYYY-MM`). */
export function lastDayOf(month: string): string {
  return `${month}-${daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))}`;
}

/** `2026-11-20` → `20.11.2026`, the form of documents in both languages. */
export function formatDate(date: string): string {
  const match = DATE.exec(date);
  return match ? `${match[3]}.${match[2]}.${match[1]}` : date;
}

/** `2026-11` → `11.2026`, as papers name a month; of a date that of its month. */
export const formatMonth = (month: string): string => `${month.slice(5, 7)}.${month.slice(0, 4)}`;

/** `20.11.2026` → `2026-11-20`; null when it is no such date. */
export function parseShownDate(text: string): string | null {
  const match = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})\s*$/.exec(text);
  if (!match) return null;
  const date = `${match[3]}-${match[2]!.padStart(2, '0')}-${match[1]!.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}

/** The day it is in Almaty at a moment, as `YYYY-MM-DD`. Before 2024-03-01 the city lived at UTC+6. */
export function almatyDate(moment: Date): string {
  return almatyTime(moment).slice(0, 10);
}

/** Wall clock in Almaty, `YYYY-MM-DD HH:mm:ss`. */
export function almatyTime(moment: Date): string {
  const hours = moment.getTime() >= ALMATY_CHANGE_MS ? 5 : 6;
  return new Date(moment.getTime() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

/** `22.11.2026, 05:47`: a moment in Almaty as both languages write it in a letter. */
export function shownMoment(moment: Date): string {
  return `${formatDate(almatyDate(moment))}, ${almatyTime(moment).slice(11, 16)}`;
}

/** The date `days` later (or earlier). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns how many days lie between two days; below nothing where the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
