import { vatWithin } from '@kelisim/shared/features/acts/act-totals.ts';
import { explainIndividual, sayExplanation } from '@kelisim/shared/features/taxes/explain-month.ts';
import {
  DEDUCTION_CARRIES,
  withholdMore,
  YEAR_BEGINS,
  type TaxedPerson,
  type Withheld,
} from '@kelisim/shared/features/taxes/reckon-individual.ts';
import { reckonSelfEmployed } from '@kelisim/shared/features/taxes/reckon-self-employed.ts';
import { reckonYear } from '@kelisim/shared/features/taxes/reckon-year.ts';
import {
  boundOf,
  figuresOf,
  sourcesOf,
  sharesOf,
  UnknownFigure,
  valueOf,
  type DatedFigure,
  type FiguresOfDay,
  type SourcedFigure,
} from '@kelisim/shared/features/taxes/tax-figures.ts';
import kz from '@kelisim/shared/texts/kz/tax-sentences.ts';
import ru from '@kelisim/shared/texts/ru/tax-sentences.ts';
import { z } from 'zod';

/** Sums of a case are whole tenge. */
const sum = z.number().min(-1e12).max(1e12);
const inputs = z.looseObject({
  regime: z.string(),
  year: z.int().optional(),
  gross: sum.optional(),
  /** Of one customer and month, reckoned together. */
  contracts: z.array(sum).optional(),
  /** Of one month, paid one after another. */
  parts: z.array(sum).optional(),
  /** The gross of each month of a year, from the first on; a case of wages names a count. */
  months: z.union([z.array(sum), z.int()]).optional(),
  flags: z.array(z.string()).optional(),
  taxed_before: sum.optional(),
  base_used: sum.optional(),
  social_used: sum.optional(),
  /** What an adviser said of the base deduction; the case of a year alone has months that leave some. */
  deduction_carry: z.enum(DEDUCTION_CARRIES).optional(),
  /** Minimum wage of a year whose figures are not known. */
  mzp: z.number().optional(),
  taxed_year: sum.optional(),
  platform_fee_percent: z.number().optional(),
  gross_without_vat: sum.optional(),
  gross_with_vat: sum.optional(),
  rate: z.int().optional(),
});
type Inputs = z.output<typeof inputs>;
export const caseFile = z.looseObject({
  cases: z.array(z.looseObject({ id: z.string(), inputs, contradicts: z.array(z.string()).optional() })),
});

type Reckoned =
  | { actual: object; rule?: string; explained?: { ru: string[]; kz: string[] } }
  | { why_not: string };

/** Where sources exclude one another: the rule that the product follows. */
const FOLLOWED: Record<string, string> = {
  P01: 'СО has a floor of one МЗП in 2025, and none since 2026.',
  P02: 'СО is of the income less ОПВ (gfss.kz).',
  P03: 'Contributions lessen what is taxed (Tax Code, art. 401 and 402); the spoken figure leaves them out.',
  P05: 'The bound is 8,500 МРП of the year of the payment.',
  P06: 'The bound is 8,500 МРП of the year of the payment, not of the year before.',
  P08: 'The bound is 300 МРП of the year of the payment.',
  P09: 'The bound is 300 МРП of the year of the payment, not of the year before.',
  P10: '882 МРП of 3,932 ₸ are 3,468,024 ₸; the printed figure is a misprint.',
  P13: 'The single payment is of what is credited to the person, after the fee (facts on taxes, 2.6).',
  P18: 'Floor and cap are of all that one customer pays in the month (reckon-individual.test.ts holds it).',
  P19: 'No floor since 2026 (reckon-individual.test.ts holds it).',
  K01: 'СО is of the income less ОПВ (gfss.kz).',
  K02: 'ВОСМС has a cap for these contracts too (law on ОСМС, art. 28).',
};

/** A case with what the product makes of it. */
export function answerCase<Case extends { id: string; inputs: Inputs }>(
  one: Case,
  rows: readonly SourcedFigure[],
) {
  const rule = FOLLOWED[one.id];
  return { ...one, ...(rule && { rule }), ...reckonCase(one.inputs, rows) };
}

const KNOWN_FLAGS = [
  'base_deduction',
  'nonresident',
  'no_opv',
  'no_vosms',
  'no_so',
  'disabled_I',
  'disabled_II',
  'disabled_III',
  'pensioner',
  'student',
];

