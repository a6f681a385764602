import { boundOf, shareOf, type FiguresOfDay } from './tax-figures.ts';

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

const least = (...sums: (bigint | null)[]) =>
  sums.reduce<bigint>((found, sum) => (sum !== null && sum < found ? sum : found), sums[0]!);
const most = (one: bigint, other: bigint | null) => (other !== null && other > one ? other : one);
const plus = (bound: bigint | null, more = 0n) => (bound === null ? null : bound + more);
const left = (bound: bigint | null, used: bigint) => (bound === null ? null : most(bound - used, 0n));

/**
 * A whole month of one person at one customer under civil-law contracts (ГПХ), in the order of the Tax Code, art. 401,
 * 402 and 439: ОПВ, ВОСМС, СО of what ОПВ leaves, the base deduction, the social one, ИПН of the rest.
 *
 * Reckoned over the month, and over the year for what the year bounds, so that a month paid in parts withholds the same as
 * one payment: what a payment brings is the difference to what was reckoned before it.
 * @param gross_tiyn all that was paid for in the month
 * @throws UnknownFigure where a figure it needs is not known
 */
export function reckonIndividual(
  gross_tiyn: bigint,
  person: TaxedPerson,
  year: YearSoFar,
  figures: FiguresOfDay,
): Withheld {
  const upTo = (cap: Parameters<typeof boundOf>[1], sum: bigint) => least(sum, boundOf(figures, cap));
  const opv_tiyn = person.no_opv ? 0n : shareOf(figures, 'opv_percent', upTo('opv_cap_mzp', gross_tiyn));
  const vosms_tiyn = person.no_vosms
    ? 0n
    : shareOf(figures, 'vosms_percent', upTo('vosms_cap_mzp', gross_tiyn));
  const so_tiyn =
    person.no_so || gross_tiyn === 0n ? 0n : reckonSo(gross_tiyn, opv_tiyn, vosms_tiyn, figures);
  const rest = gross_tiyn - opv_tiyn - vosms_tiyn - so_tiyn;
  const has_deductions = !person.nonresident;
  const deduction_tiyn =
    has_deductions && person.base_deduction
      ? least(
          rest,
          plus(boundOf(figures, 'deduction_mrp'), year.carried_deduction_tiyn),
          left(boundOf(figures, 'deduction_year_mrp'), year.deduction_tiyn),
        )
      : 0n;
  const social_deduction_tiyn =
    has_deductions && person.disability
      ? least(
          rest - deduction_tiyn,
          left(boundOf(figures, `disability_${person.disability}_mrp`), year.social_deduction_tiyn) ?? 0n,
        )
      : 0n;
  const taxed_tiyn = person.nonresident ? gross_tiyn : rest - deduction_tiyn - social_deduction_tiyn;
  const ipn_tiyn = person.nonresident
    ? least(shareOf(figures, 'nonresident_percent', gross_tiyn), rest)
    : reckonIpn(taxed_tiyn, year.taxed_tiyn, figures);
  const net_tiyn = rest - ipn_tiyn;
  return {
    gross_tiyn,
    opv_tiyn,
    vosms_tiyn,
    so_tiyn,
    deduction_tiyn,
    social_deduction_tiyn,
    taxed_tiyn,
    ipn_tiyn,
    net_tiyn,
  };
}

/** Of the income less ОПВ, between the floor and the cap of all that one customer pays in the month; never more than is left. */
function reckonSo(gross_tiyn: bigint, opv_tiyn: bigint, vosms_tiyn: bigint, figures: FiguresOfDay): bigint {
  const capped = least(gross_tiyn - opv_tiyn, boundOf(figures, 'so_cap_mzp'));
  const base = most(capped, boundOf(figures, 'so_floor_mzp'));
  return least(shareOf(figures, 'so_percent', base), gross_tiyn - opv_tiyn - vosms_tiyn);
}

/** The higher rate is of what exceeds the bound of the year (art. 363). */
function reckonIpn(taxed_tiyn: bigint, taxed_before_tiyn: bigint, figures: FiguresOfDay): bigint {
  const low = least(taxed_tiyn, left(boundOf(figures, 'ipn_high_above_mrp'), taxed_before_tiyn));
  return shareOf(figures, 'ipn_percent', low) + shareOf(figures, 'ipn_high_percent', taxed_tiyn - low);
}

/**
 * What a month may use of the base deduction beside its own: what the months of the year since the first one of the
 * application have left. A month that used what others had left takes it from the rest.
 * @param carry the law is read both ways, so an adviser decides
 * @param earlier each month before this one, one without income too, with the figures it was reckoned by
 */
export function carriedDeduction(
  carry: DeductionCarry,
  earlier: readonly { figures: FiguresOfDay; deduction_tiyn: bigint }[],
): bigint {
  if (carry === 'none') return 0n;
  const unused = earlier.reduce(
    (all, { figures, deduction_tiyn }) => all + (boundOf(figures, 'deduction_mrp') ?? 0n) - deduction_tiyn,
    0n,
  );
  return most(unused, 0n);
}

/** What a further payment in a month brings, part by part. */
export function withholdMore(month: Withheld, before: Withheld): Withheld {
  const parts = Object.keys(month) as (keyof Withheld)[];
  return Object.fromEntries(parts.map((part) => [part, month[part] - before[part]])) as unknown as Withheld;
}
