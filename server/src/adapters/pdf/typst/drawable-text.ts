/** Characters that steer a terminal or turn the direction of text around: never wanted on paper. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- control characters are what is sought
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb]/g;
const REPLACEMENT = '\ufffd';
const BREAK_HERE = '\u200b';
const LONGEST_WORD = 60;

/**
 * Text as the font can draw it: composed (NFC), without control characters, every uncovered character as U+FFFD,
 * and with places to break in words longer than any line.
 */
function toDrawableText(text: string, covered: ReadonlySet<number>): string {
  const clean = text.toWellFormed().normalize('NFC').replace(/\r\n?/g, '\n').replace(UNSEEN, ' ');
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
