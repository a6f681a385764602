import type { Locale } from './locale.ts';

/**
 * A sum of money in words, as it stands under an act or on a payment order.
 *
 * Russian: тысяча is feminine (одна, две), the larger ones and тенге masculine; «тенге» and «тиын» never change.
 * Kazakh: neither gender nor plural; «жүз» stands without «бір», «мың» and the larger ones with it.
 * Tiyn are two figures in both.
 */
export function amountWords(amount_tiyn: bigint, locale: Locale): string {
  const abs = amount_tiyn < 0n ? -amount_tiyn : amount_tiyn;
  const tenge = abs / 100n;
  if (tenge >= 1000n ** 5n) throw new RangeError('A sum of this size has no name here');
  const { sayGroup, scales, zero, minus, unit } = LANGUAGES[locale];

  const words: string[] = amount_tiyn < 0n ? [minus] : [];
  for (let power = scales.length; power >= 0; power -= 1) {
    const group = Number((tenge / 1000n ** BigInt(power)) % 1000n);
    if (group === 0) continue;
    words.push(...sayGroup(group, power === 1));
    const scale = scales[power - 1];
    if (scale) words.push(scale[pluralForm(group)]!);
  }
  if (tenge === 0n) words.push(zero);
  words.push(unit, String(abs % 100n).padStart(2, '0'), 'тиын');

  const sentence = words.join(' ');
  return sentence[0]!.toUpperCase() + sentence.slice(1);
}

type Language = {
  /** words of 1–999 */
  sayGroup: (group: number, feminine: boolean) => string[];
  /** thousand, million, billion, trillion: forms after one, after two to four, after the rest */
  scales: readonly (readonly [string, string, string])[];
  zero: string;
  minus: string;
  unit: string;
};

const RU_UNITS =
  ' один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'.split(
    ' ',
  );
const RU_TENS = '  двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'.split(' ');
const RU_HUNDREDS = ' сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'.split(' ');

const KZ_UNITS = ' бір екі үш төрт бес алты жеті сегіз тоғыз'.split(' ');
const KZ_TENS = ' он жиырма отыз қырық елу алпыс жетпіс сексен тоқсан'.split(' ');

const LANGUAGES: Record<Locale, Language> = {
  ru: {
    sayGroup: sayRussianGroup,
    scales: [
      ['тысяча', 'тысячи', 'тысяч'],
      ['миллион', 'миллиона', 'миллионов'],
      ['миллиард', 'миллиарда', 'миллиардов'],
      ['триллион', 'триллиона', 'триллионов'],
    ],
    zero: 'ноль',
    minus: 'минус',
    unit: 'тенге',
  },
  kz: {
    sayGroup: sayKazakhGroup,
    scales: [
      ['мың', 'мың', 'мың'],
      ['миллион', 'миллион', 'миллион'],
      ['миллиард', 'миллиард', 'миллиард'],
      ['триллион', 'триллион', 'триллион'],
    ],
    zero: 'нөл',
    minus: 'минус',
    unit: 'теңге',
  },
};

function sayRussianGroup(group: number, feminine: boolean): string[] {
  const rest = group % 100;
  const unit = rest < 20 ? rest : rest % 10;
  const unitWord = feminine && unit === 1 ? 'одна' : feminine && unit === 2 ? 'две' : RU_UNITS[unit]!;
  return [RU_HUNDREDS[Math.floor(group / 100)]!, RU_TENS[Math.floor(rest / 10)] ?? '', unitWord].filter(
    Boolean,
  );
}

function sayKazakhGroup(group: number): string[] {
  const hundreds = Math.floor(group / 100);
  return [
    hundreds > 1 ? KZ_UNITS[hundreds]! : '',
    hundreds > 0 ? 'жүз' : '',
    KZ_TENS[Math.floor(group / 10) % 10]!,
    KZ_UNITS[group % 10]!,
  ].filter(Boolean);
}

function pluralForm(count: number): 0 | 1 | 2 {
  const rest = count % 100;
  if (rest > 10 && rest < 20) return 2;
  if (rest % 10 === 1) return 0;
  return rest % 10 > 1 && rest % 10 < 5 ? 1 : 2;
}
