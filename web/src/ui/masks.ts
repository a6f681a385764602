import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatTables } from '../platform/format-table.ts';

/**
 * Masks as pure functions, so that typing, pasting and deleting are all the same deed: the text of the field is
 * read again and written as the mask wants it.
 */

export interface Masked {
  /** What the field shows. */
  shown: string;
  /** The characters of the slots alone. */
  value: string;
  /** Every slot is filled. */
  complete: boolean;
}

const slots: Record<string, RegExp> = { '#': /\d/, '@': /\p{L}/u, '*': /[\p{L}\d]/u };

/**
 * `#` takes a digit, `@` a letter, `*` either; `!` before a sign makes it stand for itself. What does not fit is left
 * out. Signs of the mask appear once something follows them, or when they are typed.
 */
export function applyMask(mask: string, text: string): Masked {
  const parts = [...mask.matchAll(/!(.)|(.)/gsu)].map(([, plain, sign]) =>
    plain === undefined && slots[sign!] ? { slot: slots[sign!]! } : { sign: (plain ?? sign)! },
  );
  let [shown, value, pending, at] = ['', '', '', 0];
  for (const char of text) {
    let look = at;
    let ahead = pending;
    for (; look < parts.length; look += 1) {
      const part = parts[look]!;
      if (part.slot ? part.slot.test(char) : part.sign === char) break;
      if (part.slot) {
        look = parts.length;
        break;
      }
      ahead += part.sign!;
    }
    if (look >= parts.length) continue;
    if (parts[look]!.slot) value += char;
    shown += ahead + char;
    pending = '';
    at = look + 1;
  }
  const complete = parts.slice(at).every((part) => !part.slot);
  return { shown, value, complete };
}

/** Where the caret stands after masking, when it stood at `caret` in the raw text. */
export function maskedCaret(mask: string, text: string, caret: number): number {
  return applyMask(mask, text.slice(0, caret)).shown.length;
}

export interface NumberMask {
  locale: Locale;
  /** Digits after the comma; more are cut off, never rounded. */
  fraction: number;
  /** Drops a minus. */
  unsigned?: boolean;
  /** Digits before the comma; more are left out. */
  whole?: number;
}

export interface MaskedNumber {
  shown: string;
  /** Decimal of the wire (`-1234.5`), or empty while there is no digit. */
  value: string;
}

/**
 * `1234567.891` → `1 234 567,89`. Takes blanks of every kind, comma and dot; when both stand in the text the last one
 * is the decimal sign, and one that is repeated groups.
 */
export function maskNumber(
  text: string,
  { locale, fraction, unsigned, whole = 15 }: NumberMask,
): MaskedNumber {
  const { group, decimal } = formatTables[locale];
  const minus = !unsigned && /^\s*[-−–]/.test(text) ? '-' : '';
  const [left, right] = splitDecimal(text.replace(/[^\d.,]/g, ''));
  const digits = left.replace(/^0+(?=\d)/, '').slice(0, whole);
  const rest = right === null || fraction === 0 ? null : right.slice(0, fraction);
  if (!digits && rest === null) return { shown: minus, value: '' };
  const integer = digits || '0';
  const shown = minus + integer.replace(/\B(?=(\d{3})+$)/g, group) + (rest === null ? '' : decimal + rest);
  return { shown, value: `${minus}${integer}${rest ? `.${rest}` : ''}` };
}

function splitDecimal(text: string): [whole: string, fraction: string | null] {
  const commas = text.split(',').length - 1;
  const dots = text.split('.').length - 1;
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  const grouped = (commas > 1 && dots === 0) || (dots > 1 && commas === 0);
  if (last < 0 || grouped) return [text.replace(/[.,]/g, ''), null];
  return [text.slice(0, last).replace(/[.,]/g, ''), text.slice(last + 1)];
}

/** The caret of a number: it keeps as many digits and signs at its left as it had. */
export function numberCaret(text: string, caret: number, mask: NumberMask): number {
  const { shown } = maskNumber(text, mask);
  let wanted = significant(maskNumber(text.slice(0, caret), mask).shown);
  let at = 0;
  while (at < shown.length && wanted > 0) {
    if (/[\d,.-]/.test(shown[at]!)) wanted -= 1;
    at += 1;
  }
  return at;
}

const significant = (shown: string) => shown.replace(/[^\d,.-]/g, '').length;

/** Digits of a Kazakhstan phone after +7, out of anything people type or paste; at most ten. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (/^\s*\+\s*7/.test(text)) return digits.slice(1, 11);
  if (digits.startsWith('8')) return digits.slice(1, 11);
  return (digits.length === 11 && digits.startsWith('7') ? digits.slice(1) : digits).slice(0, 10);
}
