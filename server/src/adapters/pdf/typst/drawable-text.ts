import { showHidden } from '@kelisim/shared/kernel/plain-text.ts';

/** What joins emoji and letters, and says how they are drawn; our papers draw each for itself. */
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f/g;
const [LINE_END, SPACE, BREAK_HERE] = [0x0a, 0x20, 0x200b];
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
  return breakLongWords(writeOutMissing(clean, letters), LONGEST_WORD_EM, letters);
}

function writeOutMissing(text: string, letters: PaperLetters): string {
  let written = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    const is_pair = code > 0xffff;
    if (code !== LINE_END && !letters.has(code)) {
      written += `${text.slice(from, at)}[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
      from = at + (is_pair ? 2 : 1);
    }
    if (is_pair) at += 1;
  }
  return written + text.slice(from);
}

/** Lets a word wider than `width_em` be broken (invisibly) wherever the next character would go beyond that. */
export function breakLongWords(text: string, width_em: number, letters: PaperLetters): string {
  let broken = '';
  let from = 0;
  let width = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    const advance = letters.get(code) ?? 1;
    if (code === SPACE || code === LINE_END || code === BREAK_HERE) width = 0;
    else if (width + advance > width_em) {
      broken += text.slice(from, at) + String.fromCharCode(BREAK_HERE);
      from = at;
      width = advance;
    } else width += advance;
    if (code > 0xffff) at += 1;
  }
  return broken + text.slice(from);
}

/** The same for every text inside a value. */
export function withDrawableText<T>(value: T, letters: PaperLetters): T {
  if (typeof value === 'string') return toDrawableText(value, letters) as T;
  if (Array.isArray(value)) return value.map((item) => withDrawableText(item, letters)) as T;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withDrawableText(item, letters)]);
  return Object.fromEntries(entries) as T;
}
