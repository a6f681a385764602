import { daysInMonth, formatDate, isDate } from '@kelisim/shared/kernel/dates.ts';
import { KAZAKH } from './text-encoding.ts';

/**
 * Dates and numbers as people type them into tables. What can be read in two ways is never guessed: `choices` holds the
 * readings, each written so that it can only be read as itself. Null is for what is no such value at all.
 */
export type Typed = { value: string } | { choices: string[] } | null;

/** Stems in both languages, Kazakh letters folded as Windows-1251 tables have them; two per month. */
const MONTHS = [
  ['январ', 'кантар'],
  ['феврал', 'акпан'],
  ['март', 'наурыз'],
  ['апрел', 'сауир'],
  ['май', 'мамыр'],
  ['июн', 'маусым'],
  ['июл', 'шилде'],
  ['август', 'тамыз'],
  ['сентябр', 'кыркуйек'],
  ['октябр', 'казан'],
  ['ноябр', 'караша'],
  ['декабр', 'желтоксан'],
] as const;

const FOLDED: Record<string, string> = { ...KAZAKH, і: 'и' };

/** In lower case, with one kind of blank, and Kazakh letters as a Windows-1251 table keeps them. */
export function foldText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/i/g, 'и')
    .replace(/[әғқңөұүһі]/g, (letter) => FOLDED[letter]!)
    .replaceAll('ё', 'е')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `22.11.26`, `22/11/2026`, `22 ноября 2026 г.`, `2026 жылғы 22 қараша` and `2026-11-22` become `2026-11-22`. */
export function readTypedDate(text: string): Typed {
  const plain = foldText(text)
    .replace(/[«»"“”]/g, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[ t]\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?z?$/, '')
    .trim();
  const iso = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})$/.exec(plain);
  if (iso) {
    const [, year = '', , month = '', day = ''] = iso;
    return one(dateOf(year, month, day));
  }
  const numbers = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})(?: ?(?:года|г|ж)\.?)?$/.exec(plain);
  if (numbers) {
    const [, a = '', sign = '', b = '', c = ''] = numbers;
    return readNumbers(a, b, c, sign);
  }
  const words = plain.replace(/(?<=\d{4}) ?(?:года|г|жылгы|жылы|жыл|ж)(?![а-я])\.?,?/, '').replace(/,/g, '');
  const dayFirst = /^(\d{1,2})[- ]([а-я]{3,})\.?[- ](\d{4})$/.exec(words);
  if (dayFirst) {
    const [, day = '', month = '', year = ''] = dayFirst;
    return one(dateOf(year, monthOf(month), day));
  }
  const yearFirst = /^(\d{4}) (\d{1,2}) ([а-я]{3,})\.?$/.exec(words);
  if (!yearFirst) return null;
  const [, year = '', day = '', month = ''] = yearFirst;
  return one(dateOf(year, monthOf(month), day));
}

/** With points the day comes first; other signs are used in other orders too. */
function readNumbers(a: string, b: string, c: string, sign: string): Typed {
  const readings = [dateOf(c, b, a)];
  if (sign !== '.') readings.push(dateOf(c, a, b));
  if (sign === '-' && c.length === 2) readings.push(dateOf(a, b, c));
  const [first, ...others] = new Set(readings.filter((date) => date !== null));
  if (first === undefined) return null;
  if (others.length === 0 && first === readings[0]) return { value: first };
  return { choices: [first, ...others].map(formatDate) };
}

function dateOf(year: string, month: string, day: string): string | null {
  const full = year.length === 2 ? (Number(year) < 70 ? `20${year}` : '') : year;
  const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}

const one = (date: string | null): Typed => (date === null ? null : { value: date });

function monthOf(word: string): string {
  const isMonth = (stem: string) => word.startsWith(stem) || stem.startsWith(word);
  if (word === 'мая') return '5';
  const index = MONTHS.findIndex((stems) => stems.some(isMonth));
  return index < 0 ? '' : String(index + 1);
}

/** `01.11.2026–30.11.2026`, `с 01.11.26 по 30.11.26`, `ноябрь 2026 г.`, `2026 жылғы қараша`, `11.2026`. */
export function readTypedPeriod(text: string): { start: string; end: string } | null {
  const plain = foldText(text).replace(/[\p{Pd}\u2212]/gu, '-');
  const month =
    /^([а-я]{3,}) ?(\d{4}) ?(?:года|г|жыл|ж)?\.?$/.exec(plain) ??
    /^(\d{1,2})[./](\d{4})$/.exec(plain) ??
    /^(\d{4}) ?(?:жылгы|жыл|ж\.?) ([а-я]{3,})$/.exec(plain);
  if (month) {
    const [, first = '', second = ''] = month;
    const [year, name] = /^\d{4}$/.test(first) ? [first, second] : [second, first];
    const number = /^\d/.test(name) ? name : monthOf(name);
    const start = dateOf(year, number, '1');
    if (start === null) return null;
    return { start, end: dateOf(year, number, String(daysInMonth(Number(year), Number(number))))! };
  }
  const [from = '', to = '', ...more] = plain
    .replace(/^[сc] /, '')
    .split(/ - | по |(?<=\d{4})-(?=\d)|(?<=\.\d\d)-(?=\d)/);
  const [start, end] = [readTypedDate(from), readTypedDate(to)];
  if (more.length > 0 || !start || !end || !('value' in start) || !('value' in end)) return null;
  return start.value <= end.value ? { start: start.value, end: end.value } : null;
}

const BLANKS = /[\s\u00a0\u202f\u2009'’]/g;
const CURRENCY = /^(?:₸|kzt)|(?:₸|kzt|тг\.?|тенге|теңге)$/gi;

/** `15 000,50 ₸`, `15000 тг` and `15,000.50` become `15000.50`; `15,000` is asked about. */
export function readTypedDecimal(text: string): Typed {
  const words = text.trim().replace(CURRENCY, '').trim();
  const isGrouped = /\d[\s\u00a0\u202f\u2009'’]+\d/.test(words);
  if (isGrouped && !/^\d{1,3}(?:[\s\u00a0\u202f\u2009'’]\d{3})+(?:[.,]\d+)?$/.test(words)) return null;
  const plain = words.replace(BLANKS, '');
  if (/^\d+$/.test(plain)) return { value: wholeOf(plain) };
  const marks = plain.replace(/\d/g, '');
  const both = /^(\d{1,3}(?:,\d{3})+)\.(\d+)$/.exec(plain) ?? /^(\d{1,3}(?:\.\d{3})+),(\d+)$/.exec(plain);
  if (both) return { value: decimalOf(both[1]!.replace(/[.,]/g, ''), both[2]!) };
  if (/^\d{1,3}(?:,\d{3}){2,}$|^\d{1,3}(?:\.\d{3}){2,}$/.test(plain))
    return { value: wholeOf(plain.replace(/[.,]/g, '')) };
  const single = /^(\d+)[.,](\d+)$/.exec(plain);
  if (!single || marks.length !== 1) return null;
  const [, whole = '', fraction = ''] = single;
  if (!isGrouped && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole))
    return {
      choices: [`${whole}${fraction}`, /^0+$/.test(fraction) ? `${whole},00` : `${whole},${fraction}0`],
    };
  return { value: decimalOf(whole, fraction) };
}

const wholeOf = (digits: string) => digits.replace(/^0+(?=\d)/, '');

function decimalOf(whole: string, fraction: string): string {
  const rest = fraction.replace(/0+$/, '');
  return rest === '' ? wholeOf(whole) : `${wholeOf(whole)}.${rest}`;
}
