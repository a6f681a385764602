import { expect, test } from 'vitest';
import { breakLongWords, withDrawableText } from './drawable-text.ts';
import { readPaperFonts, readPaperLetters } from './paper-fonts.ts';

const letters = readPaperLetters(readPaperFonts());

test('a text that can be drawn stays as it is', () => {
  const text = 'Әлем №5: 12 512,50 ₸\n9000••••••02 😀';
  expect(withDrawableText({ texts: [text, ''], count: 1, none: null }, letters)).toEqual({
    texts: [text, ''],
    count: 1,
    none: null,
  });
});

test.each([
  ['И\u0306\r\nа\rб\tв', 'Й\nа\nб в'],
  ['中a文', '[U+4E2D]a[U+6587]'],
  ['a𠀀b😀', 'a[U+20000]b😀'],
  ['a\u202eb', 'a[U+202E]b'],
  ['👩\u200d👩 ☎\ufe0f', '👩👩 ☎'],
])('what no font has is written out: %j', (text, drawn) => {
  expect(withDrawableText(text, letters)).toBe(drawn);
});

test('a word is broken between characters, never within one', () => {
  const width = letters.get(0x1f600) ?? 0;
  expect(breakLongWords('a 😀😀😀', width * 2, letters)).toBe('a 😀😀\u200b😀');
  expect(breakLongWords('😀', width / 2, letters)).toBe('\u200b😀');
  expect(withDrawableText('中'.repeat(40), letters).replaceAll('\u200b', '')).toBe('[U+4E2D]'.repeat(40));
});
