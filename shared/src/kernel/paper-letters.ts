import { LETTERS_OF_FONTS } from './letters-of-fonts.ts';

/** Draws nothing by itself; the sign before it is drawn in the one way the fonts have. */
const VARIATION = /\ufe0e|\ufe0f/g;
const MOST_NAMED = 10;

let known: Set<number> | null = null;

/** Every code point that the fonts of our papers can show. */
function lettersOfPaper(): Set<number> {
  if (known) return known;
  known = new Set();
  let at = 0;
  for (const range of LETTERS_OF_FONTS.split(' ')) {
    const [gap, length = '0'] = range.split(',');
    const first = at + Number.parseInt(gap!, 36);
    at = first + Number.parseInt(length, 36);
    for (let code = first; code <= at; code += 1) known.add(code);
  }
  return known;
}

/**
 * The characters of a text that no font of our papers has: each once, the first ten, separated by blanks. Null when the
 * paper can show the text. What hides or reorders is judged by `plain-text.ts`.
 */
export function findMissingLetters(text: string): string | null {
  const letters = lettersOfPaper();
  const missing = new Set<string>();
  for (const letter of text.normalize('NFC').replace(VARIATION, ''))
    if (!/\s/.test(letter) && !letters.has(letter.codePointAt(0)!)) missing.add(letter);
  return missing.size === 0 ? null : [...missing].slice(0, MOST_NAMED).join(' ');
}
