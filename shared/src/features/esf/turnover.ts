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

/** No invoice is of a turnover to come: before its period ends, an act has the day of its signatures alone. */
export const fittingRule = (rule: TurnoverRule, end_date: string, today: string): TurnoverRule =>
  end_date > today ? 'signed' : rule;
