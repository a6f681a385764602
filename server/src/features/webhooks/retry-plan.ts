/** Pauses of one message between its attempts: Standard Webhooks 1.0, over three days in all. */
const PAUSES_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** A tenth more or less, so that what failed together does not come back together. */
const jittered = (seconds: number, random: number) => seconds * (0.9 + random * 0.2);

/** Seconds until the next attempt of a message, or null when that was the last. */
export function pauseOfMessage(attempts: number, random = Math.random()): number | null {
  const pause = PAUSES_S[attempts - 1];
  return pause === undefined ? null : jittered(pause, random);
}

/** An endpoint that fails is asked less and less often, at least every ten minutes, whatever waits for it. */
const LONGEST_PAUSE_S = 600;
/** It asked for time itself. */
const LONGEST_ASKED_S = 3_600;

/** @param retry_after as the header said it: seconds, or a date */
export function pauseOfEndpoint(
  failures: number,
  retry_after: string | undefined,
  now: Date,
  random = Math.random(),
): number {
  const own = Math.min(2 ** Math.min(failures, 16), LONGEST_PAUSE_S);
  return Math.max(jittered(own, random), Math.min(readRetryAfter(retry_after, now), LONGEST_ASKED_S));
}

function readRetryAfter(text: string | undefined, now: Date): number {
  if (text === undefined) return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1000);
}

/** After so many failures one after another it is the endpoint and not what is sent to it. */
export const OUTAGE_FAILURES = 5;
/** Nothing has come through for so long: it is switched off. */
export const OFF_AFTER_MS = 3 * 86_400_000;
/** What waited while it failed for less is not hurried: one message that always fails would spend its attempts. */
export const OUTAGE_MS = 60_000;
