import { boundOf, sharesOf, valueOf, type FiguresOfDay, type Share, type TaxFigure } from './tax-figures.ts';

/** Who is paid, as of the month: what lessens or lifts a part. */
export interface TaxedPerson {
  /** Applied to this customer for the base deduction. */
  base_deduction?: boolean;
  /** A deduction for disability of the first or second group, or of the third. */
  disability?: '1_2' | '3' | null;
  /** Not a tax resident: income tax of the gross at its own rate, without deductions. */
  nonresident?: boolean;
  no_opv?: boolean;
  no_vosms?: boolean;
  no_so?: boolean;
}

/** What the months of the year before this one came to, at this customer or told of with a source. */
export interface YearSoFar {
  taxed_tiyn: bigint;
  deduction_tiyn: bigint;
  social_deduction_tiyn: bigint;
  /** What `carriedDeduction` says of the earlier months. */
  carried_deduction_tiyn?: bigint;
}

/** Whether what a month left of the base deduction may be used in a later month of the year. */
export const DEDUCTION_CARRIES = ['none', 'year'] as const;
export type DeductionCarry = (typeof DEDUCTION_CARRIES)[number];

export const YEAR_BEGINS: YearSoFar = { taxed_tiyn: 0n, deduction_tiyn: 0n, social_deduction_tiyn: 0n };

/** All in whole tiyn; what is paid to the budget and the funds is in whole tenge. */
export interface Withheld {
  gross_tiyn: bigint;
  opv_tiyn: bigint;
  vosms_tiyn: bigint;
  so_tiyn: bigint;
  /** The base deduction, which needs an application. */
  deduction_tiyn: bigint;
  social_deduction_tiyn: bigint;
  /** What the income tax is taken of. */
  taxed_tiyn: bigint;
  ipn_tiyn: bigint;
  net_tiyn: bigint;
}

export const NOTHING_WITHHELD: Withheld = {
  gross_tiyn: 0n,
  opv_tiyn: 0n,
  vosms_tiyn: 0n,
  so_tiyn: 0n,
  deduction_tiyn: 0n,
  social_deduction_tiyn: 0n,
  taxed_tiyn: 0n,
  ipn_tiyn: 0n,
  net_tiyn: 0n,
};

/** Why a part of a month is nothing. */
export type NotDue =
  /** What the person is lifts it. */
  | 'lifted'
  | 'nonresident'
  | 'no_application'
  /** The law of those days knows no such part. */
  | 'not_in_law'
  /** Nothing was paid, or what goes before has taken all. */
  | 'nothing_left'
  | 'used_up'
  | 'nothing_taxed';

/** How one part of a month came to its sum. */
export interface Step {
  part: 'opv' | 'opvr' | 'vosms' | 'so' | 'deduction' | 'social_deduction' | 'ipn';
  /** The rates and what each was taken of; none of a deduction, and of a part that is not due. */
  shares: readonly Share[];
  /** What bounded the base, or the sum itself; `rest`: no more was left of the income; `carried`: the
   * deduction of the month with what earlier ones had left of theirs. */
  bound: TaxFigure | 'rest' | 'carried' | null;
  not_due: NotDue | null;
  sum_tiyn: bigint;
}

const least = (one: bigint, other: bigint | null) => (other !== null && other < one ? other : one);
const most = (one: bigint, other: bigint | null) => (other !== null && other > one ? other : one);

const nothing = (part: Step['part'], not_due: NotDue): Step => ({
  part,
  shares: [],
  bound: null,
  not_due,
  sum_tiyn: 0n,
});

/**
 * A whole month of one person at one customer under civil-law contracts (ГПХ), in the order of the Tax Code, art. 401,
 * 402 and 439: ОПВ, ВОСМС, СО of what ОПВ leaves, the base deduction, the social one, ИПН of the rest.
 *
 * Reckoned over the month, and over the year for what the year bounds, so that a month paid in parts withholds the same as
 * one payment: what a payment brings is the difference to what was reckoned before it.
 * @param gross_tiyn all that was paid for in the month
 * @throws UnknownFigure where a figure it needs is not known
 */