/** What the product reckons for a case, in the words of the case; never throws for what it does not know. */
export function reckonCase(of: Inputs, rows: readonly SourcedFigure[]): Reckoned {
  const strange = of.flags?.find((flag) => !KNOWN_FLAGS.includes(flag));
  if (strange) return { why_not: `The product knows no person of the kind ${strange}.` };
  try {
    switch (of.regime) {
      case 'gph':
        return reckonGph(of, rows);
      case 'self_employed':
        return { actual: reckonOwn(of, figuresOfYear(rows, of.year)) };
      case 'simplified':
        return { actual: boundsOfSimplified(figuresOfYear(rows, of.year)) };
      case 'too_vat':
        return { actual: reckonVat(of) };
      case 'any':
        return { actual: taxOfYear(of, figuresOfYear(rows, of.year)) };
      case 'staff':
        return { why_not: 'Wages are outside of the product: it pays under civil-law contracts.' };
      default:
        return { why_not: `The product knows no regime ${of.regime}.` };
    }
  } catch (error) {
    if (error instanceof UnknownFigure)
      return { why_not: `${error.figure} is not entered for ${of.year}, and another year is no answer.` };
    throw error;
  }
}

const tiyn = (tenge: number) => BigInt(Math.round(tenge * 100));
const tenge = (sum_tiyn: bigint) => Number(sum_tiyn) / 100;
const figuresOfYear = (rows: readonly DatedFigure[], year = 0) => figuresOf(rows, `${year}-12-31`);
const sourcesOfYear = (rows: readonly SourcedFigure[], year = 0) => sourcesOf(rows, `${year}-12-31`);
/** As the product shows them, whole. */
const whole = (sum_tiyn: bigint) => Number((sum_tiyn + 50n) / 100n);

function reckonGph(of: Inputs, rows: readonly SourcedFigure[]): Reckoned {
  const known = figuresOfYear(rows, of.year);
  const first_year = rows.reduce((first, row) => Math.min(first, Number(row.valid_from.slice(0, 4))), 9999);
  const is_named = known.mzp === undefined && of.mzp !== undefined;
  const figures = is_named ? { ...figuresOfYear(rows, first_year), mzp: of.mzp! } : known;
  const person = personOf(of.flags ?? []);
  const year = {
    ...YEAR_BEGINS,
    taxed_tiyn: tiyn(of.taxed_before ?? 0),
    deduction_tiyn: tiyn(of.base_used ?? 0),
    social_deduction_tiyn: tiyn(of.social_used ?? 0),
  };
  const reckon = (grosses: readonly bigint[]) =>
    reckonYear(
      grosses.map((gross_tiyn) => ({ gross_tiyn, person, figures })),
      year,
      of.deduction_carry,
    ).map(({ month, carried_tiyn }) => ({
      month,
      told: carried_tiyn < 0n ? { carried: tenge(carried_tiyn) } : {},
    }));
  if (Array.isArray(of.months)) {
    const months = reckon(of.months.map(tiyn));
    return { actual: { months: months.map(({ month, told }) => ({ ...showMonth(month), ...told })) } };
  }
  const paid = of.parts ?? of.contracts ?? (of.gross === undefined ? null : [of.gross]);
  if (!paid) return { why_not: 'The case names no sum.' };
  const monthOf = (gross: bigint) => reckon([gross])[0]!;
  const total = paid.reduce((all, one) => all + tiyn(one), 0n);
  const { month, told } = monthOf(total);
  const whole_month = { ...showMonth(month), ...told };
  if (!of.parts) {
    const explained = explainIndividual(
      [month.gross_tiyn, person, year, figures],
      sourcesOfYear(rows, of.year),
    );
    return {
      actual: whole_month,
      explained: {
        ru: explained.map((one) => sayExplanation(one, ru, 'ru')),
        kz: explained.map((one) => sayExplanation(one, kz, 'kz')),
      },
      ...(is_named && { rule: `Figures of ${first_year} with the minimum wage that the case names.` }),
    };
  }
  const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
  let gross = 0n;
  let before = monthOf(gross).month;
  const steps = of.parts.map((part, at) => {
    gross += tiyn(part);
    const now = monthOf(gross).month;
    const more = withholdMore(now, before);
    before = now;
    return [names[at] ?? `part_${at + 1}`, showMonth(more)];
  });
  return { actual: { ...Object.fromEntries(steps), month: whole_month } };
}

