import { Problem } from '@kelisim/shared/kernel/problem.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readQuery } from './query-string.ts';

const schema = z.strictObject({
  page: z.int().default(1),
  ratio: z.number().optional(),
  search: z.string().optional(),
  waiting: z.boolean().nullable().optional(),
  status_id: z.array(z.int()).optional(),
  name: z.array(z.string()).optional(),
  filter: z
    .strictObject({ city: z.string().optional(), deep: z.strictObject({ on: z.boolean() }).optional() })
    .optional(),
});

const read = (query: string) => readQuery(`/list?${query}`, schema);

function codeOf(query: string): string {
  try {
    return `read as ${JSON.stringify(read(query))}`;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

describe('a query string', () => {
  test('is read by the types of the contract', () => {
    expect(read('page=2&search=a+b%20%D2%9B&waiting=true&ratio=-0.5')).toEqual({
      page: 2,
      search: 'a b қ',
      waiting: true,
      ratio: -0.5,
    });
    expect(readQuery('/list', schema)).toEqual({});
    expect(readQuery('/list?', schema)).toEqual({});
    expect(read('search=&&page=1&')).toEqual({ search: '', page: 1 });
  });

  test('a question mark and an equals sign in a value belong to the value', () => {
    expect(read('search=a?b=c?')).toEqual({ search: 'a?b=c?' });
  });

  test('numbers have one plain spelling; any other stays text for the schema to refuse', () => {
    for (const text of [
      '1.0',
      '01',
      '+1',
      '1e3',
      '0x1',
      ' 1',
      '1 ',
      '-0',
      '１',
      '9007199254740993',
      'NaN',
      'Infinity',
      '',
      '1_0',
    ])
      expect(read(`page=${encodeURIComponent(text)}`), text).toEqual({ page: text });
    expect(read('waiting=1')).toEqual({ waiting: '1' });
    expect(read('waiting=True')).toEqual({ waiting: 'True' });
  });

  test('a list repeats its name: one, the 21st and the 100th are all there, the 101st is too many', () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => `status_id=${i}`).join('&');
    expect(read('status_id=7')).toEqual({ status_id: [7] });
    for (const n of [21, 100])
      expect(read(many(n))).toEqual({ status_id: Array.from({ length: n }, (_, i) => i) });
    for (const n of [101, 1001]) expect(codeOf(many(n))).toBe('field.ids_many');
    expect(read('name=a&name=b&name=')).toEqual({ name: ['a', 'b', ''] });
    expect(read('status_id[]=7&status_id%5B%5D=8')).toEqual({ status_id: [7, 8] });
  });

  test('nested names stand in brackets', () => {
    expect(read('filter[city]=x&filter%5Bdeep%5D%5Bon%5D=false')).toEqual({
      filter: { city: 'x', deep: { on: false } },
    });
  });

  test.each([
    ['page=1&page=2', 'field.repeated'],
    ['search=a&search=a', 'field.repeated'],
    ['filter[city]=a&filter[city]=b', 'field.repeated'],
    ['filter=a&filter[city]=b', 'field.repeated'],
    ['colour=red', 'unknown_field'],
    ['page[]=1', 'unknown_field'],
    ['status_id[0]=1', 'unknown_field'],
    ['[page]=1', 'unknown_field'],
    ['page]=1', 'unknown_field'],
    ['filter[]=1', 'unknown_field'],
    ['filter[city][x]=1', 'unknown_field'],
    ['filter[town]=1', 'unknown_field'],
    ['=1', 'unknown_field'],
    ['page=%', 'bad_input'],
    ['page=%ed%a0%80', 'bad_input'],
    ['page%ff=1', 'bad_input'],
    [`search=${'a'.repeat(20_000)}`, 'too_large'],
  ])('%s: %s', (query, code) => expect(codeOf(query)).toBe(code));

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__proto__[admin]',
    'constructor[prototype][admin]',
  ])('what every object inherits is an unknown name: %s', (key) => {
    expect(codeOf(`${key}=1`)).toBe('unknown_field');
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test('a call without a query takes none', () => {
    expect(readQuery('/x', undefined)).toEqual({});
    expect(() => readQuery('/x?page=1', undefined)).toThrow(Problem);
  });

  test('whatever comes is read or refused, and nothing is made up', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('page', 'search', 'name', 'x', '%5B', ''), fc.string())),
        (pairs) => {
          const query = pairs.map(([key, value]) => `${key}=${value}`).join('&');
          codeOf(query);
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
          { maxLength: 100 },
        ),
        (names) => {
          const query = new URLSearchParams(names.map((name): [string, string] => ['name', name])).toString();
          expect(read(query)).toEqual(names.length > 0 ? { name: names } : {});
        },
      ),
    );
  });
});
