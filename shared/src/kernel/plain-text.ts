import { Problem } from './problem.ts';

/**
 * Characters that a reader cannot see or that reorder what the reader sees: controls, bidirectional marks, zero-width
 * characters, tags, line and paragraph separators, lone surrogates, and everything else that Unicode lets a program
 * leave undrawn (Default_Ignorable_Code_Point of DerivedCoreProperties.txt).
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Nearly all texts are of these letters and signs alone, none of which is hidden; said without properties it is quick. */
const PLAIN = /^[ -~\u0400-\u0482\u048a-\u052f№«»–]*$/;

const MAYBE_HIDDEN = new RegExp(HIDDEN, 'gu');

/**
 * Where a hidden character is part of a visible one: variation selectors and joiners of emoji (UTS #51), and the
 * joiners of the Arabic script, in which Kazakh is written too.
 */
const PART_OF_SIGN =
  /[0-9#*]\ufe0f\u20e3|\p{Extended_Pictographic}\p{Emoji_Modifier}?(?:\ufe0e|\ufe0f)?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*|(?<=\p{Script=Arabic})(?:\u200c|\u200d)(?=\p{Script=Arabic})/gu;

export interface HiddenCharacter {
  /** `U+202E` */
  character: string;
  /** From 1, in characters and not in units of UTF-16. */
  position: number;
  index: number;
  length: number;
}

const LINES = /^(?:\r\n|[\n\t])/;

/** Finds the hidden characters of a text in their order. Line breaks and tabs are none where a text has lines. */
export function* hiddenIn(text: string, { lines = false } = {}): Generator<HiddenCharacter> {
  if (PLAIN.test(text) || !HIDDEN.test(text)) return;
  const signs = [...text.matchAll(PART_OF_SIGN)].map(
    ({ index, 0: sign }) => [index, index + sign.length] as const,
  );
  for (const { index, 0: found } of text.matchAll(MAYBE_HIDDEN)) {
    if (signs.some(([from, to]) => from <= index && index < to)) continue;
    if (lines && LINES.test(text.slice(index, index + 2))) continue;
    const code = found.codePointAt(0)!;
    yield {
      character: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
      position: Array.from(text.slice(0, index)).length + 1,
      index,
      length: found.length,
    };
  }
}

export type HiddenPlace = Pick<HiddenCharacter, 'character' | 'position'>;

/** The first hidden character of a text, or null. */
export function findHidden(text: string, options?: { lines: boolean }): HiddenPlace | null {
  for (const { character, position } of hiddenIn(text, options)) return { character, position };
  return null;
}

/** For text that was stored or made elsewhere: hidden characters are written out, `[U+202E]`. */
export function showHidden(text: string): string {
  return replaceHidden(text, (character) => `[${character}]`);
}

/** The same for every text inside a value. Returns the value itself when it has none. */
export function showHiddenIn<T>(value: T): T {
  if (typeof value === 'string') return showHidden(value) as T;
  if (value === null || typeof value !== 'object') return value;
  const is_list = Array.isArray(value);
  if (!is_list && Object.getPrototypeOf(value) !== Object.prototype) return value;
  // Copied from the first change on: answers are large, and nearly none has any.
  let shown: Record<string, unknown> | undefined;
  const own = value as Record<string, unknown>;
  for (const key of Object.keys(own)) {
    const item = own[key];
    const said = showHiddenIn(item);
    if (said === item) continue;
    shown ??= (is_list ? [...value] : { ...value }) as Record<string, unknown>;
    shown[key] = said;
  }
  return (shown ?? value) as T;
}

/** For names that come from certificates, registers and banks: hidden characters are dropped, breaks become spaces. */
export function dropHidden(text: string): string {
  return replaceHidden(text.replace(/[\t\r\n\u2028\u2029]+/g, ' '), () => '');
}

function replaceHidden(text: string, by: (character: string) => string): string {
  if (PLAIN.test(text)) return text;
  let shown = '';
  let from = 0;
  for (const { index, length, character } of hiddenIn(text, { lines: true })) {
    shown += text.slice(from, index) + by(character);
    from = index + length;
  }
  return from === 0 ? text : shown + text.slice(from);
}

/** Throws a problem that names the first text (or key) in a value of JSON that holds a hidden character. */
export function refuseHidden(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') refuseText(value, path, true);
  if (typeof value !== 'object' || value === null) return;
  if (depth > 32) throw new Problem('bad_input', { field: path });
  for (const [key, item] of Object.entries(value)) {
    refuseText(key, path, false);
    refuseHidden(item, path ? `${path}.${key}` : key, depth + 1);
  }
}

function refuseText(text: string, path: string, lines: boolean): void {
  const found = findHidden(text, { lines });
  if (found) throw new Problem('unstorable_text', { field: path || 'body', values: { ...found } });
}
