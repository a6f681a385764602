const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** Writes bytes as Bech32 (BIP 173), in lower case. */
export function toBech32(prefix: string, bytes: Uint8Array): string {
  const words = regroup([...bytes], 8, 5, true);
  const sum = checksum([...expand(prefix), ...words, 0, 0, 0, 0, 0, 0]) ^ 1;
  const tail = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31);
  return `${prefix}1${[...words, ...tail].map((word) => ALPHABET[word]).join('')}`;
}

/** Reads Bech32 in either case; null when the text has another prefix, was mistyped or is cut off. */
export function fromBech32(prefix: string, text: string): Buffer | null {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null;
  const lower = text.toLowerCase();
  if (!lower.startsWith(`${prefix}1`)) return null;
  const words = Array.from(lower.slice(prefix.length + 1), (letter) => ALPHABET.indexOf(letter));
  if (words.length < 6 || words.includes(-1)) return null;
  if (checksum([...expand(prefix), ...words]) !== 1) return null;
  return Buffer.from(regroup(words.slice(0, -6), 5, 8, false));
}

function expand(prefix: string): number[] {
  const codes = [...Buffer.from(prefix)];
  return [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)];
}

function checksum(words: readonly number[]): number {
  let sum = 1;
  for (const word of words) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    GENERATORS.forEach((generator, bit) => {
      if ((top >>> bit) & 1) sum ^= generator;
    });
  }
  return sum >>> 0;
}

function regroup(words: readonly number[], from: number, to: number, pads: boolean): number[] {
  const out: number[] = [];
  let held = 0;
  let bits = 0;
  for (const word of words) {
    held = ((held << from) | word) & 0xfff;
    bits += from;
    while (bits >= to) {
      bits -= to;
      out.push((held >>> bits) & ((1 << to) - 1));
    }
  }
  if (pads && bits > 0) out.push((held << (to - bits)) & ((1 << to) - 1));
  return out;
}
