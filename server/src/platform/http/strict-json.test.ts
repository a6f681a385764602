import { Problem } from '@kelisim/shared/kernel/problem.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

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
  ['{"\\ud800":1}', 'unstorable_text body'],
  ['{"ok":{"\\ud800":1}}', 'unstorable_text ok'],
  ['"\\u0000"', 'unstorable_text body'],
  ['{"a":"x","services":[{"rate":"1"},{"rate":"\\u0000"}]}', 'unstorable_text services.1.rate'],
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

test.each([
  '',
  ' ',
  '{',
  '{"a"',
  '{"a":',
  '{"a":1',
  '{"a":1,',
  '{"a":1,}',
  '{,}',
  '{a:1}',
  '{"a" 1}',
  '[',
  '[1',
  '[1,',
  '[1,]',
  '[,1]',
  '[1 2]',
  '[1}',
  '"',
  '"\\"',
  '"\\x"',
  '"\\u12"',
  '"\n"',
  '01',
  '-',
  '1.',
  '.5',
  '+1',
  '1e',
  'tru',
  'nul',
  'undefined',
  '1 1',
  '\u00a01',
])('%j is no JSON, for us as for JSON.parse', (text) => {
  expect(() => JSON.parse(text) as unknown).toThrow();
  expect(codeOf(Buffer.from(text || '!'))).toBe('bad_json');
});

test('whatever JSON itself writes is read as JSON.parse reads it', () => {
  const text = fc.oneof(
    fc.json({ maxDepth: 5 }),
    fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value, null, '\t ')),
  );
  fc.assert(
    fc.property(text, (json) => {
      const storable = !/\\u0000|\\ud[89a-f]/i.test(json);
      fc.pre(storable);
      expect(parseStrictJson(Buffer.from(json))).toEqual(JSON.parse(json));
    }),
    { numRuns: 1000 },
  );
});

test('a text that is cut or spoilt anywhere is read as JSON.parse reads it, or not at all', () => {
  const spoil = fc.tuple(
    fc.json({ maxDepth: 3 }),
    fc.nat(),
    fc.constantFrom('', ',', '"', '{', ']', ':', '\\', '0', ' '),
  );
  const parsed = (read: () => unknown) => {
    try {
      return JSON.stringify(read());
    } catch {
      return 'refused';
    }
  };
  fc.assert(
    fc.property(spoil, ([json, pick, mark]) => {
      const at = pick % (json.length + 1);
      const text = json.slice(0, at) + mark + json.slice(at + 1);
      fc.pre(text !== '');
      const ours = parsed(() => parseStrictJson(Buffer.from(text)));
      if (ours !== 'refused') expect(ours).toBe(parsed(() => JSON.parse(text)));
      else if (parsed(() => JSON.parse(text)) !== 'refused')
        expect(codeOf(text)).toMatch(/^(field\.repeated|unstorable_text)/);
    }),
    { numRuns: 2000 },
  );
});

test('__proto__ is a name like any other', () => {
  const value = parseStrictJson(Buffer.from('{"__proto__":{"role_id":1}}')) as object;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

const times = (count: number, one: string) => Array.from({ length: count }, () => one).join();

test.each<[string, string, string]>([
  ['names', `{${Array.from({ length: 501 }, (_, i) => `"k${i}":1`).join()}}`, 'too_large'],
  ['items', `[${times(5_000, '1')}]`, 'too_large'],
  ['objects', `{"a":[${times(5_000, '{}')}]}`, 'too_large'],
  ['levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'too_large'],
  ['levels of objects', `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`, 'too_large'],
  ['letters of a name', `{"${'a'.repeat(201)}":1}`, 'too_large'],
  ['letters of a text', `"${'a'.repeat(131_073)}"`, 'too_large'],
  ['escaped letters', `"${'\\u0061'.repeat(131_073)}"`, 'too_large'],
])('too many %s', (_, body, code) => expect(codeOf(body)).toBe(code));

test('what a contract describes is below every bound', () => {
  const ids = Array.from({ length: 4_000 }, (_, i) => i);
  const deep = `${'['.repeat(16)}${']'.repeat(16)}`;
  for (const text of [JSON.stringify({ only: ids }), deep, `"${'я'.repeat(131_072)}"`])
    expect(codeOf(text)).toBe(`read as ${text}`);
});

test('a body of many megabytes is read where a call takes one', () => {
  const signatures = Array.from({ length: 1000 }, (_, i) => ({ act_id: i, cms: 'A'.repeat(20_000) }));
  const body = Buffer.from(JSON.stringify({ signatures }));
  const large = { values: 30_000, text: 200_000 };
  expect(parseStrictJson(body)).toEqual({ signatures });
  expect(parseStrictJson(Buffer.from(`"${'a'.repeat(200_000)}"`), large)).toHaveLength(200_000);
  const ids = `[${times(29_999, '1')}]`;
  expect(parseStrictJson(Buffer.from(ids), large)).toHaveLength(29_999);
  expect(() => parseStrictJson(Buffer.from(`[${times(30_000, '1')}]`), large)).toThrow('too_large');
});
