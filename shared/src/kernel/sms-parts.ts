/** Letters of UCS-2 in one SMS, and in each of several (3GPP TS 23.040, 9.2.3.24.1). */
const ALONE = 70;
const OF_SEVERAL = 67;

/** The longest text of two parts: what a message of ours takes at most. */
export const TWO_PARTS = 2 * OF_SEVERAL;

/** Returns how many parts a text is sent in, each of them paid for. */
export function smsParts(text: string): number {
  return text.length <= ALONE ? 1 : Math.ceil(text.length / OF_SEVERAL);
}
