import type { Standing, TaxRegime } from './standing.ts';
import { boundOf, type FiguresOfDay } from './tax-figures.ts';

export const LIMIT_KINDS = ['self_employed_month', 'lower_rate', 'deduction', 'vat_threshold'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** `unknown`: nobody has entered the figures of that year. */
export const LIMIT_STATES = ['calm', 'close', 'above', 'unknown'] as const;

export interface Limit {
  kind: LimitKind;
  /** Null: the months of the year cannot be reckoned without its figures. */
  used_tiyn: bigint | null;
  /** Null: unknown. */
  limit_tiyn: bigint | null;
  state: (typeof LIMIT_STATES)[number];
}

/** What somebody has had: in the month of the day, and since the year began. What is left out is not counted here. */
export type Used = Partial<Record<`${LimitKind}_tiyn`, bigint | null>>;

const FIGURE = {
  self_employed_month: 'self_employed_limit_mrp',
  lower_rate: 'ipn_high_above_mrp',
  deduction: 'deduction_year_mrp',
  vat_threshold: 'vat_threshold_mrp',
} as const;

/** From here on somebody should look ahead. */
const CLOSE_PERCENT = 80n;

/** What decides which bounds somebody has. */
export interface Bounded {
  standing: Standing | null;
  tax_regime: TaxRegime | null;
  is_tax_resident: boolean;
  pays_vat: boolean;
}

/** Which of the bounds somebody has. */
export function limitKindsOf({ standing, tax_regime, is_tax_resident, pays_vat }: Bounded): LimitKind[] {
  if (standing === 'self_employed') return ['self_employed_month'];
  // A rate of its own and no deduction are of who is not a tax resident.
  if (standing === 'individual') return is_tax_resident ? ['lower_rate', 'deduction'] : [];
  // Of whose regime nobody knows may be of the general one; a simplified declaration is without VAT (facts, 3.2).
  const may_have_to_register = standing !== null && tax_regime !== 'simplified' && !pays_vat;
  return may_have_to_register ? ['vat_threshold'] : [];
}

/** `2026-10` of what is counted by the month, else `2026`. */
export const periodOfLimit = (kind: LimitKind, day: string) =>
  day.slice(0, kind === 'self_employed_month' ? 7 : 4);

/** Whether both sides should hear of it. */
export const isNear = ({ state }: Pick<Limit, 'state'>) => state === 'close' || state === 'above';

/** The bounds that matter to somebody, and how near they are. A bound that the law of the day does not know is left out. */
export function limitsOf(who: Bounded, used: Used, figures: FiguresOfDay): Limit[] {
  return limitKindsOf(who).flatMap((kind): Limit[] => {
    const figure = FIGURE[kind];
    const used_tiyn = used[`${kind}_tiyn`];
    if (used_tiyn === undefined || figures[figure] === null) return [];
    if (used_tiyn === null || figures[figure] === undefined || (figures.mrp ?? null) === null)
      return [{ kind, used_tiyn, limit_tiyn: null, state: 'unknown' }];
    const limit_tiyn = boundOf(figures, figure)!;
    const is_close = used_tiyn * 100n >= limit_tiyn * CLOSE_PERCENT;
    return [
      { kind, used_tiyn, limit_tiyn, state: used_tiyn > limit_tiyn ? 'above' : is_close ? 'close' : 'calm' },
    ];
  });
}
