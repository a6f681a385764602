import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import kz from '../../texts/kz/tax-sentences.ts';
import ru from '../../texts/ru/tax-sentences.ts';
import {
  explainIndividual,
  explainSelfEmployed,
  sayExplanation,
  tenge,
  type Explanation,
} from './explain-month.ts';
import { reckonIndividual, YEAR_BEGINS, type TaxedPerson, type Withheld } from './reckon-individual.ts';
import { reckonSelfEmployed } from './reckon-self-employed.ts';
import { FLAT_YEAR, TWO_RATES } from './figures.fixture.ts';
import { taxedPerson as person } from '../../../test/taxed-person.ts';

const SOURCES = {
  opv_percent: 'asistent.kz',
  opv_cap_mzp: 'f-chain.com',
  vosms_cap_mzp: 'Закон об ОСМС, ст. 28 п. 5-2',
  so_percent: 'gfss.kz; приказ МТСЗН № 20 от 23.01.2025',
  ipn_percent: 'Налоговый кодекс, ст. 363',
  ipn_high_percent: 'Налоговый кодекс, ст. 363',
  deduction_mrp: 'Налоговый кодекс, ст. 401, 403',
};
const sums = (tenge_count: number) => BigInt(tenge_count) * 100n;
const plain = (sentence: string) => sentence.replaceAll('\u00a0', ' ');
const tell = (of: Explanation, locale: 'ru' | 'kz') =>
  plain(sayExplanation(of, locale === 'ru' ? ru : kz, locale));

describe('a month in sentences', () => {
  const explained = (gross: number, person: TaxedPerson, year = {}) =>
    explainIndividual([sums(gross), person, { ...YEAR_BEGINS, ...year }, TWO_RATES], SOURCES);

  test('in Russian and in Kazakh', () => {
    const month = explained(300_000, { base_deduction: true, no_vosms: true });
    expect(month.map((of) => tell(of, 'ru'))).toEqual([
      'ОПВ: 10 % от 300 000 ₸ = 30 000 ₸ (без ссылки на закон: проверьте)',
      'ВОСМС: 0 ₸ — с этого человека не удерживается',
      'СО: 5 % от 270 000 ₸ = 13 500 ₸ (приказ МТСЗН № 20 от 23.01.2025)',
      'Базовый вычет: 129 750 ₸; в месяц положено 129 750 ₸ (Налоговый кодекс, ст. 401, 403)',
      'Социальный вычет: 0 ₸ — у заказчика нет заявления или документа на вычет',
      'Облагаемый доход: 300 000 ₸ − 30 000 ₸ − 13 500 ₸ − 129 750 ₸ = 126 750 ₸ (Налоговый кодекс, ст. 401, 403)',
      'ИПН: 10 % от 126 750 ₸ = 12 675 ₸ (Налоговый кодекс, ст. 363)',
      'К выплате: 300 000 ₸ − 30 000 ₸ − 13 500 ₸ − 12 675 ₸ = 243 825 ₸',
    ]);
    expect(month.map((of) => tell(of, 'kz')).slice(0, 4)).toEqual([
      'МЗЖ: 300 000 ₸ сомасының 10 %-ы = 30 000 ₸ (заңға сілтемесіз: тексеріңіз)',
      'МӘМСЖ: 0 ₸ — бұл адамнан ұсталмайды',
      'ӘА: 270 000 ₸ сомасының 5 %-ы = 13 500 ₸ (ЕХӘҚМ-нің 23.01.2025 № 20 бұйрығы)',
      'Базалық шегерім: 129 750 ₸; айына 129 750 ₸ беріледі (Салық кодексінің 401, 403-баптары)',
    ]);
  });

  test('names both rates of the month that crosses the bound of the year, and the caps', () => {
    const crossing = explained(3_000_000, {}, { taxed_tiyn: sums(36_700_000) });
    const [, vosms, , , , , ipn] = crossing.map((of) => tell(of, 'ru'));
    expect(vosms).toBe(
      'ВОСМС: 2 % от 1 700 000 ₸ = 34 000 ₸; доход больше 1 700 000 ₸ в месяц в расчёт не входит (Закон об ОСМС, ст. 28 п. 5-2)',
    );
    expect(ipn).toBe(
      'ИПН: 10 % от 62 500 ₸ и 15 % от 2 573 750 ₸ = 392 313 ₸; повышенная ставка — с дохода больше 36 762 500 ₸ за год (Налоговый кодекс, ст. 363)',
    );
  });
});

