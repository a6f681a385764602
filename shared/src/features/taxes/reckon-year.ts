import {
  carriedDeduction,
  reckonIndividual,
  YEAR_BEGINS,
  type DeductionCarry,
  type EarlierMonth,
  type TaxedPerson,
  type Withheld,
  type YearSoFar,
} from './reckon-individual.ts';
import type { FiguresOfDay } from './tax-figures.ts';

/** What came of a month, the person and the figures as they are in it. */
export interface MonthOfYear {
  /** Below zero where corrections and refunds are more than what was paid. */
  gross_tiyn: bigint;
  person: TaxedPerson;
  figures: FiguresOfDay;
}

export interface ReckonedMonth {
  /** Of what is left of the month after what earlier ones have brought. */
  month: Withheld;
  /** What the next month is lessened by: zero, or below it. */
  carried_tiyn: bigint;
  /** What earlier months had left of the base deduction for this one. */
  carried_deduction_tiyn: bigint;
}

/**
 * The months of a year in their order, those without income too where the deduction is carried. A month below zero withholds
 * nothing, since no part of it can be taken back from the budget here; what it is below zero lessens the next one, and after
 * the last month it is told.
 * @param before what was told of the year
 * @throws UnknownFigure where a figure it needs is not known
 */
export function reckonYear(
  months: readonly MonthOfYear[],
  before: YearSoFar = YEAR_BEGINS,
  carry: DeductionCarry = 'none',
): ReckonedMonth[] {
  let year = before;
  let carried_tiyn = 0n;
  let earlier: EarlierMonth[] = [];
  return months.map(({ gross_tiyn, person, figures }) => {
    const left = gross_tiyn + carried_tiyn;
    const carried_deduction_tiyn = carriedDeduction(carry, earlier, before.deduction_tiyn);
    const month = reckonIndividual(
      left > 0n ? left : 0n,
      person,
      { ...year, carried_deduction_tiyn },
      figures,
    );
    year = addToYear(year, month);
    carried_tiyn = left < 0n ? left : 0n;
    const is_applied = person.base_deduction ?? false;
    // An application that ended leaves nothing to the next one.
    if (!is_applied) earlier = earlier.map((one) => ({ ...one, is_applied }));
    const is_nonresident = person.nonresident ?? false;
    earlier.push({ figures, deduction_tiyn: month.deduction_tiyn, is_applied, is_nonresident });
    return { month, carried_tiyn, carried_deduction_tiyn };
  });
}

const addToYear = (year: YearSoFar, month: Withheld): YearSoFar => ({
  taxed_tiyn: year.taxed_tiyn + month.taxed_tiyn,
  deduction_tiyn: year.deduction_tiyn + month.deduction_tiyn,
  social_deduction_tiyn: year.social_deduction_tiyn + month.social_deduction_tiyn,
});
