/** Letters of tokens, and others that must not disturb anybody who reads one. */
const LETTERS = 'abcXYZ019-_.=%\u0000 әқ{}"';

const any = () => LETTERS[Math.floor(Math.random() * LETTERS.length)]!;

/** A token with one to five letters changed or left out, or now and then plain garbage. `turn` varies how. */
export function bendToken(good: string, turn: number): string {
  if (turn % 7 === 0) return Array.from({ length: turn % 90 }, any).join('');
  const text = [...good];
  for (let change = 0; change <= turn % 5; change++)
    text[Math.floor(Math.random() * text.length)] = turn % 2 ? any() : '';
  return text.join('');
}
