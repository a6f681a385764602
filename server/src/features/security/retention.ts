/** How long the law wants a signed paper kept, from a day on. */
interface RetentionRule {
  /** First day of signing it counts for. */
  since: string;
  /** Whole years after the year the paper was signed in. */
  years: number;
  source: string;
}

/**
 * Newest first. A rule is added, never changed: what was signed under one stays under it. The article of the Tax Code of
 * 2025 that follows the one named here has not been found; until it is, the old number counts on, and an operator who
 * knows of a longer one sets `RETENTION_YEARS`.
 */
const RULES: readonly RetentionRule[] = [
  {
    since: '2018-01-01',
    years: 5,
    source:
      'Налоговый кодекс РК от 25.12.2017, статья 193, пункт 3: не менее пяти лет и не менее исковой давности',
  },
];

/** The last day on which a paper is kept: the law's years, or more of them where the operator says so. */
export function keptUntil(signed_on: string, operator_years: number): string {
  const rule = RULES.find(({ since }) => since <= signed_on) ?? RULES.at(-1)!;
  return `${Number(signed_on.slice(0, 4)) + Math.max(rule.years, operator_years)}-12-31`;
}
