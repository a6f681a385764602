import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { problems } from './problems.ts';
import { parseMoney } from './money.ts';
import {
  base64,
  date,
  email,
  iban,
  id,
  idOrText,
  ids,
  knp,
  lines,
  orNumber,
  paperLines,
  paperText,
  percentage,
  phone,
  positiveMoney,
  quantity,
  text,
  year,
} from './fields.ts';

function codesOf(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => issue.message);
}

/** Values of attack A-24 with what JSON would make of them; no field takes one of them for something near it. */
const ODD = [null, true, false, {}, [], NaN, Infinity, -1, 0, 1.5, '', ' ', 'NaN', '1e999', '１２'];

describe('what is typed is taken as it is or refused by name', () => {
  test.each([
    ['id', id, [1, Number.MAX_SAFE_INTEGER], [...ODD, '1', 2 ** 53, -5]],
    [
      'sum',
      positiveMoney,
      ['0.01', '1', '10000000000000.00'],
      [
        ...ODD,
        '0',
        '0.00',
        '-1',
        '0.001',
        '1e5',
        '1,5',
        '1 000',
        12,
        '9007199254740993000',
        '10000000000000.01',
      ],
    ],
    ['quantity', quantity, ['0.001', '1', '999999999.999'], [...ODD, '0', '-1', '0.0001', 1, '1000000000']],
    ['КНП', knp, ['859', '007'], [...ODD, '85', '8590', '85a', 859, '８５９', '859\n']],
    ['date', date, ['2026-11-20'], [...ODD, '2026-02-30', '20.11.2026', 20261120]],
    ['base64', base64, ['AA==', 'AAAA', '+/9a'], [null, 1, {}, '', ' ', '!', 'A A', 'AA-_', 'AA===', 'АА']],
  ] as const)('%s', (_, schema, right, wrong) => {
    for (const value of right) expect(codesOf(schema, value), JSON.stringify(value)).toEqual([]);
    for (const value of wrong) {
      const codes = codesOf(schema, value);
      expect(codes.length, JSON.stringify(value)).toBeGreaterThan(0);
      // The message of a field is the code of a sentence in both languages.
      for (const code of codes) expect(problems, code).toHaveProperty([code]);
    }
  });

  test('texts are measured, and blanks alone are nothing', () => {
    expect(codesOf(text(5, 1), 'абвгд')).toEqual([]);
    expect(codesOf(text(5, 1), 'абвгде')).toEqual(['field.too_long']);
    expect(codesOf(text(5, 1), ' \u00a0\t')).toEqual(['field.required']);
    expect(codesOf(text(5), '')).toEqual([]);
    expect(codesOf(text(5), 7)).toEqual(['field.text']);
  });

  test('a number is taken for a decimal where it has one exact reading', () => {
    const rate = orNumber(positiveMoney, 'field.money');
    const amount = orNumber(quantity, 'field.quantity');
    expect([rate.parse(1500.4), rate.parse('1500.40'), amount.parse(2), amount.parse(0.125)]).toEqual([
      '1500.4',
      '1500.40',
      '2',
      '0.125',
    ]);
    for (const value of [1e21, 1e-7, 0.1 + 0.2, 0, -1, 1.005, true, [1]])
      expect(codesOf(rate, value), String(value)).toEqual(['field.money']);
    expect(codesOf(amount, 0.0001)).toEqual(['field.quantity']);
  });

  test('a text has one line, unless it is of several', () => {
    expect(codesOf(text(9), 'а\nб')).toEqual(['field.one_line']);
    expect(codesOf(text(9), 'а\tб')).toEqual(['unstorable_text']);
    expect(codesOf(lines(9), 'а\r\n\tб')).toEqual([]);
    for (const schema of [text(9), lines(9)])
      expect(schema.safeParse('аб\u202e').error?.issues).toMatchObject([
        { message: 'unstorable_text', params: { character: 'U+202E', position: 3 } },
      ]);
  });

  test('lists of ids hold each once, at least one, at most a thousand', () => {
    expect(ids.parse([3, 1, 3])).toEqual([3, 1]);
    expect(codesOf(ids, [])).toEqual(['field.ids_empty']);
    expect(
      codesOf(
        ids,
        Array.from({ length: 1001 }, (_, i) => i + 1),
      ),
    ).toEqual(['field.ids_many']);
    expect(codesOf(ids, ['1'])).toEqual(['field.id']);
    expect(codesOf(ids, '1')).toEqual(['field.ids']);
  });
});

test('a percentage is one that its sum can be reckoned with', () => {
  for (const right of ['0', '5', '0.50', '12.5', '99.99', '100', '100.00'])
    expect([right, percentage.safeParse(right).success, parseMoney(right) !== null]).toEqual([
      right,
      true,
      true,
    ]);
  // With a leading nought it was taken, and read as nothing.
  for (const wrong of ['05', '00.50', '100.01', '101', '1.', '.5', '1.005', '-1', ''])
    expect([wrong, percentage.safeParse(wrong).success]).toEqual([wrong, false]);
});

describe('how much a field takes', () => {
  const address = (length: number) =>
    `${'a'.repeat(64)}@${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(length - 192)}.kz`;
  const padded = (text: string, length: number) => text.padEnd(length, ' ');
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['the first year', year, 2000, 1999],
    ['the last year', year, 2100, 2101],
    [
      'ids',
      ids,
      Array.from({ length: 1000 }, (_, at) => at + 1),
      Array.from({ length: 1001 }, (_, at) => at + 1),
    ],
    ['an id beside multipart', idOrText, 10 ** 15 - 1, 10 ** 15],
    ['an id of a form', idOrText, '999999999999999', '9999999999999999'],
    ['an address', email, address(254), address(255)],
    ['a phone', phone, padded('+7 701 123 45 67', 40), padded('+7 701 123 45 67', 41)],
    ['an IBAN', iban, padded('KZ86125KZT5004100100', 60), padded('KZ86125KZT5004100100', 61)],
  ])('%s', (_name, field, most, more) => {
    expect(codesOf(field, most)).toEqual([]);
    expect(codesOf(field, more)).toHaveLength(1);
  });

  test.each([text, lines, paperText, paperLines])('a text that nobody asks for may be empty', (field) => {
    expect(codesOf(field(5), '')).toEqual([]);
    expect(codesOf(field(5, 1), '')).toEqual(['field.required']);
  });

  test('one thing is said of what is too long, whatever else it has', () => {
    expect(codesOf(text(2), 'а\u202eб')).toEqual(['field.too_long']);
    expect(codesOf(paperText(2), '𓀀𓀀𓀀')).toEqual(['field.too_long']);
    expect(codesOf(paperText(9), '𓀀')).toEqual(['field.paper_letters']);
  });
});
