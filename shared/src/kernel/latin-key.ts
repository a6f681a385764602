/**
 * One Latin spelling for letters that people take for one another: Kazakh ones and those of a Russian keyboard, and
 * Latin ones that no accent can be taken from.
 */
const LETTERS = {
  a: 'аәə',
  b: 'б',
  c: 'ц',
  ch: 'ч',
  d: 'дđ',
  e: 'еєэ',
  f: 'ф',
  g: 'гғґ',
  h: 'хһҳ',
  i: 'иіı',
  ia: 'я',
  iu: 'ю',
  k: 'кқ',
  l: 'лł',
  m: 'м',
  n: 'нңŋ',
  o: 'оөø',
  p: 'п',
  r: 'р',
  s: 'с',
  sh: 'шщ',
  t: 'т',
  u: 'уұү',
  v: 'в',
  y: 'ы',
  z: 'з',
  zh: 'ж',
  '': 'ъь',
};
const keys = new Map<string, string>();
for (const [latin, letters] of Object.entries(LETTERS))
  for (const letter of letters) keys.set(letter, latin).set(letter.toUpperCase(), latin);
for (const letter of 'abcdefghijklmnopqrstuvwxyz') keys.set(letter, letter).set(letter.toUpperCase(), letter);
for (const digit of '0123456789') keys.set(digit, digit);

const ACCENTS = /[\u0300-\u036f]+/g;
const EMOJI = /[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\u{1f000}-\u{1faff}]/u;

/**
 * Returns the Latin words, digits and emoji of a text that was written for no keyboard in particular: what is searched
 * is found by this key, and the SQL function `latin_key` is the same map. «Көктөбе», «Коктобе» and «KOKTOBE» have one
 * key; «Ștefan» is found by «stefan». An emoji is a word of its own.
 */
export function latinKey(text: string): string {
  return [...text.normalize('NFD').replace(ACCENTS, '')]
    .map((letter) => keys.get(letter) ?? (EMOJI.test(letter) ? ` ${letter} ` : ' '))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}