const upTo = (max: bigint) => fc.bigInt({ min: 0n, max });
const gross = fc.oneof(upTo(1_000n), upTo(100_000_000n), upTo(5_000_000_000n));
const year = fc.record({
  taxed_tiyn: upTo(5_000_000_000n),
  deduction_tiyn: upTo(160_000_000n),
  social_deduction_tiyn: upTo(2_500_000_000n),
  carried_deduction_tiyn: upTo(50_000_000n),
});

/** The numbers of a sentence are those of the reckoning, and come to its sum. */
function checkSentences(of: Explanation, sum_tiyn: bigint) {
  expect(of.sum_tiyn).toBe(sum_tiyn);
  if (of.rates.length > 0 && of.bound?.kind !== 'rest') {
    const made = of.rates.reduce((all, { percent, of_tiyn }) => all + of_tiyn * BigInt(percent * 100), 0n);
    expect(((made + 500_000n) / 1_000_000n) * 100n).toBe(sum_tiyn);
  }
  if (of.whole_tiyn !== null)
    expect(of.less_tiyn.reduce((left, less) => left - less, of.whole_tiyn)).toBe(sum_tiyn);
  for (const [words, locale] of [
    [ru, 'ru'],
    [kz, 'kz'],
  ] as const) {
    const sentence = sayExplanation(of, words, locale);
    expect(sentence).not.toMatch(/\{\{|undefined|; \(/);
    expect(sentence.startsWith(`${words.name[of.part]}: `)).toBe(true);
    const printed = [
      tenge(sum_tiyn),
      ...of.rates.flatMap(({ percent, of_tiyn }) => [`${percent} %`, tenge(of_tiyn)]),
      ...[of.whole_tiyn ?? [], ...of.less_tiyn].flat().map(tenge),
      ...(of.bound?.sum_tiyn ? [tenge(of.bound.sum_tiyn)] : []),
      ...(of.not_due ? [words.why[of.not_due]] : []),
    ];
    for (const number of of.not_due ? [printed[0]!, printed.at(-1)!] : printed)
      expect(sentence).toContain(number);
  }
}

test('every part of any month has a sentence in both languages with the numbers of the reckoning', () => {
  fc.assert(
    fc.property(gross, person, year, fc.constantFrom(TWO_RATES, FLAT_YEAR), (paid, who, before, by) => {
      const month = reckonIndividual(paid, who, before, by);
      const explained = explainIndividual([paid, who, before, by], SOURCES);
      expect(explained.map(({ part }) => part).join(' ')).toBe(
        'opv vosms so deduction social_deduction taxed ipn net',
      );
      for (const of of explained) checkSentences(of, month[`${of.part}_tiyn` as keyof Withheld]);
    }),
    { numRuns: 2_000 },
  );
});

test('and so has every part of the self-employed', () => {
  fc.assert(
    fc.property(gross, fc.boolean(), (paid, is_exempt) => {
      const month = reckonSelfEmployed(paid, is_exempt, TWO_RATES);
      const explained = explainSelfEmployed(paid, is_exempt, TWO_RATES, SOURCES);
      expect(explained.map(({ part }) => part).join(' ')).toBe('opv opvr so vosms net');
      for (const of of explained) checkSentences(of, month[`${of.part}_tiyn` as keyof typeof month]);
    }),
    { numRuns: 2_000 },
  );
});

test('a part that the law of those days does not know is explained as nothing', () => {
  const figures = { ...TWO_RATES, self_employed_opv_percent: null };
  const [opv] = explainSelfEmployed(sums(100_000), false, figures, {});
  expect(opv).toMatchObject({ part: 'opv', rates: [{ percent: 0, of_tiyn: sums(100_000) }], sum_tiyn: 0n });
});
