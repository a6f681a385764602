/**
 * What a person had before Kelisim or outside it: of a year at one customer what was taxed and what was deducted, and of a
 * month what the self-employed got.
 */
export const EARLIER_KINDS = ['taxed', 'deduction', 'social_deduction', 'self_employed'] as const;
export type EarlierKind = (typeof EARLIER_KINDS)[number];

/** The self-employed are bounded by the month, all others by the year. */
export const isOfMonth = (kind: EarlierKind) => kind === 'self_employed';

/** `2026` or `2026-10`, whichever the kind is told of. */
export const isPeriodOf = (kind: EarlierKind, period: string) =>
  (isOfMonth(kind) ? /^20\d\d-(0[1-9]|1[0-2])$/ : /^20\d\d$/).test(period);

/** Columns of the table, in their order. */
export const EARLIER_COLUMNS = ['bin', 'period', ...EARLIER_KINDS, 'source', 'source_on'] as const;
export type EarlierColumn = (typeof EARLIER_COLUMNS)[number];
