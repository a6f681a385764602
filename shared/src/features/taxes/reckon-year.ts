import {
  reckonIndividual,
  YEAR_BEGINS,
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
}

/**
 * The months of a year in their order. A month below zero withholds nothing, since no part of it can be taken back from the
 * budget here; what it is below zero lessens the next one, and after the last month it is told.
 * @param before what was reckoned of the year already
 * @throws UnknownFigure where a figure it needs is not known
 */
export function reckonYear(months: readonly MonthOfYear[], before: YearSoFar = YEAR_BEGINS): ReckonedMonth[] {
  let year = before;
  let carried_tiyn = 0n;
  return months.map(({ gross_tiyn, person, figures }) => {
    const left = gross_tiyn + carried_tiyn;
    const month = reckonIndividual(left > 0n ? left : 0n, person, year, figures);
    year = addToYear(year, month);
    carried_tiyn = left < 0n ? left : 0n;
    return { month, carried_tiyn };
  });
}

const addToYear = (year: YearSoFar, month: Withheld): YearSoFar => ({
  taxed_tiyn: year.taxed_tiyn + month.taxed_tiyn,
  deduction_tiyn: year.deduction_tiyn + month.deduction_tiyn,
  social_deduction_tiyn: year.social_deduction_tiyn + month.social_deduction_tiyn,
});
