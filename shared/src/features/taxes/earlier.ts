import type { Standing } from './standing.ts';

/**
 * What somebody had before Kelisim or outside it: a person of a year at one customer what was taxed and what was deducted, and
 * of a month what the self-employed got; a supplier the turnover of a year.
 */
export const EARLIER_KINDS = ['taxed', 'deduction', 'social_deduction', 'self_employed', 'turnover'] as const;
export type EarlierKind = (typeof EARLIER_KINDS)[number];

/** Kinds that the executor tells of all that came from outside Kelisim; the others are of one customer. */
export const OWN_EARLIER_KINDS = ['self_employed', 'turnover'] as const satisfies readonly EarlierKind[];
export type OwnEarlierKind = (typeof OWN_EARLIER_KINDS)[number];

/** A legal entity has no income of a person. */
export const mayBeOfEntity = (kind: EarlierKind) => kind === 'turnover';

/** What is asked first of somebody who works so; null: nothing from before matters. */
export function earlierAskedOf(standing: Standing | null, is_own: boolean): EarlierKind | null {
  if (standing === 'self_employed') return standing;
  if (standing === 'ip' || standing === 'too') return 'turnover';
  return standing === 'individual' && !is_own ? 'taxed' : null;
}

/** The self-employed are bounded by the month, all others by the year. */
export const isOfMonth = (kind: EarlierKind) => kind === 'self_employed';

/** `2026` or `2026-10`, whichever the kind is told of. */
export const isPeriodOf = (kind: EarlierKind, period: string) =>
  (isOfMonth(kind) ? /^20\d\d-(0[1-9]|1[0-2])$/ : /^20\d\d$/).test(period);

/** Columns of the table, in their order. */
export const EARLIER_COLUMNS = ['bin', 'period', ...EARLIER_KINDS, 'source', 'source_on'] as const;
export type EarlierColumn = (typeof EARLIER_COLUMNS)[number];
