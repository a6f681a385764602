import { showHidden } from '@kelisim/shared/kernel/plain-text.ts';

/** What joins emoji and letters, and says how they are drawn; our papers draw each for itself. */
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f/g;
const BREAK_HERE = '\u200b';
/** Of the column for names on form Р-1, the narrowest place for a long text; all others are as wide or say theirs. */
const LONGEST_WORD_EM = 32;

/** Every character that can be drawn, with its width in ems. */
export type PaperLetters = ReadonlyMap<number, number>;

/**
 * Text as the fonts can draw it: composed (NFC), hidden characters and those of no font written out (`[U+4E2D]`), and with
 * places to break in words longer than any line. What is signed has none of them: see `findMissingLetters`.
 */
function toDrawableText(text: string, letters: PaperLetters): string {
  const plain = showHidden(text.replace(/\r\n?/g, '\n').normalize('NFC'));
  const clean = plain.replaceAll('\t', ' ').replace(JOINERS, '');
  const drawn = Array.from(clean, (character) => {
    const code = character.codePointAt(0)!;
    return character === '\n' || letters.has(code)
      ? character
      : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
  return breakLongWords(drawn.join(''), LONGEST_WORD_EM, letters);
}

/** Lets a word wider than `width_em` be broken (invisibly) wherever the next character would go beyond that. */
export function breakLongWords(text: string, width_em: number, letters: PaperLetters): string {
  let broken = '';
  let width = 0;
  for (const character of text) {
    const advance = letters.get(character.codePointAt(0)!) ?? 1;
    if (character === ' ' || character === '\n' || character === BREAK_HERE) width = 0;
    else if (width + advance > width_em) {
      broken += BREAK_HERE;
      width = advance;
    } else width += advance;
    broken += character;
  }
  return broken;
}

/** The same for every text inside a value. */
export function withDrawableText<T>(value: T, letters: PaperLetters): T {
  if (typeof value === 'string') return toDrawableText(value, letters) as T;
  if (Array.isArray(value)) return value.map((item) => withDrawableText(item, letters)) as T;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withDrawableText(item, letters)]);
  return Object.fromEntries(entries) as T;
}
