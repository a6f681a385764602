import { addDays } from '../../kernel/dates.ts';

/**
 * Which day is the day of turnover: when both had signed the act, or the last day of its period. Sources differ (facts:
 * answers of the Committee of State Revenues tie it to the signing), so the seller chooses.
 */
export const TURNOVER_RULES = ['signed', 'period_end'] as const;
export type TurnoverRule = (typeof TURNOVER_RULES)[number];
export const USUAL_TURNOVER_RULE: TurnoverRule = 'signed';

/** An act that one side has yet to sign is signed today, as far as anybody can say. */
export function turnoverDay(
  rule: TurnoverRule,
  act: { end_date: string; signed_on: string | null },
  today: string,
): string {
  return rule === 'period_end' ? act.end_date : (act.signed_on ?? today);
}

/** In how many calendar days after the turnover an invoice is due, the latest rule first. */
const TERMS = [
  // Tax Code № 214-VIII, arts 208, 209, 493; order of the Minister of Finance № 629 of 28.10.2025.
  { valid_from: '2026-01-01', days: 15 },
] as const;

/** The longest of these terms. */
export const LONGEST_TERM_DAYS = Math.max(...TERMS.map(({ days }) => days));

/** The last day for an invoice of a turnover; null where no rule is known. */
export function invoiceDueBy(turnover: string): string | null {
  const term = TERMS.find(({ valid_from }) => valid_from <= turnover);
  return term ? addDays(turnover, term.days) : null;
}
