import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountWords } from './amount-words.ts';
import { LOCALES } from './locale.ts';
import { MAX_AMOUNT_TIYN } from './money.ts';

const VECTORS = fileURLToPath(new URL('../../../../shared/data/amount_words_vectors.json', import.meta.url));
type Vector = { tiyn: number; ru: string; kz: string };

const amount = fc.bigInt({ min: 0n, max: MAX_AMOUNT_TIYN * 9n });
const locale = fc.constantFrom(...LOCALES);

/** Reads the words back by their plain values, independently of how they were put together. */
const VALUES: Record<string, number> = Object.fromEntries(
  [
    'ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'
      .split(' ')
      .map((word, value) => [word, value] as const),
    'нөл бір екі үш төрт бес алты жеті сегіз тоғыз он'
      .split(' ')
      .map((word, value) => [word, value] as const),
    'двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'
      .split(' ')
      .map((word, at) => [word, at * 10 + 20] as const),
    'жиырма отыз қырық елу алпыс жетпіс сексен тоқсан'
      .split(' ')
      .map((word, at) => [word, at * 10 + 20] as const),
    'сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'
      .split(' ')
      .map((word, at) => [word, at * 100 + 100] as const),
    [['одна', 1] as const, ['две', 2] as const],
  ].flat(),
);
const SCALES: [RegExp, bigint][] = [
  [/^(тысяч[аи]?|мың)$/, 1_000n],
  [/^миллион(а|ов)?$/, 1_000_000n],
  [/^миллиард(а|ов)?$/, 1_000_000_000n],
  [/^триллион(а|ов)?$/, 1_000_000_000_000n],
];

function readBack(text: string): bigint {
  let [tenge, group] = [0n, 0n];
  const words = text.toLowerCase().split(' ');
  for (const word of words.slice(0, -3)) {
    const scale = SCALES.find(([pattern]) => pattern.test(word));
    if (scale) {
      tenge += group * scale[1];
      group = 0n;
    } else if (word === 'жүз') {
      group = (group || 1n) * 100n;
    } else {
      const value = VALUES[word];
      if (value === undefined) throw new Error(`unknown word ${word}`);
      group += BigInt(value);
    }
  }
  return (tenge + group) * 100n + BigInt(words.at(-2)!);
}

describe('a sum in words', () => {
  it.skipIf(!existsSync(VECTORS))('agrees with the vectors (../shared/data)', () => {
    const { vectors } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { vectors: Vector[] };
    expect(vectors.length).toBeGreaterThan(30);
    for (const { tiyn, ru, kz } of vectors) {
      expect([amountWords(BigInt(tiyn), 'ru'), amountWords(BigInt(tiyn), 'kz')]).toEqual([ru, kz]);
    }
  });

  it('writes what a printed invoice writes', () => {
    expect(amountWords(6_999_000n, 'ru')).toBe('Шестьдесят девять тысяч девятьсот девяносто тенге 00 тиын');
    expect(amountWords(21_100_205n, 'ru')).toBe('Двести одиннадцать тысяч два тенге 05 тиын');
    expect(amountWords(21_100_205n, 'kz')).toBe('Екі жүз он бір мың екі теңге 05 тиын');
  });

  it('reads back to the same sum, whatever the sum', () => {
    fc.assert(fc.property(amount, locale, (sum, tongue) => readBack(amountWords(sum, tongue)) === sum));
  });

  it('keeps numbers and nouns in agreement', () => {
    fc.assert(
      fc.property(amount, (sum) => {
        const words = amountWords(sum, 'ru');
        expect(words).not.toMatch(/(один|два) тысяч|(одна|две) (миллион|миллиард|триллион|тенге)/i);
        expect(words).not.toMatch(/одна тысяч[^а]|две тысяч[^и]/i);
        expect(words).not.toMatch(/ {2}|^ | $/);
        expect(amountWords(sum, 'kz')).not.toMatch(/бір жүз/i);
      }),
    );
  });

  it('says minus for a correcting act and refuses what has no name', () => {
    fc.assert(
      fc.property(amount, locale, (sum, tongue) => {
        if (sum === 0n) return;
        expect(amountWords(-sum, tongue).toLowerCase()).toBe(
          `минус ${amountWords(sum, tongue).toLowerCase()}`,
        );
      }),
    );
    expect(() => amountWords(10n ** 17n, 'ru')).toThrow(RangeError);
  });
});