const personOf = (flags: readonly string[]): TaxedPerson => ({
  base_deduction: flags.includes('base_deduction'),
  nonresident: flags.includes('nonresident'),
  // A pensioner by age owes no contributions; for a full-time student the state pays the insurance.
  no_opv: flags.includes('no_opv') || flags.includes('pensioner'),
  no_so: flags.includes('no_so') || flags.includes('pensioner'),
  no_vosms: ['no_vosms', 'pensioner', 'student'].some((flag) => flags.includes(flag)),
  disability:
    flags.includes('disabled_I') || flags.includes('disabled_II')
      ? '1_2'
      : flags.includes('disabled_III')
        ? '3'
        : null,
});

const showMonth = (month: Withheld) => ({
  opv: tenge(month.opv_tiyn),
  vosms: tenge(month.vosms_tiyn),
  so: tenge(month.so_tiyn),
  base_deduction: tenge(month.deduction_tiyn),
  social_deduction: tenge(month.social_deduction_tiyn),
  taxed: tenge(month.taxed_tiyn),
  ipn: tenge(month.ipn_tiyn),
  net: tenge(month.net_tiyn),
});

function reckonOwn(of: Inputs, figures: FiguresOfDay) {
  const limit_month = tenge(boundOf(figures, 'self_employed_limit_mrp') ?? 0n);
  if (of.gross === undefined) {
    const parts = ['opv', 'opvr', 'so', 'vosms'] as const;
    const percents = parts.map((part) => valueOf(figures, `self_employed_${part}_percent`) ?? 0);
    return { limit_month, rate_total_percent: percents.reduce((all, one) => all + one, 0) };
  }
  const fee = of.platform_fee_percent ?? 0;
  const base = (tiyn(of.gross) * (10_000n - BigInt(Math.round(fee * 100)))) / 10_000n;
  const is_exempt = (of.flags ?? []).some((flag) => flag === 'pensioner' || flag === 'student');
  const month = reckonSelfEmployed(base, is_exempt, figures);
  if (month.left_in_month_tiyn < 0n)
    return { refused: 'limit_month', limit_month, over: tenge(-month.left_in_month_tiyn) };
  return {
    ...(fee > 0 && { base: tenge(base), net_after_fee: tenge(month.net_tiyn) }),
    opv: tenge(month.opv_tiyn),
    opvr: tenge(month.opvr_tiyn),
    so: tenge(month.so_tiyn),
    vosms: tenge(month.vosms_tiyn),
    ipn: 0,
    total: tenge(month.total_tiyn),
    net: tenge(month.net_tiyn),
    left_in_month: tenge(month.left_in_month_tiyn),
  };
}

const boundsOfSimplified = (figures: FiguresOfDay) => ({
  limit_year: tenge(boundOf(figures, 'simplified_limit_mrp') ?? 0n),
  vat_threshold: tenge(boundOf(figures, 'vat_threshold_mrp') ?? 0n),
});

/** Income tax of a year, and the bounds that hang on the figures of it. */
function taxOfYear({ taxed_year }: Inputs, figures: FiguresOfDay) {
  const bound = boundOf(figures, 'ipn_high_above_mrp');
  const bounds = bound !== null && {
    threshold_year: tenge(bound),
    threshold_month_average: whole(bound / 12n),
  };
  const [mzp, mrp] = [valueOf(figures, 'mzp') ?? 0, valueOf(figures, 'mrp') ?? 0];
  if (taxed_year === undefined)
    return { ...bounds, mzp1: mzp, mzp7: mzp * 7, mrp14: mrp * 14, mrp882: mrp * 882 };
  const taxed = tiyn(taxed_year);
  const low = bound !== null && bound < taxed ? bound : taxed;
  const ipn = sharesOf(figures, [
    { figure: 'ipn_percent', of_tiyn: low },
    { figure: 'ipn_high_percent', of_tiyn: taxed - low },
  ]);
  return { ipn: tenge(ipn), ...bounds };
}

function reckonVat({ gross_without_vat, gross_with_vat, rate = 0 }: Inputs) {
  if (gross_with_vat !== undefined) {
    const gross = tiyn(gross_with_vat);
    const vat = vatWithin(gross, rate);
    return { vat: tenge(vat), without_vat: tenge(gross - vat) };
  }
  const net = tiyn(gross_without_vat ?? 0);
  const vat = (net * BigInt(rate) + 50n) / 100n;
  return { vat: tenge(vat), with_vat: tenge(net + vat) };
}
