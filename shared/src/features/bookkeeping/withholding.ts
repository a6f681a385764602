/**
 * What a customer withholds from an individual under a civil-law contract (ГПХ). All sums are whole tiyn; each part is
 * rounded half up to whole tenge, as it is paid to the budget.
 *
 * Reckoned over the whole month (and, for the higher rate, the year), so that a month paid in parts withholds the same as
 * one payment: what a payment brings is the difference to what was reckoned before it.
 */
export interface WithholdingRates {
  /** From this day, `YYYY-MM-DD`. */
  valid_from: string;
  /** Minimum wage (МЗП) and monthly index (МРП). */
  mzp_tiyn: bigint;
  mrp_tiyn: bigint;
  /** Pension contribution (ОПВ), percent, of at most so many minimum wages a month. */
  opv_percent: number;
  opv_cap_mzp: number;
  /** Health insurance (ВОСМС), percent. */
  vosms_percent: number;
  /** Social contribution (СО), percent, of at most so many minimum wages a month. */
  so_percent: number;
  so_cap_mzp: number;
  /** Income tax (ИПН), percent; the higher one on what exceeds so many indexes of taxed income a year. */
  ipn_percent: number;
  ipn_high_percent: number;
  ipn_high_above_mrp: number;
  /** Deduction a month in indexes, for those who asked this customer for it. */
  deduction_mrp: number;
}

export interface Withheld {
  gross_tiyn: bigint;
  opv_tiyn: bigint;
  vosms_tiyn: bigint;
  so_tiyn: bigint;
  deduction_tiyn: bigint;
  /** What the income tax is taken of. */
  taxed_tiyn: bigint;
  ipn_tiyn: bigint;
  net_tiyn: bigint;
}

const TENGE = 100n;
const percentOf = (sum: bigint, percent: number) => {
  const hundredths = BigInt(Math.round(percent * 100));
  return ((sum * hundredths + 500_000n) / 1_000_000n) * TENGE;
};
const least = (one: bigint, other: bigint) => (one < other ? one : other);
const atLeastNothing = (sum: bigint) => (sum > 0n ? sum : 0n);

/**
 * A whole month of one person.
 * @param gross_tiyn all that was earned in the month
 * @param taxed_before_tiyn taxed income of the months of the year before
 */
export function withholdMonth(
  gross_tiyn: bigint,
  taxed_before_tiyn: bigint,
  rates: WithholdingRates,
  has_deduction: boolean,
): Withheld {
  const capped = (mzp: number) => least(gross_tiyn, rates.mzp_tiyn * BigInt(mzp));
  const opv_tiyn = percentOf(capped(rates.opv_cap_mzp), rates.opv_percent);
  const vosms_tiyn = percentOf(gross_tiyn, rates.vosms_percent);
  const so_tiyn = percentOf(capped(rates.so_cap_mzp), rates.so_percent);
  const left = atLeastNothing(gross_tiyn - opv_tiyn - vosms_tiyn - so_tiyn);
  const deduction_tiyn = has_deduction
    ? least(left, (rates.mrp_tiyn * BigInt(Math.round(rates.deduction_mrp * 100))) / 100n)
    : 0n;
  const taxed_tiyn = left - deduction_tiyn;
  const limit = rates.mrp_tiyn * BigInt(rates.ipn_high_above_mrp);
  const low = least(taxed_tiyn, atLeastNothing(limit - taxed_before_tiyn));
  const ipn_tiyn = percentOf(low, rates.ipn_percent) + percentOf(taxed_tiyn - low, rates.ipn_high_percent);
  const net_tiyn = gross_tiyn - opv_tiyn - vosms_tiyn - so_tiyn - ipn_tiyn;
  return { gross_tiyn, opv_tiyn, vosms_tiyn, so_tiyn, deduction_tiyn, taxed_tiyn, ipn_tiyn, net_tiyn };
}

/** What a further payment in a month brings, part by part. */
export function withholdMore(month: Withheld, before: Withheld): Withheld {
  const parts = Object.keys(month) as (keyof Withheld)[];
  return Object.fromEntries(parts.map((part) => [part, month[part] - before[part]])) as unknown as Withheld;
}

/** The rates of a day; undefined before the first ones. */
export function ratesOf(rates: readonly WithholdingRates[], day: string): WithholdingRates | undefined {
  return rates
    .filter(({ valid_from }) => valid_from <= day)
    .sort((one, other) => (one.valid_from < other.valid_from ? 1 : -1))[0];
}
