import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBin, isBinOrIin, isIin, withCheckDigit } from './bin-iin.ts';
import { cleanIban, ibanBankCode, isIban, makeIban } from './iban.ts';
import { isMobilePhone, normalisePhone } from './phone.ts';

interface Vectors {
  iin: { valid_synthetic: { value: string }[]; valid_second_pass: string; invalid: Case[] };
  bin: { valid_public: string[]; invalid: Case[] };
  iban: { valid: string[]; invalid: Case[] };
  phone: { valid: string[]; invalid: string[] };
}
type Case = { value: string; why: string };

const outside = new URL('../../../../shared/', import.meta.url);
const file = new URL('data/id_test_vectors.json', outside);
const vectors = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Vectors) : null;
const missing = 'the vectors beside the project are not there';

const digits = (n: number) => fc.stringMatching(new RegExp(`^\\d{${n}}$`));

describe('ИИН and БИН', () => {
  test('the collected numbers are judged as they were published', ({ skip }) => {
    if (!vectors) return skip(missing);
    const { iin, bin } = vectors;
    for (const { value } of iin.valid_synthetic) expect(isIin(value), value).toBe(true);
    expect(isIin(iin.valid_second_pass)).toBe(true);
    for (const { value, why } of iin.invalid) expect(isIin(value), `${value}: ${why}`).toBe(false);
    for (const value of bin.valid_public) expect(isBin(value), value).toBe(true);
    for (const { value, why } of bin.invalid) expect(isBin(value), `${value}: ${why}`).toBe(false);
  });

  test('the century digit decides which days there were', () => {
    // 2000 was a leap year, 1800 was none.
    expect(isIin(withCheckDigit('00022950001')!)).toBe(true);
    expect(isIin(withCheckDigit('00022910001')!)).toBe(false);
    // Both digits of the year count: 2016 was a leap year, 2006 and 2017 were none.
    expect(isIin(withCheckDigit('16022950001')!)).toBe(true);
    expect(isIin(withCheckDigit('17022950001')!)).toBe(false);
  });

  test('the check digit is the one of the resolution, reckoned by its formula', () => {
    const reckon = (eleven: string): number | null => {
      const pass = (shift: number) =>
        [...eleven].reduce((sum, digit, at) => sum + Number(digit) * (((at + shift) % 11) + 1), 0) % 11;
      return [pass(0), pass(2)].find((rest) => rest < 10) ?? null;
    };
    fc.assert(
      fc.property(digits(11), (eleven) => {
        const digit = reckon(eleven);
        expect(withCheckDigit(eleven)).toBe(digit === null ? null : `${eleven}${digit}`);
      }),
      { numRuns: 2_000 },
    );
  });

  test('any other last digit is refused', () => {
    fc.assert(
      fc.property(digits(5), fc.integer({ min: 1, max: 9 }), (rest, step) => {
        const right = withCheckDigit(`180340${rest}`);
        if (right === null) return true;
        const wrong = right.slice(0, 11) + String((Number(right[11]) + step) % 10);
        return isBin(right) && !isBin(wrong);
      }),
    );
  });

  test('a number is one kind or neither', () => {
    fc.assert(
      fc.property(digits(12), (value) => {
        expect(isBin(value) && isIin(value)).toBe(false);
        expect(isBinOrIin(value)).toBe(isBin(value) || isIin(value));
      }),
    );
    for (const value of ['180340000009', '900101300009'].map((made) => withCheckDigit(made.slice(0, 11))!))
      expect([isBin(value), isIin(value), isBinOrIin(value)]).toEqual([
        value[4] === '4',
        value[4] !== '4',
        true,
      ]);
    for (const value of ['', '90010135000', ' 900101350003', '９００１０１３５０００３', '900101350003\n'])
      expect(isBinOrIin(value), JSON.stringify(value)).toBe(false);
  });
});

