/** As it stands on the bill and in what the payer writes: `KT-17`. */
export const billNumber = (entry_id: number) => `KT-${entry_id}`;

/** Bills that the purpose of a payment names; a Cyrillic К and Т look the same and are meant the same. */
export function namedBills(purpose: string): number[] {
  const found = purpose.matchAll(/(?<![\p{L}\d])[KК][TТ]\s?[-–]?\s?([1-9]\d{0,14})(?!\d)/giu);
  return [...new Set([...found].map((match) => Number(match[1])))];
}
