import { z } from 'zod';
import { isBinOrIin } from './bin-iin.ts';
import { isDate } from './dates.ts';
import { cleanIban, isIban } from './iban.ts';
import { isSum } from './limits.ts';
import { parseQuantity } from './money.ts';
import { isMobilePhone, normalisePhone } from './phone.ts';
import { findMissingLetters } from './paper-letters.ts';
import { findHidden } from './plain-text.ts';

/**
 * The kinds of input that calls are made of. The message of each refinement is a problem code, so that a bad
 * field is answered in the reader's language and the same sentence stands beside the field of a form.
 */

/** bigint identities are JSON numbers on the wire (decisions 13). */
export const id = z.int('field.id').min(1, 'field.id').max(Number.MAX_SAFE_INTEGER, 'field.id');

export const date = z.string('field.date').refine(isDate, 'field.date').meta({ format: 'date', id: 'Day' });

/** What a program of the company calls the thing; no two of its things are called the same. */
export const externalId = text(100, 1).transform((value) => value.trim());

/** What narrows a list to what changed. */
export const changedFilter = {
  /** Only what changed from this moment on. For a first load: the feed of events then tells every change. */
  updated_since: z.iso.datetime('field.moment').optional(),
};

/** What narrows a list to what a program looks for. */
export const programFilter = { external_id: externalId.optional(), ...changedFilter };

/** A year of the calendar. */
export const year = z.int('field.choice').min(2000, 'field.choice').max(2100, 'field.choice');

export const month = z
  .string('field.month')
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'field.month')
  .meta({ examples: ['2026-11'] });

export const moment = z.iso.datetime('field.moment');

/** Text of one line. */
export function text(max: number, min = 0) {
  return plainText(max, min, false);
}

/** Text of several lines: reasons, comments, messages. */
export function lines(max: number, min = 0) {
  return plainText(max, min, true);
}

/** Text of one line that will stand on a paper: the fonts there must have its letters. */
export function paperText(max: number, min = 0) {
  return text(max, min).check(hasLetters);
}

/** The same of several lines. */
export function paperLines(max: number, min = 0) {
  return lines(max, min).check(hasLetters);
}

function hasLetters({ value, issues }: z.core.ParsePayload<string>): void {
  if (issues.length > 0) return;
  const letters = findMissingLetters(value);
  if (letters === null) return;
  issues.push({ code: 'custom', message: 'field.paper_letters', input: value, params: { letters } });
}

function plainText(max: number, min: number, has_lines: boolean) {
  const said = min === 0 ? {} : { minLength: min, pattern: '\\S' };
  return z
    .string('field.text')
    .max(max, 'field.too_long')
    .refine((value) => value.trim().length >= min, 'field.required')
    .check(({ value, issues }) => {
      if (issues.length > 0) return;
      const found = findHidden(value, { lines: has_lines });
      if (!found) return;
      const is_break = /^U\+000[AD]$/.test(found.character);
      const message = is_break && !has_lines ? 'field.one_line' : 'unstorable_text';
      issues.push({ code: 'custom', message, input: value, params: { ...found } });
    })
    .meta(said);
}

// For the description of the API alone; what is right is said by `money.ts`.
const ABOVE_NOTHING = '^(?=.*[1-9])';
const MONEY = '^(0|[1-9]\\d{0,14})(\\.\\d{1,2})?$';

/** A sum above nothing, in tenge with at most two decimals. */
export const positiveMoney = z
  .string('field.money')
  .refine((value) => isSum(value), 'field.money')
  .meta({ pattern: ABOVE_NOTHING + MONEY.slice(1), examples: ['150000.00'] });

/** A sum above or below nothing: a line of a correcting act. */
export const signedMoney = z
  .string('field.money')
  .refine((value) => isSum(value, true), 'field.money')
  .meta({ pattern: `${ABOVE_NOTHING}-?${MONEY.slice(1)}`, examples: ['-150000.00'] });

