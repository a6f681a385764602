/** What joins emoji and letters; our fonts have none of it. */
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f/g;
const REPLACEMENT = '\ufffd';
const BREAK_HERE = '\u200b';
const LONGEST_WORD = 60;

/**
 * Text as the font can draw it: composed (NFC), hidden characters written out, every uncovered one as U+FFFD,
 * and with places to break in words longer than any line.
 */
function toDrawableText(text: string, covered: ReadonlySet<number>): string {
  const plain = showHidden(text.replace(/\r\n?/g, '\n').normalize('NFC'));
  const clean = plain.replaceAll('\t', ' ').replace(JOINERS, '');
  const drawn = Array.from(clean, (character) =>
    character === '\n' || covered.has(character.codePointAt(0)!) ? character : REPLACEMENT,
  );
  return breakLongWords(drawn.join(''), LONGEST_WORD);
}

/** Lets a word longer than `longest` characters be broken (invisibly) wherever that many are reached. */
export function breakLongWords(text: string, longest: number): string {
  return text.replace(new RegExp(`[^\\s\u00a0${BREAK_HERE}]{${longest}}(?=\\S)`, 'gu'), `$&${BREAK_HERE}`);
}

/** The same for every text inside a value. */
export function withDrawableText<T>(value: T, covered: ReadonlySet<number>): T {
  if (typeof value === 'string') return toDrawableText(value, covered) as T;
  if (Array.isArray(value)) return value.map((item) => withDrawableText(item, covered)) as T;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withDrawableText(item, covered)]);
  return Object.fromEntries(entries) as T;
}
import { showHidden } from '@kelisim/shared/kernel/plain-text.ts';
