import { daysInMonth } from './dates.ts';

/**
 * ИИН and БИН: twelve digits, the last a check digit over weights 1…11 modulo 11, with a second pass of
 * weights 3…11, 1, 2 when the first gives 10; 10 again means the number is never issued
 * (Government resolution 565 of 11.06.2003). The sum alone is weak, so date and kind digits count too.
 */

const FIRST = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const SECOND = [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2];
const IIN = /^\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[1-6]\d{5}$/;
const BIN = /^\d{2}(0[1-9]|1[0-2])[456][0-3]\d{6}$/;

function checkDigit(digits: string): number | null {
  const sum = (weights: number[]) =>
    weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0) % 11;
  const first = sum(FIRST);
  if (first < 10) return first;
  const second = sum(SECOND);
  return second < 10 ? second : null;
}

function hasCheckDigit(value: string): boolean {
  return checkDigit(value) === Number(value[11]);
}

/** A person's number: birth date that was in the calendar, century and sex digit 1–6, check digit. */
export function isIin(value: string): boolean {
  return IIN.test(value) && hasCheckDigit(value) && isBirthDay(value);
}

/** The seventh digit names the century: 1 and 2 the years 18…, 3 and 4 19…, 5 and 6 20…. */
function isBirthDay(iin: string): boolean {
  const year = 1800 + Math.floor((Number(iin[6]) - 1) / 2) * 100 + Number(iin.slice(0, 2));
  return Number(iin.slice(4, 6)) <= daysInMonth(year, Number(iin.slice(2, 4)));
}

/** A legal entity's number: registration month, kind 4–6, division 0–3, check digit. */
export function isBin(value: string): boolean {
  return BIN.test(value) && hasCheckDigit(value);
}

/** Either of both: a company is known by БИН, a sole trader or a person by ИИН (decisions 1). */
export function isBinOrIin(value: string): boolean {
  return isBin(value) || isIin(value);
}

/** Appends the check digit to eleven digits; null where such a number is never issued. For made-up data. */
export function withCheckDigit(eleven: string): string | null {
  const digit = checkDigit(eleven);
  return digit === null ? null : eleven + digit;
}
