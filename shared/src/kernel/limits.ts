import { isBinOrIin } from './bin-iin.ts';
import { isDate } from './dates.ts';
import { isIban } from './iban.ts';
import { MAX_AMOUNT_TIYN, parseMoney, parseQuantity } from './money.ts';
import { isMobilePhone, normalisePhone } from './phone.ts';

/** What a contract asks of one field, without the schema that says so. `limits-of.ts` reads it from the schema. */
export interface Limit {
  required?: true;
  /** The problem that a value of the wrong kind is answered with: `field.money`. Plain text has none. */
  kind?: string;
  /** Letters of a text without the spaces around it, or entries of a list. */
  min?: number;
  max?: number;
  /** How a value must look, where its kind has no function below. */
  pattern?: string;
  /** A sum that may be below nothing. */
  signed?: true;
  /** A sum that may be nothing. */
  nothing?: true;
  /** The problems of a list that is too short and too long. */
  few?: string;
  many?: string;
}

/** By the wire name of the field; the fields of a list's entries as `services.*.rate`. */
export type Limits = Readonly<Record<string, Limit>>;

/** True for a sum of at most two decimals that is not nothing, and below nothing only where `signed`. */
export function isSum(value: string, signed = false): boolean {
  const tiyn = parseMoney(value);
  if (tiyn === null || tiyn === 0n || (tiyn < 0n && !signed)) return false;
  return tiyn <= MAX_AMOUNT_TIYN && tiyn >= -MAX_AMOUNT_TIYN;
}

/** What is right of a kind where no pattern can say it. */
export const KINDS: Record<string, (value: string, limit: Limit) => boolean> = {
  'field.date': isDate,
  'field.bin': isBinOrIin,
  'field.iban': isIban,
  'field.phone': (value) => isMobilePhone(normalisePhone(value) ?? ''),
  'field.quantity': (value) => (parseQuantity(value) ?? 0n) > 0n,
  'field.money': (value, { signed, nothing }) =>
    isSum(value, signed) || (nothing === true && parseMoney(value) === 0n),
};

/** Returns the problem of a form's value, or null. An empty value is only ever missing: a form leaves it out. */
export function faultOf(value: unknown, limit: Limit): string | null {
  if (Array.isArray(value)) {
    if (value.length < (limit.min ?? Number(limit.required ?? 0))) return limit.few ?? 'field.required';
    return value.length > (limit.max ?? Number.POSITIVE_INFINITY) ? (limit.many ?? 'field.too_long') : null;
  }
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
    return limit.required ? 'field.required' : null;
  if (typeof value !== 'string') return null;
  if (limit.kind && !isOfKind(value, limit)) return limit.kind;
  if (value.trim().length < (limit.min ?? 0)) return 'field.required';
  return value.length > (limit.max ?? Number.POSITIVE_INFINITY) ? (limit.kind ?? 'field.too_long') : null;
}

function isOfKind(value: string, limit: Limit): boolean {
  const is = KINDS[limit.kind!];
  if (is) return is(value, limit);
  return limit.pattern === undefined || new RegExp(limit.pattern).test(value);
}
