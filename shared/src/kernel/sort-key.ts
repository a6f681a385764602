/**
 * Order of the Kazakh alphabet with the Russian letters in it. Lists sort by this key, and the SQL function
 * `kz_sort_key` of the first migration is the same map, so that server and browser never disagree.
 */
export const KAZAKH_ALPHABET = 'аәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюя';

const FIRST_KEY = 0xe000;
const keys = new Map<string, string>();
[...KAZAKH_ALPHABET].forEach((letter, i) => {
  keys.set(letter, String.fromCharCode(FIRST_KEY + i));
  keys.set(letter.toUpperCase(), String.fromCharCode(FIRST_KEY + i));
});
for (const letter of 'abcdefghijklmnopqrstuvwxyz') keys.set(letter.toUpperCase(), letter);

/** Compare the keys of two texts by code point. */
export function kazakhSortKey(text: string): string {
  return [...text].map((letter) => keys.get(letter) ?? letter).join('');
}