/** A sum as the server answers it. */
export const money = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ examples: ['1234567.80'] });

export const quantity = z
  .string('field.quantity')
  .refine((value) => (parseQuantity(value) ?? 0n) > 0n, 'field.quantity')
  .meta({ pattern: `${ABOVE_NOTHING}(0|[1-9]\\d{0,8})(\\.\\d{1,3})?$`, examples: ['1.5'] });

/**
 * Also takes a JSON number that has one exact reading: its shortest writing is a plain decimal, and `field` takes that.
 */
export function orNumber<Field extends z.ZodType<string, string>>(
  field: Field,
  message: string,
  said: Record<string, unknown> = {},
) {
  const number = z
    .number()
    .meta(said)
    .refine((value) => /^-?\d+(\.\d+)?$/.test(String(value)))
    .transform(String)
    .pipe(field);
  return z.union([field, number], message);
}

/** Any three digits but the one that no payment has: the list of the National Bank grows. */
export const knp = z.string('field.knp').regex(/^(?!000)\d{3}$/, 'field.knp');

export const binOrIin = z
  .string('field.bin')
  .refine(isBinOrIin, 'field.bin')
  .meta({
    pattern: '^\\d{12}$',
    description: 'The last digit is a check digit.',
    examples: ['180340099996'],
  });

/** At most a thousand ids a call, each once; larger selections run as a stored selection (decisions 5). */
export const ids = z
  .array(id, 'field.ids')
  .min(1, 'field.ids_empty')
  .max(1000, 'field.ids_many')
  .transform((list) => [...new Set(list)]);

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** DER in base64; whether it is a signature is the verifier's affair. */
export const base64 = z.string('field.base64').regex(/^[A-Za-z0-9+/]+={0,2}$/, 'field.base64');

export const named = z.object({ id, code: z.string(), name: z.string() });

/** Numbers travel as text in a multipart call; only whole positive ones are ids. */
export const formId = z
  .string('field.id')
  .regex(/^[1-9]\d{0,14}$/, 'field.id')
  .transform(Number);

/** Of a call that takes JSON beside multipart: no number whose writing `formId` would refuse. */
export const idOrText = z.union([id.max(10 ** 15 - 1, 'field.id'), formId], 'field.id');

export const email = z
  .string('field.email')
  .max(254, 'field.email')
  .pipe(z.email('field.email'))
  .meta({ format: 'email' });

/** A mobile number of Kazakhstan, however it was typed; `+7…` afterwards. */
export const phone = z
  .string('field.phone')
  .max(40, 'field.phone')
  .transform((typed) => normalisePhone(typed) ?? '')
  .refine(isMobilePhone, 'field.phone')
  .meta({ type: 'string', pattern: '^\\+77\\d{9}$', examples: ['+77011234567'] });

export const iban = z
  .string('field.iban')
  .max(60, 'field.iban')
  .transform(cleanIban)
  .refine(isIban, 'field.iban')
  .meta({
    type: 'string',
    pattern: '^KZ\\d{5}[0-9A-Z]{13}$',
    description: 'Check digits by ISO 7064; blanks and small letters are taken too.',
  });

/** A one-time code: text, since it may begin with a nought. */
export const code = z.string('field.code').regex(/^\d{6}$/, 'field.code');

/** The key of a registration: 32 bytes in lower-case hex. */
export const hashKey = z.string('field.hash_key').regex(/^[0-9a-f]{64}$/, 'field.hash_key');

/** What stands in a link of an invitation. Not the shape of a key, so that an address is never taken for one. */
export const linkHash = z.string('field.link').regex(/^[\w-]{32}$/, 'field.link');

/** `"1.50"`: hundredths at most, up to a hundred. */
export const percentage = z
  .string('tariff.percentage')
  .regex(/^(100(\.0{1,2})?|(0|[1-9]\d?)(\.\d{1,2})?)$/, 'tariff.percentage')
  .meta({ examples: ['1.50'] });
