/** Bytes and their text forms, written out because neither DOM nor Node types are used in this package. */

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!;
  return difference === 0;
}

/** The order of DER's SET OF (X.690, 11.6): as unsigned bytes, a shorter one first when it is a prefix. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += HEX[bytes[i]!];
  return text;
}

/** Lower or upper case, an even count of digits; anything else gives null. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

export function latin1ToBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i) & 0xff;
  return bytes;
}

export function bytesToLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}

export function utf8ToBytes(text: string): Uint8Array {
  const out: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code < 0x80) out.push(code);
    else if (code < 0x800) out.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) out.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else {
      out.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63));
      out.push(0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
  }
  return Uint8Array.from(out);
}

/** Bytes that are no UTF-8 become U+FFFD, one for each byte: a name with them is shown, never refused. */
export function bytesToUtf8(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at]!;
    const extra = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    let code = extra === 0 ? first : first & (0x3f >> extra);
    let good = first < 0x80 || (first >= 0xc2 && first <= 0xf4);
    for (let i = 1; i <= extra && good; i++) {
      const next = bytes[at + i] ?? 0;
      good = (next & 0xc0) === 0x80;
      code = (code << 6) | (next & 63);
    }
    const smallest = [0, 0x80, 0x800, 0x10000][extra]!;
    if (!good || code < smallest || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
      text += '\ufffd';
      at += 1;
    } else {
      text += String.fromCodePoint(code);
      at += extra + 1;
    }
  }
  return text;
}
