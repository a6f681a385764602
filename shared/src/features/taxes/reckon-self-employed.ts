import type { PersonFlags } from './standing.ts';
import type { Step } from './reckon-individual.ts';
import { boundOf, shareOf, type FiguresOfDay } from './tax-figures.ts';

/** Of a month, in whole tiyn; each part in whole tenge. */
export interface SelfEmployedMonth {
  opv_tiyn: bigint;
  opvr_tiyn: bigint;
  so_tiyn: bigint;
  vosms_tiyn: bigint;
  total_tiyn: bigint;
  net_tiyn: bigint;
  /** Until the bound of the month; below zero the income is beyond it and the regime does not hold. */
  left_in_month_tiyn: bigint;
}

/**
 * The self-employed (Tax Code, art. 715 and 718–721): four equal parts of the income of the month, no income tax. Who
 * transfers them, the person or an operator of a platform, is not decided here.
 * @param gross_tiyn what is credited to the person for the month
 * @param is_exempt as `isExempt` says
 * @throws UnknownFigure where the law of that day does not know the regime
 */
export function reckonSelfEmployed(
  gross_tiyn: bigint,
  is_exempt: boolean,
  figures: FiguresOfDay,
): SelfEmployedMonth {
  const sums = stepsOfSelfEmployed(gross_tiyn, is_exempt, figures).map(({ sum_tiyn }) => sum_tiyn);
  const [opv_tiyn = 0n, opvr_tiyn = 0n, so_tiyn = 0n, vosms_tiyn = 0n] = sums;
  const total_tiyn = opv_tiyn + opvr_tiyn + so_tiyn + vosms_tiyn;
  return {
    opv_tiyn,
    opvr_tiyn,
    so_tiyn,
    vosms_tiyn,
    total_tiyn,
    net_tiyn: gross_tiyn - total_tiyn,
    left_in_month_tiyn: (boundOf(figures, 'self_employed_limit_mrp') ?? 0n) - gross_tiyn,
  };
}

/** Pensioners and students pay none of the parts. */
export const isExempt = ({ pension, is_student }: Pick<PersonFlags, 'pension' | 'is_student'>) =>
  pension !== null || is_student;

/** How each of the four parts came to its sum. */
export const stepsOfSelfEmployed = (gross_tiyn: bigint, is_exempt: boolean, figures: FiguresOfDay): Step[] =>
  (['opv', 'opvr', 'so', 'vosms'] as const).map((part) => {
    const figure = `self_employed_${part}_percent` as const;
    return {
      part,
      shares: is_exempt ? [] : [{ figure, of_tiyn: gross_tiyn }],
      bound: null,
      not_due: is_exempt ? 'lifted' : null,
      sum_tiyn: is_exempt ? 0n : shareOf(figures, figure, gross_tiyn),
    };
  });
