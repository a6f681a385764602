import { fileURLToPath } from 'node:url';
import { findMissingLetters } from '@kelisim/shared/kernel/paper-letters.ts';
import { expect, test } from 'vitest';
import { breakLongWords } from './drawable-text.ts';
import { readPaperFonts, readPaperLetters } from './paper-fonts.ts';

const letters = readPaperLetters(readPaperFonts());

/** After a change of the fonts this test writes the list: `npx vitest run paper-letters --update`. */
test('the list of letters that forms and calls go by is that of the fonts', async () => {
  const file = fileURLToPath(import.meta.resolve('@kelisim/shared/kernel/letters-of-fonts.ts'));
  await expect(
    `/**
 * The code points that the fonts of our papers can show: each range as the gap before it and what follows its first, in
 * base 36. Written by \`paper-letters.test.ts\` of the server.
 */
export const LETTERS_OF_FONTS =
  '${writeRanges([...letters.keys()].toSorted((a, b) => a - b))}';
`,
  ).toMatchFileSnapshot(file);
});

function writeRanges(codes: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const code of codes) {
    const range = ranges.at(-1);
    if (range && code === range[1] + 1) range[1] = code;
    else ranges.push([code, code]);
  }
  return ranges
    .map(([first, last], index) => {
      const gap = (first - (ranges[index - 1]?.[1] ?? 0)).toString(36);
      return last > first ? `${gap},${(last - first).toString(36)}` : gap;
    })
    .join(' ');
}

test('what is missing is named', () => {
  expect(findMissingLetters('Әлем №5 «тест» ₸ ≤ ² ✔ 😀 1️⃣ 𝐀 ℃ ☎️\n\tx')).toBeNull();
  expect(findMissingLetters('中文 中 مرحبا שלום')).toBe('中 文 م ر ح ب ا ש ל ו');
  // Composed as it is drawn.
  expect(findMissingLetters('И\u0306')).toBeNull();
  for (let code = 0x21; code < 0x110000; code += 7) {
    const letter = String.fromCodePoint(code);
    if (/[\s\ufe0e\ufe0f]/.test(letter) || letter !== letter.normalize('NFC')) continue;
    expect(findMissingLetters(letter) === null, code.toString(16)).toBe(letters.has(code));
  }
});

test('a word is broken by its width, not by the number of its letters', () => {
  const widthOf = (text: string) =>
    Array.from(text, (letter) => letters.get(letter.codePointAt(0)!)!).reduce((sum, one) => sum + one, 0);
  for (const letter of ['Щ', 'W', '\u2e3b', '\u00a0', 'і', '😀']) {
    const pieces = breakLongWords(`${letter.repeat(200)} ${letter}`, 32, letters).split(/[ \u200b]/);
    for (const piece of pieces) expect(widthOf(piece)).toBeLessThanOrEqual(32);
    expect(pieces.join('')).toBe(letter.repeat(201));
  }
  expect(breakLongWords('і'.repeat(60), 32, letters)).toBe('і'.repeat(60));
});
