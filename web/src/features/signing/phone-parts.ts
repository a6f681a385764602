/** A phone takes no more documents at a time, and no more bytes of them. */
export const MOST_BY_PHONE = 100;
const MOST_BYTES = 14_000_000;

/** The documents in their order, in parts that a phone takes. */
export function toPhoneParts(items: readonly { id: number; file: { size: number } }[]): number[][] {
  const parts: number[][] = [];
  let bytes = 0;
  for (const { id, file } of items) {
    const part = parts.at(-1);
    bytes += file.size;
    if (part && part.length < MOST_BY_PHONE && bytes <= MOST_BYTES) part.push(id);
    else {
      parts.push([id]);
      bytes = file.size;
    }
  }
  return parts;
}
