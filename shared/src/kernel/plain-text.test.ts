import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageTag, toLocale } from './locale.ts';
import { pagesOf } from './paging.ts';
import { dropHidden, findHidden, refuseHidden, showHidden, showHiddenIn } from './plain-text.ts';
import { Problem } from './problem.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const HIDDEN = [0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x3164, 0xfeff, 0xffa0, 0xfff9].concat(
  range(0x00, 0x1f),
  range(0x7f, 0x9f),
  range(0x200b, 0x200f),
  range(0x2028, 0x202e),
  range(0x2060, 0x206f),
  range(0xfe00, 0xfe0f),
  range(0xd800, 0xd805),
  range(0xdc00, 0xdc05),
  range(0xe0000, 0xe007f),
  range(0xe0100, 0xe0110),
);

describe('hidden characters', () => {
  test.each(HIDDEN)('%i is named with its place', (code) => {
    const character = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    // Beside a letter, a digit and an emoji: none of them may hide it.
    for (const [before, position] of [
      ['акт 12', 7],
      ['', 1],
      ['👧', 2],
    ] as const) {
      const text = `${before}${String.fromCodePoint(code)}тенге`;
      const is_part_of_emoji = before === '👧' && [0xfe0e, 0xfe0f].includes(code);
      expect(findHidden(text), JSON.stringify(text)).toEqual(
        is_part_of_emoji ? null : { character, position },
      );
    }
  });

  test.each([
    '',
    'Қазақстан ӘІҢҒҮҰҚӨҺ',
    '₸ № «»  ',
    'é й',
    '👩‍👩‍👧',
    '👍🏽',
    '☎️ ☎︎ 1️⃣ #️⃣',
    '👩🏽‍⚕️',
    '🇰🇿',
    'می‌خواهم',
    '中文',
  ])('%j has none', (text) => {
    expect(findHidden(text)).toBeNull();
    expect(showHidden(text)).toBe(text);
    expect(dropHidden(text)).toBe(text);
  });

  test.each(['1\ufe0f', 'a\u200db', 'а\u200cб', '👧\u200d', '\u200d👧', '👧\ufe0f\ufe0f', 'ا\u200cb'])(
    '%j has one where it is part of no sign',
    (text) => expect(findHidden(text)).not.toBeNull(),
  );

  test('a text of several lines has line breaks and tabs, and nothing else of the kind', () => {
    expect(findHidden('а\r\nб\n\tв', { lines: true })).toBeNull();
    for (const text of ['а\rб', 'а\u2028б', 'а\n\u202eб', '\v', '\0'])
      expect(findHidden(text, { lines: true }), JSON.stringify(text)).not.toBeNull();
  });

  test('are written out or dropped where they came from elsewhere', () => {
    expect(showHidden('не более \u202e0001\u202c тенге')).toBe('не более [U+202E]0001[U+202C] тенге');
    expect(showHiddenIn({ a: ['\u200b'], b: 1n, c: new Date(0), d: null })).toEqual({
      a: ['[U+200B]'],
      b: 1n,
      c: new Date(0),
      d: null,
    });
    expect(dropHidden('ИП Пет\u202eров\u2028Ә\n')).toBe('ИП Петров Ә ');
  });

  test('no quick way lets a hidden character pass', () => {
    for (const code of range(0, 0xffff)) {
      const character = String.fromCharCode(code);
      const is_hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(character);
      if ((findHidden(character) !== null) !== is_hidden) expect.unreachable(`U+${code.toString(16)}`);
    }
  });

  test('a value without any is returned itself, and one with some is left as it was', () => {
    const plain = { a: ['акт', 'é'], b: { c: '№ 1' } };
    expect(showHiddenIn(plain)).toBe(plain);
    const mixed = { a: plain, b: ['\u200b', 1] };
    expect(showHiddenIn(mixed)).toEqual({ a: plain, b: ['[U+200B]', 1] });
    expect(mixed.b[0]).toBe('\u200b');
  });

  test('what has been written out or dropped has none, whatever it was', () => {
    const anyText = fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(anyText, (text) => {
        expect(findHidden(showHidden(text), { lines: true })).toBeNull();
        expect(dropHidden(dropHidden(text))).toBe(dropHidden(text));
      }),
    );
  });
});

test('the first text that may not be stored is named by its path, keys included', () => {
  const problemOf = (value: unknown) => {
    try {
      refuseHidden(value);
    } catch (error) {
      const { code, detail } = error as Problem;
      return [code, detail.field, detail.values?.character, detail.values?.position];
    }
    return null;
  };
  expect(problemOf({ a: 'x', services: [{ rate: '1' }, { rate: '10\u202e' }] })).toEqual([
    'unstorable_text',
    'services.1.rate',
    'U+202E',
    3,
  ]);
  expect(problemOf({ ok: { '\ud800': 1 } })).toEqual(['unstorable_text', 'ok', 'U+D800', 1]);
  expect(problemOf('\0')).toEqual(['unstorable_text', 'body', 'U+0000', 1]);
  expect(problemOf({ a: [1, null, true, 'x\ny'] })).toBeNull();
  let deep: unknown = 'x';
  for (let i = 0; i < 100_000; i++) deep = { a: deep };
  expect(problemOf(deep)?.slice(0, 1)).toEqual(['bad_input']);
  expect(problemOf({ 'a\nb': 1 })?.[2]).toBe('U+000A');
  let shallow: unknown = 'x';
  for (let i = 0; i < 33; i++) shallow = [shallow];
  expect(problemOf(shallow)).toBeNull();
  expect(problemOf([shallow])?.[0]).toBe('bad_input');
});

test.each([
  ['kz', 'kz'],
  ['kk-KZ,kk;q=0.9,ru;q=0.8', 'kz'],
  ['KK', 'kz'],
  ['ru-RU,ru;q=0.9,kk;q=0.8', 'ru'],
  ['en-US', 'ru'],
  ['kzoo', 'ru'],
  ['', 'ru'],
  [undefined, 'ru'],
] as const)('%j is read as %s', (said, locale) => expect(toLocale(said)).toBe(locale));

test('the tag of Kazakh is kk, which Intl knows, and not kz, which it takes without a word', () => {
  expect(languageTag('kz')).toBe('kk-KZ');
  expect(languageTag('ru')).toBe('ru-KZ');
});

test('an empty list has one page', () => {
  expect([pagesOf(0, 20), pagesOf(20, 20), pagesOf(21, 20)]).toEqual([1, 1, 2]);
});

test('lines stay lines in what is shown', () => {
  expect(showHidden('а\n\u202eб\tв')).toBe('а\n[U+202E]б\tв');
});
