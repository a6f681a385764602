import type { Standing } from './standing.ts';
import { boundOf, type FiguresOfDay } from './tax-figures.ts';

export const LIMIT_KINDS = ['self_employed_month', 'lower_rate', 'deduction'] as const;
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

/** What a person has had: in the month of the day, and since the year began. What is left out is not counted here. */
export type Used = Partial<Record<`${LimitKind}_tiyn`, bigint | null>>;

const FIGURE = {
  self_employed_month: 'self_employed_limit_mrp',
  lower_rate: 'ipn_high_above_mrp',
  deduction: 'deduction_year_mrp',
} as const;

/** From here on somebody should look ahead. */
const CLOSE_PERCENT = 80n;

/** The bounds that matter to a person, and how near they are. A bound that the law of the day does not know is left out. */
export function limitsOf(
  { standing, is_tax_resident }: { standing: Standing | null; is_tax_resident: boolean },
  used: Used,
  figures: FiguresOfDay,
): Limit[] {
  const kinds: LimitKind[] =
    standing === 'self_employed'
      ? ['self_employed_month']
      : // A rate of its own and no deduction are of who is not a tax resident.
        standing === 'individual' && is_tax_resident
        ? ['lower_rate', 'deduction']
        : [];
  return kinds.flatMap((kind): Limit[] => {
    const figure = FIGURE[kind];
    const used_tiyn = used[`${kind}_tiyn`];
    if (used_tiyn === undefined || figures[figure] === null) return [];
    if (used_tiyn === null || figures[figure] === undefined || (figures.mrp ?? null) === null)
      return [{ kind, used_tiyn, limit_tiyn: null, state: 'unknown' }];
    const limit_tiyn = boundOf(figures, figure)!;
    const is_close = used_tiyn * 100n > limit_tiyn * CLOSE_PERCENT;
    return [
      { kind, used_tiyn, limit_tiyn, state: used_tiyn > limit_tiyn ? 'above' : is_close ? 'close' : 'calm' },
    ];
  });
}