export const reckonIndividual = (
  gross_tiyn: bigint,
  person: TaxedPerson,
  year: YearSoFar,
  figures: FiguresOfDay,
): Withheld => reckonSteps(gross_tiyn, person, year, figures).month;

/** The same month, and how each part of it came to its sum. */
export function reckonSteps(
  gross_tiyn: bigint,
  person: TaxedPerson,
  year: YearSoFar,
  figures: FiguresOfDay,
): { month: Withheld; steps: Step[] } {
  let rest = gross_tiyn;
  const take = (step: Step) => {
    rest -= step.sum_tiyn;
    return step;
  };
  const opv = take(contribute('opv', gross_tiyn, rest, person, figures));
  const vosms = take(contribute('vosms', gross_tiyn, rest, person, figures));
  const so = take(contribute('so', gross_tiyn - opv.sum_tiyn, rest, person, figures));
  const earned = rest;
  const deduction = take(deductBase(rest, person, year, figures));
  const social = take(deductSocially(rest, person, year, figures));
  const taxed_tiyn = person.nonresident ? gross_tiyn : rest;
  const ipn = taxIncome(taxed_tiyn, earned, person, year, figures);
  return {
    month: {
      gross_tiyn,
      opv_tiyn: opv.sum_tiyn,
      vosms_tiyn: vosms.sum_tiyn,
      so_tiyn: so.sum_tiyn,
      deduction_tiyn: deduction.sum_tiyn,
      social_deduction_tiyn: social.sum_tiyn,
      taxed_tiyn,
      ipn_tiyn: ipn.sum_tiyn,
      net_tiyn: earned - ipn.sum_tiyn,
    },
    steps: [opv, vosms, so, deduction, social, ipn],
  };
}

/** Between the floor and the cap of all that one customer pays in the month; never more than is left. */
function contribute(
  part: 'opv' | 'vosms' | 'so',
  income_tiyn: bigint,
  rest: bigint,
  person: TaxedPerson,
  figures: FiguresOfDay,
): Step {
  if (person[`no_${part}`]) return nothing(part, 'lifted');
  if (income_tiyn === 0n) return nothing(part, 'nothing_left');
  const figure = `${part}_percent` as const;
  const capped = least(income_tiyn, boundOf(figures, `${part}_cap_mzp`));
  const of_tiyn = part === 'so' ? most(capped, boundOf(figures, 'so_floor_mzp')) : capped;
  const moved =
    of_tiyn > capped ? 'so_floor_mzp' : capped < income_tiyn ? (`${part}_cap_mzp` as const) : null;
  return charge(part, figures, [{ figure, of_tiyn }], rest, moved);
}

/** A sum by its rates, of which no more is taken than is left. */
function charge(
  part: Step['part'],
  figures: FiguresOfDay,
  shares: readonly Share[],
  rest: bigint,
  bound: Step['bound'],
): Step {
  const known = shares.filter(({ figure }) => valueOf(figures, figure) !== null);
  if (known.length === 0) return nothing(part, 'not_in_law');
  const whole = sharesOf(figures, known);
  return {
    part,
    shares: known,
    bound: whole > rest ? 'rest' : bound,
    not_due: rest === 0n ? 'nothing_left' : null,
    sum_tiyn: least(whole, rest),
  };
}

function deductBase(rest: bigint, person: TaxedPerson, year: YearSoFar, figures: FiguresOfDay): Step {
  if (person.nonresident) return nothing('deduction', 'nonresident');
  if (!person.base_deduction) return nothing('deduction', 'no_application');
  const of_month = boundOf(figures, 'deduction_mrp');
  if (of_month === null) return nothing('deduction', 'not_in_law');
  const carried = year.carried_deduction_tiyn ?? 0n;
  const right = of_month + carried;
  const of_year = boundOf(figures, 'deduction_year_mrp');
  const left = of_year === null ? null : most(of_year - year.deduction_tiyn, 0n);
  return left !== null && left < right
    ? deduct('deduction', rest, left, 'deduction_year_mrp')
    : deduct('deduction', rest, right, carried > 0n ? 'carried' : 'deduction_mrp');
}

