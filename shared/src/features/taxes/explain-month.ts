import { fill } from '../../kernel/fill.ts';
import type { Locale } from '../../kernel/locale.ts';
import { formatMoney } from '../../kernel/money.ts';
import { reckonSteps, type Step } from './reckon-individual.ts';
import { reckonSelfEmployed, stepsOfSelfEmployed } from './reckon-self-employed.ts';
import { boundOf, valueOf, type FiguresOfDay, type SourcesOfDay } from './tax-figures.ts';

/** Where a number of a month comes from. The sums are those of the reckoning: none is reckoned here. */
export interface Explanation {
  part: Step['part'] | 'taxed' | 'net';
  /** What is lessened, of `taxed` and `net`, and by what. */
  whole_tiyn: bigint | null;
  less_tiyn: readonly bigint[];
  rates: readonly { percent: number; of_tiyn: bigint }[];
  bound: { kind: NonNullable<Step['bound']>; sum_tiyn: bigint | null } | null;
  not_due: Step['not_due'];
  sum_tiyn: bigint;
  sources: readonly string[];
}

/** What a month was reckoned of, to be explained. */
export type MonthReckoned =
  | { kind: 'individual'; of: Parameters<typeof reckonSteps> }
  | { kind: 'self_employed'; of: Parameters<typeof stepsOfSelfEmployed> };

export const explainMonth = (month: MonthReckoned, sources: SourcesOfDay): Explanation[] =>
  month.kind === 'individual'
    ? explainIndividual(month.of, sources)
    : explainSelfEmployed(...month.of, sources);

/** Each part in the order in which it is reckoned, what is taxed before its tax, and the net at the end. */
export function explainIndividual(
  reckoned: Parameters<typeof reckonSteps>,
  sources: SourcesOfDay,
): Explanation[] {
  const [gross, person, , figures] = reckoned;
  const { month, steps } = reckonSteps(...reckoned);
  const explained = steps.map((step) => explainStep(step, figures, sources));
  const contributions = [month.opv_tiyn, month.vosms_tiyn, month.so_tiyn];
  const deductions = [month.deduction_tiyn, month.social_deduction_tiyn];
  const order = sources[person.nonresident ? 'nonresident_percent' : 'deduction_mrp'];
  const taxed = lessen(
    'taxed',
    gross,
    person.nonresident ? [] : [...contributions, ...deductions],
    month.taxed_tiyn,
    order,
  );
  const net = lessen('net', gross, [...contributions, month.ipn_tiyn], month.net_tiyn);
  return [...explained.slice(0, -1), taxed, ...explained.slice(-1), net];
}

export function explainSelfEmployed(
  ...[gross, is_exempt, figures, sources]: [...Parameters<typeof reckonSelfEmployed>, SourcesOfDay]
): Explanation[] {
  const steps = stepsOfSelfEmployed(gross, is_exempt, figures);
  const { net_tiyn } = reckonSelfEmployed(gross, is_exempt, figures);
  return [
    ...steps.map((step) => explainStep(step, figures, sources)),
    lessen(
      'net',
      gross,
      steps.map(({ sum_tiyn }) => sum_tiyn),
      net_tiyn,
    ),
  ];
}

function explainStep(step: Step, figures: FiguresOfDay, sources: SourcesOfDay): Explanation {
  const { part, shares, bound, not_due, sum_tiyn } = step;
  const bounding = bound === 'rest' || bound === 'carried' ? null : bound;
  const used = [...shares.map(({ figure }) => figure), ...(bounding ? [bounding] : [])];
  return {
    part,
    whole_tiyn: null,
    less_tiyn: [],
    rates: shares.map(({ figure, of_tiyn }) => ({ percent: valueOf(figures, figure) ?? 0, of_tiyn })),
    bound: bound && { kind: bound, sum_tiyn: bounding && boundOf(figures, bounding) },
    not_due,
    sum_tiyn,
    sources: [...new Set(used.flatMap((figure) => sources[figure] ?? []))],
  };
}

