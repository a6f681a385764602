import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languageTag, toLocale } from './locale.ts';
import { pagesOf } from './paging.ts';
import { isStorableText } from './plain-text.ts';

test.each(['', 'Қазақстан', '₸ № «»', '👩‍👩‍👧', 'e\u0301', '\u202e', '\t\r\n', '\uffff'])(
  '%j can be stored',
  (text) => expect(isStorableText(text)).toBe(true),
);

test.each(['\0', 'a\0b', '\ud800', 'x\udc00', '\udc00\ud800'])('%j cannot', (text) =>
  expect(isStorableText(text)).toBe(false),
);

test('agrees with what UTF-8 can carry', () => {
  const anyText = fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(anyText, (text) => {
      const carried = Buffer.from(text, 'utf8').toString('utf8') === text && !text.includes('\0');
      return isStorableText(text) === carried;
    }),
  );
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
