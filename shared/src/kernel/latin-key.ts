/** One Latin spelling for letters that people take for one another: Kazakh ones and those of a Russian keyboard. */
const LETTERS = {
  a: 'аә',
  b: 'б',
  c: 'ц',
  ch: 'ч',
  d: 'д',
  e: 'еёэ',
  f: 'ф',
  g: 'гғ',
  h: 'хһ',
  i: 'иій',
  ia: 'я',
  iu: 'ю',
  k: 'кқ',
  l: 'л',
  m: 'м',
  n: 'нң',
  o: 'оө',
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

/**
 * Latin words and digits of a text that was written for no keyboard in particular: what is searched is found by this
 * key, and the SQL function `latin_key` is the same map. «Көктөбе», «Коктобе» and «KOKTOBE» have one key.
 */
export function latinKey(text: string): string {
  return [...text.normalize('NFC')]
    .map((letter) => keys.get(letter) ?? ' ')
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}