const lessen = (
  part: 'taxed' | 'net',
  whole_tiyn: bigint,
  less: readonly bigint[],
  sum_tiyn: bigint,
  source?: string,
): Explanation => ({
  part,
  whole_tiyn,
  less_tiyn: less.filter((one) => one > 0n),
  rates: [],
  bound: null,
  not_due: null,
  sum_tiyn,
  sources: source === undefined ? [] : [source],
});

type Named<Name extends string> = { readonly [name in Name]: string };
/** `texts/<locale>/tax-sentences.ts`. */
export interface TaxWords {
  name: Named<Explanation['part']>;
  rate: string;
  and: string;
  sentence: string;
  not_due: string;
  from: string;
  no_article: string;
  why: Named<NonNullable<Step['not_due']>>;
  bound: { readonly [kind in NonNullable<Step['bound']>]?: string };
}

/** One sentence, with every number that the sum was made of. */
export function sayExplanation(of: Explanation, words: TaxWords, locale: Locale): string {
  const values = { name: words.name[of.part], sum: tenge(of.sum_tiyn) };
  if (of.not_due) return fill(words.not_due, { ...values, why: words.why[of.not_due] });
  const rates = of.rates.map(({ percent, of_tiyn }) =>
    fill(words.rate, { percent: String(percent).replace('.', ','), of: tenge(of_tiyn) }),
  );
  const whole = of.whole_tiyn === null ? [] : [[of.whole_tiyn, ...of.less_tiyn].map(tenge).join(' − ')];
  const made = [...rates, ...whole].join(` ${words.and} `);
  const bound =
    of.bound && fill(words.bound[of.bound.kind] ?? '', { bound: tenge(of.bound.sum_tiyn ?? of.sum_tiyn) });
  return [
    fill(words.sentence, { ...values, sum: made === '' ? values.sum : `${made} = ${values.sum}` }),
    bound && `; ${bound}`,
    of.sources.length > 0 && ` ${citeAll(of.sources, words, locale)}`,
  ]
    .filter(Boolean)
    .join('');
}

/** The law where a source names it, without where it was read; else plainly that it is none. */
function citeAll(sources: readonly string[], words: TaxWords, locale: Locale): string {
  const all = sources.flatMap((source) => source.split(';').map((one) => one.trim())).filter(Boolean);
  const cited = [...new Set(all.filter((one) => LAW.test(one)))].map((one) => cite(one, locale));
  return cited.length > 0 ? fill(words.from, { source: cited.join('; ') }) : words.no_article;
}

/** How a source that is a law, an order or a decree of the government is entered at the desk. */
const LAW = /кодекс|закон|приказ|постановлени|заң|бұйрық|бұйрығ|қаулы/i;

/** Sources are entered in Russian; laws that are cited alike everywhere have their Kazakh names. */
const KAZAKH_LAWS: readonly (readonly [RegExp, string])[] = [
  [/[Пп]режний Налоговый кодекс, ст\. (\d+)/g, 'бұрынғы Салық кодексінің $1-бабы'],
  [/Налоговый кодекс, ст\. (\d+(?:, \d+)+)/g, 'Салық кодексінің $1-баптары'],
  [/Налоговый кодекс, ст\. (\d+) п\. ([\d-]+)/g, 'Салық кодексі $1-бабының $2-тармағы'],
  [/Налоговый кодекс, ст\. (\d+)/g, 'Салық кодексінің $1-бабы'],
  [/Закон об ОСМС, ст\. (\d+) п\. ([\d-]+)/g, 'МӘМС туралы заң $1-бабының $2-тармағы'],
  [/Закон об ОСМС, ст\. (\d+)/g, 'МӘМС туралы заңның $1-бабы'],
  [/[Пп]риказ МТСЗН № (\d+) от ([\d.]+)/g, 'ЕХӘҚМ-нің $2 № $1 бұйрығы'],
];

const cite = (source: string, locale: Locale) =>
  locale === 'ru' ? source : KAZAKH_LAWS.reduce((text, [ru, kz]) => text.replaceAll(ru, kz), source);

/** «300 000 ₸», the spaces unbreakable; tiyn only where there are any. */
export function tenge(sum_tiyn: bigint): string {
  const [whole = '', part] = formatMoney(sum_tiyn).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')}${part === '00' ? '' : `,${part}`}\u00a0₸`;
}
