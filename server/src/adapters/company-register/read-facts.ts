import { dropHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';

/** Text of a register: one line, or null for what says nothing. */
export function readText(value: string | null | undefined): string | null {
  const line = dropHidden(value ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return line === '' || line === '-' ? null : line;
}

/** `2018-03-12`, the same with a time and a zone, or `12.03.2018`; null for anything else. */
export function readDay(value: string | null | undefined): string | null {
  const text = readText(value);
  if (!text) return null;
  const dotted = /^(\d\d)\.(\d\d)\.(\d{4})/.exec(text);
  if (dotted) return `${dotted[3]}-${dotted[2]}-${dotted[1]}`;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const moment = new Date(text);
  // A day that was written as midnight of Almaty stands in UTC as the evening before.
  return Number.isNaN(moment.getTime()) ? null : almatyDate(moment);
}

/** The five digits of an ОКЭД, wherever they stand in the words. */
export function readOked(value: string | null | undefined): string | null {
  return /(?<!\d)\d{5}(?!\d)/.exec(value ?? '')?.[0] ?? null;
}
