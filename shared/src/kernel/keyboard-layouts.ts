import { latinKey } from './latin-key.ts';

/** The keys of a keyboard by what they type in the English layout, without Shift. */
const ENGLISH = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
/** The same keys in the Russian and in the Kazakh layout. */
const CYRILLIC = 'йцукенгшщзхъфывапролджэячсмитьбюё';
/** Keys that type digits in the English and the Russian layout, and letters of its own in the Kazakh one. */
const DIGIT_KEYS = '234589-=0';
const KAZAKH = 'әіңғүұөһқ';
/** With Shift the English layout types other signs on the keys of Russian letters. */
const SHIFTED = new Map([...'{}:"<>~'].map((sign, at) => [sign, [..."[];',.`"][at]!]));

const toCyrillic = new Map([...ENGLISH].map((key, at) => [key, CYRILLIC[at]!]));
const toKazakh = new Map([...DIGIT_KEYS].map((key, at) => [key, KAZAKH[at]!]));
const toEnglish = new Map(
  [...toCyrillic, ...toKazakh].map(([key, letter]): [string, string] => [letter, key]),
);

const typed = (text: string, ...maps: ReadonlyMap<string, string>[]) =>
  [...text]
    .map((sign) => maps.reduce<string | undefined>((found, map) => found ?? map.get(sign), undefined) ?? sign)
    .join('');
const eachWord = (text: string, when: RegExp, read: (word: string) => string) =>
  text.replace(/\S+/g, (word) => (when.test(word) ? read(word) : word));

/**
 * What a person may have meant: the text as it stands, and as it would stand had another of the three layouts been on.
 * Each once, as typed first.
 */
export function readingsOf(text: string): string[] {
  const small = [...text.normalize('NFC').toLowerCase()].map((sign) => SHIFTED.get(sign) ?? sign).join('');
  const readings = [
    // English was on, Russian or Kazakh meant: «fkvfns», «0fhf5fyls».
    eachWord(small, /[a-z]/, (word) => typed(word, toCyrillic)),
    eachWord(small, /[a-z]/, (word) => typed(word, toCyrillic, toKazakh)),
    // Russian was on, Kazakh meant: «0ара5анды».
    eachWord(small, /[а-яё]/, (word) => typed(word, toKazakh)),
    // Kazakh was on, digits meant: «әің»; or Cyrillic was on, Latin meant: «лфыз».
    eachWord(small, /[әіңғүұөһқ]/, (word) =>
      [...word].every((sign) => KAZAKH.includes(sign)) ? typed(word, toEnglish) : word,
    ),
    eachWord(small, /[а-яёәіңғүұөһқ]/, (word) => typed(word, toEnglish)),
  ];
  return [...new Set([text.normalize('NFC').trim(), ...readings.map((one) => one.trim())])];
}

/** The same as words of Latin keys, to be looked for in keys; readings that say nothing are left out. */
export function wordsOfReadings(text: string): string[][] {
  const said = new Set(readingsOf(text).map(latinKey));
  return [...said].filter((key) => key !== '').map((key) => key.split(' '));
}
