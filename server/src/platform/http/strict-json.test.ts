import { Problem } from '@kelisim/shared/kernel/problem.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDoubleName, parseStrictJson } from './strict-json.ts';

function codeOf(body: string | Buffer): string {
  try {
    return `read as ${JSON.stringify(parseStrictJson(Buffer.from(body as string)))}`;
  } catch (error) {
    return error instanceof Problem ? `${error.code} ${error.detail.field ?? ''}`.trim() : String(error);
  }
}

test('reads what JSON is, and nothing for nothing', () => {
  const value = { a: [1, { b: 'қ "\\' }], c: null, d: { a: 1 }, e: [{ x: 1 }, { x: 2 }] };
  expect(parseStrictJson(Buffer.from(JSON.stringify(value)))).toEqual(value);
  expect(parseStrictJson(Buffer.alloc(0))).toBeUndefined();
});

test.each([
  ['{"a":1,"a":2}', 'field.repeated a'],
  ['{"x":{"a":1,"b":[],"a":2}}', 'field.repeated a'],
  ['[{"a":1},{"b":1,"b":1}]', 'field.repeated b'],
  ['{"a":1,"\\u0061":2}', 'field.repeated a'],
  ['{"a\\\\":1,"b":"\\\\","a\\\\":2}', 'field.repeated a\\'],
  ['{"\\ud800":1,"\\ud800":2}', 'field.repeated body'],
  ['{"__proto__":1,"__proto__":2}', 'field.repeated __proto__'],
  ['{', 'bad_json'],
  ['{"a":NaN}', 'bad_json'],
  ["{'a':1}", 'bad_json'],
  ['{"a":1}x', 'bad_json'],
  ['\ufeff{"a":1}', 'bad_json'],
  [Buffer.from('{"a":1}', 'utf16le'), 'bad_json'],
  [Buffer.from([0x22, 0xff, 0x22]), 'bad_json'],
  [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'bad_json'],
])('%j: %s', (body, code) => expect(codeOf(body)).toBe(code));

test('no value that was written by JSON itself has a double name', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => findDoubleName(text) === null),
    { numRuns: 500 },
  );
});

test('a name that is given again is found wherever it stands', () => {
  const flat = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), {
    minKeys: 1,
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(flat, fc.nat(), (object, pick) => {
      const names = Object.keys(object);
      const again = names[pick % names.length]!;
      const text = JSON.stringify({ before: [1, '"{'], inner: object });
      const double = text.replace(/\}\}$/, () => `,${JSON.stringify(again)}:"]}"}}`);
      return findDoubleName(double) === again;
    }),
    { numRuns: 300 },
  );
});

test('a body of many megabytes is looked through', () => {
  const signatures = Array.from({ length: 1000 }, (_, i) => ({ act_id: i, cms: 'A'.repeat(20_000) }));
  const text = JSON.stringify({ signatures });
  expect(findDoubleName(text)).toBeNull();
});
