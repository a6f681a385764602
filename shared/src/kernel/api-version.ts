/**
 * The days whose contracts are served, oldest first. A request names one in the header; without it the oldest is meant,
 * so that a program written once goes on. What a day changed stands in the changelog of the developers' pages.
 */
export const API_VERSIONS = ['2026-12-01'] as const;
export const VERSION_HEADER = 'Kelisim-Version';

/** The mark of a call that will end. Days are in UTC; `until` is at least a year after `since` (decisions 24). */
export interface Deprecation {
  since: string;
  until: string;
  /** The call to make instead. */
  instead?: string;
}
