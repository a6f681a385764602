/** An SMS of two parts costs twice. */
const MOST_LETTERS = 80;

/**
 * Returns the name of a company or a person for a message: nothing in it may become an address that a reader taps on
 * (attack A-14). A name that is too long for an SMS ends with «…», so that nobody takes a part of it for the whole.
 */
export function plainName(name: string): string {
  const plain = name
    .replace(/[\r\n]+/g, ' ')
    .replace(/:?\/\/+/g, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .trim();
  const letters = [...new Intl.Segmenter().segment(plain)].map(({ segment }) => segment);
  if (letters.length <= MOST_LETTERS) return plain;
  return `${letters
    .slice(0, MOST_LETTERS - 1)
    .join('')
    .trimEnd()}…`;
}
