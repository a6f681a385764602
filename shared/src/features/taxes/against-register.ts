import type { Standing } from './standing.ts';

/** Days from which and until which something holds; null: the register does not say, or it holds still. */
export interface RegisteredSpan {
  since: string | null;
  until: string | null;
}

/** What the register of taxpayers said last. */
export interface RegisterAnswer {
  /** Of a person as a sole trader, of an entity as such; null: never. */
  registration: RegisteredSpan | null;
  is_liquidating: boolean;
  vat: RegisteredSpan | null;
}

/** Why a payment by what was told of somebody waits: the register says otherwise. */
export const REGISTER_OBJECTIONS = ['ended', 'not_registered', 'is_trader'] as const;
export type RegisterObjection = (typeof REGISTER_OBJECTIONS)[number];

/** Whether a span holds on a day (`YYYY-MM-DD`); its last day belongs to it. */
export const holdsOn = (span: RegisteredSpan | null, day: string): boolean =>
  span !== null && (span.since === null || span.since <= day) && (span.until === null || day <= span.until);

/**
 * What the register has against how somebody is said to work on a day. A sole trader who ended is an individual (facts on
 * taxes, 3.1); who is a sole trader cannot be self-employed (2.1). Silence objects to nothing.
 */
export function objectionOf(
  standing: Standing | null,
  answer: RegisterAnswer | null,
  day: string,
): RegisterObjection | null {
  if (answer === null) return null;
  const holds = holdsOn(answer.registration, day);
  if (standing === 'self_employed') return holds ? 'is_trader' : null;
  if (standing !== 'ip' || holds) return null;
  const until = answer.registration?.until ?? null;
  return until !== null && until < day ? 'ended' : 'not_registered';
}