describe('IBAN', () => {
  test('the collected accounts are judged as they were published', ({ skip }) => {
    if (!vectors) return skip(missing);
    for (const value of vectors.iban.valid) expect(isIban(value), value).toBe(true);
    for (const { value, why } of vectors.iban.invalid) expect(isIban(value), `${value}: ${why}`).toBe(false);
  });

  test('of all the world’s samples only Kazakhstan’s is one', ({ skip }) => {
    const list = new URL('vectors/iban/schwifty-test_iban.py', outside);
    if (!existsSync(list)) return skip(missing);
    const [, valid = '', invalid = ''] =
      /^valid = \[([^]*?)^\][^]*?^invalid = \[([^]*?)^\]/m.exec(readFileSync(list, 'utf8')) ?? [];
    const quoted = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map((match) => cleanIban(match[1]!));
    expect(quoted(valid).length).toBeGreaterThan(60);
    expect(quoted(valid).filter(isIban)).toEqual(['KZ86125KZT5004100100']);
    expect(quoted(invalid).filter(isIban)).toEqual([]);
  });

  test('what is made is right, names its bank, and bears no change of one digit', () => {
    const account = fc.stringMatching(/^[0-9A-Z]{13}$/);
    fc.assert(
      fc.property(digits(3), account, fc.nat(17), fc.integer({ min: 1, max: 9 }), (bank, rest, at, step) => {
        const iban = makeIban(bank, rest);
        expect(isIban(iban)).toBe(true);
        expect(ibanBankCode(iban)).toBe(bank);
        const place = 2 + at;
        if (!/\d/.test(iban[place]!)) return;
        const other = String((Number(iban[place]) + step) % 10);
        expect(isIban(iban.slice(0, place) + other + iban.slice(place + 1))).toBe(false);
      }),
    );
  });

  test('pasted blanks and small letters are cleaned, nothing is guessed', () => {
    expect(cleanIban(' kz86 125k\u00a0zt50 0410 0100 ')).toBe('KZ86125KZT5004100100');
    expect(isIban('kz86125kzt5004100100')).toBe(false);
  });
});

describe('phones', () => {
  test('the collected numbers are judged as they were published', ({ skip }) => {
    if (!vectors) return skip(missing);
    for (const value of vectors.phone.valid) expect(isMobilePhone(value), value).toBe(true);
    for (const value of vectors.phone.invalid) expect(isMobilePhone(value.split(' ')[0]!), value).toBe(false);
  });

  test.each([
    ['8 (701) 123-45-67', '+77011234567'],
    ['7 701 123 45 67', '+77011234567'],
    ['+7 701 123 45 67', '+77011234567'],
    ['7011234567', '+77011234567'],
    ['+77011234567', '+77011234567'],
  ])('%s', (typed, phone) => expect(normalisePhone(typed)).toBe(phone));

  test.each(['', '701123456', '+8 701 123 45 67', '+770112345678', '８７０１１２３４５６７', 'call me'])(
    '%j is none',
    (typed) => expect(normalisePhone(typed)).toBeNull(),
  );
});

test.each([
  ['0002291', '1800'],
  ['0002293', '1900'],
  ['0202295', '2002'],
  ['2202295', '2022'],
])('nobody was born on the 29 February of %s…, %s', (digits) => {
  const numbers = Array.from({ length: 40 }, (_, at) => withCheckDigit(`${digits}${1000 + at}`));
  const issued = numbers.filter((number) => number !== null);
  expect(issued.length).toBeGreaterThan(10);
  expect(issued.filter(isIin)).toEqual([]);
});

test.each(['0002295', '0002296', '0402295', '9602293'])(
  'somebody may be born on the 29 February of %s…',
  (digits) => {
    const numbers = Array.from({ length: 40 }, (_, at) => withCheckDigit(`${digits}${1000 + at}`));
    expect(numbers.every((number) => number === null || isIin(number))).toBe(true);
  },
);
