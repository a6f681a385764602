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
const SPELLING = new Map(
  Object.entries(LETTERS).flatMap(([latin, letters]) =>
    [...letters].map((letter) => [letter, latin] as const),
  ),
);

const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё';
/** The Kazakh layout has its own letters on the row of digits. */
const DIGIT_KEYS = '234589-=0';
const KAZAKH_KEYS = 'әіңғүұөһқ';

const KEYS = LATIN_KEYS + DIGIT_KEYS;
const LAYOUT = new Map([...(RUSSIAN_KEYS + KAZAKH_KEYS)].map((letter, at) => [KEYS[at]!, letter] as const));

/** Latin words of a text that was written for no keyboard in particular: the key a place is found by. */
export function foldPlace(text: string): string {
  return [...text.toLowerCase()]
    .map((letter) => SPELLING.get(letter) ?? (/[a-z0-9]/.test(letter) ? letter : ' '))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

/** The words as they would stand there, had the keyboard not been left in Latin; null when nothing in them is Latin. */
export function otherLayout(text: string): string | null {
  if (!/[a-z]/i.test(text)) return null;
  return text
    .toLowerCase()
    .split(' ')
    .map((word) => (/[a-z]/.test(word) ? [...word].map((key) => LAYOUT.get(key) ?? key).join('') : word))
    .join(' ');
}