function deductSocially(rest: bigint, person: TaxedPerson, year: YearSoFar, figures: FiguresOfDay): Step {
  if (person.nonresident) return nothing('social_deduction', 'nonresident');
  if (!person.disability) return nothing('social_deduction', 'no_application');
  const bound = `disability_${person.disability}_mrp` as const;
  const of_year = boundOf(figures, bound);
  const left = of_year === null ? null : most(of_year - year.social_deduction_tiyn, 0n);
  return deduct('social_deduction', rest, left, bound);
}

function deduct(part: Step['part'], rest: bigint, right: bigint | null, bound: Step['bound']): Step {
  if (right === null) return nothing(part, 'not_in_law');
  if (right === 0n) return nothing(part, 'used_up');
  if (rest === 0n) return nothing(part, 'nothing_left');
  const sum_tiyn = least(rest, right);
  return { part, shares: [], bound: sum_tiyn < right ? 'rest' : bound, not_due: null, sum_tiyn };
}

/** The higher rate is of what exceeds the bound of the year (art. 363); the tax of both is one sum. */
function taxIncome(
  taxed_tiyn: bigint,
  earned: bigint,
  person: TaxedPerson,
  year: YearSoFar,
  figures: FiguresOfDay,
): Step {
  if (person.nonresident)
    return charge('ipn', figures, [{ figure: 'nonresident_percent', of_tiyn: taxed_tiyn }], earned, null);
  const above = boundOf(figures, 'ipn_high_above_mrp');
  const low = above === null ? taxed_tiyn : least(taxed_tiyn, most(above - year.taxed_tiyn, 0n));
  if (taxed_tiyn === 0n) return nothing('ipn', 'nothing_taxed');
  const shares: Share[] = [
    { figure: 'ipn_percent', of_tiyn: low },
    { figure: 'ipn_high_percent', of_tiyn: taxed_tiyn - low },
  ];
  const bound = low < taxed_tiyn ? 'ipn_high_above_mrp' : null;
  return charge(
    'ipn',
    figures,
    shares.filter(({ of_tiyn }) => of_tiyn > 0n),
    earned,
    bound,
  );
}

/** A month of the year before the one that is reckoned, one without income too. */
export interface EarlierMonth {
  /** Those it was reckoned by. */
  figures: FiguresOfDay;
  deduction_tiyn: bigint;
  /** The application that holds now held in it already. */
  is_applied: boolean;
  /** Who is no tax resident has no deduction, so the month had none to leave. */
  is_nonresident: boolean;
}

/**
 * What a month may use of the base deduction beside its own: what the months of the year since the first one of the
 * application have left. A month that used what others had left takes it from the rest.
 * @param carry the law is read both ways, so an adviser decides
 * @param told_tiyn deducted before Kelisim in the year. Nobody says in which months, so it counts first against those
 *   before the application, and what they could not give was given by the months since then
 */
export function carriedDeduction(
  carry: DeductionCarry,
  earlier: readonly EarlierMonth[],
  told_tiyn: bigint,
): bigint {
  if (carry === 'none') return 0n;
  const right = ({ figures, is_nonresident }: EarlierMonth) =>
    (is_nonresident ? null : boundOf(figures, 'deduction_mrp')) ?? 0n;
  let [unused, given_before] = [0n, 0n];
  for (const month of earlier)
    if (month.is_applied) unused += right(month) - month.deduction_tiyn;
    else given_before += right(month);
  return most(unused - most(told_tiyn - given_before, 0n), 0n);
}

/** What a further payment in a month brings, part by part. */
export const withholdMore = (month: Withheld, before: Withheld): Withheld => combine(month, before, -1n);

export const addWithheld = (one: Withheld, other: Withheld): Withheld => combine(one, other, 1n);

function combine(one: Withheld, other: Withheld, sign: bigint): Withheld {
  const parts = Object.keys(one) as (keyof Withheld)[];
  return Object.fromEntries(parts.map((part) => [part, one[part] + sign * other[part]])) as Record<
    keyof Withheld,
    bigint
  >;
}
