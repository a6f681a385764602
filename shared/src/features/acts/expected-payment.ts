import { addDays, daysBetween } from '../../kernel/dates.ts';

/** What is known of when the money for an act comes. Days are `YYYY-MM-DD`. */
export interface PaymentTimes {
  /** When both had signed; null before that. */
  signed_on: string | null;
  /** In how many days after that the company pays by its own word. */
  term_days: number | null;
  /** In how many it has paid this executor so far; null before the first payment. */
  usual_days: number | null;
}

/** Returns by when the money is expected and how late it is; only a term that was given makes it late. */
export function expectedPayment(
  { signed_on, term_days, usual_days }: PaymentTimes,
  today: string,
): { term_days: number | null; expected_on: string | null; late_days: number } {
  const days = term_days ?? (usual_days === null ? null : Math.max(0, usual_days));
  if (signed_on === null || days === null) return { term_days, expected_on: null, late_days: 0 };
  const expected_on = addDays(signed_on, days);
  if (expected_on >= today) return { term_days, expected_on, late_days: 0 };
  // What usually happens is no promise: once it has passed, nothing is known.
  if (term_days === null) return { term_days, expected_on: null, late_days: 0 };
  return { term_days, expected_on, late_days: daysBetween(expected_on, today) };
}
