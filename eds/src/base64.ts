const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = -2;
const SPACE = -3;
/** Of each byte: its six bits, or what it is instead. */
const VALUE = new Int8Array(256).fill(-1);
VALUE[0x3d] = PADDING;
for (const space of [0x20, 0x0a, 0x0d, 0x09]) VALUE[space] = SPACE;
for (let i = 0; i < 64; i++) VALUE[ALPHABET.charCodeAt(i)] = i;

/** RFC 4648, 4: the usual alphabet with padding, without line breaks. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const three = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += ALPHABET[three >> 18]! + ALPHABET[(three >> 12) & 63]!;
    text += left > 1 ? ALPHABET[(three >> 6) & 63]! : '=';
    text += left > 2 ? ALPHABET[three & 63]! : '=';
  }
  return text;
}

/**
 * Decodes ASCII base64 given as bytes; spaces and line breaks between are passed over.
 * Strict otherwise: padding is whole, unused bits are zero, nothing follows it. Anything else gives null.
 */
export function decodeBase64(ascii: Uint8Array): Uint8Array | null {
  const out = new Uint8Array(Math.floor((ascii.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let count = 0;
  let padding = 0;
  for (let at = 0; at < ascii.length; at++) {
    const value = VALUE[ascii[at]!]!;
    if (value >= 0 && padding === 0) {
      bits = (bits << 6) | value;
      if ((++count & 3) !== 0) continue;
      out[length++] = (bits >> 16) & 0xff;
      out[length++] = (bits >> 8) & 0xff;
      out[length++] = bits & 0xff;
      bits = 0;
    } else if (value === PADDING) padding++;
    else if (value !== SPACE) return null;
  }
  const rest = count % 4;
  if (rest === 1 || padding !== (rest === 0 ? 0 : 4 - rest)) return null;
  if (rest === 2) {
    if ((bits & 15) !== 0) return null;
    out[length++] = bits >> 4;
  } else if (rest === 3) {
    if ((bits & 3) !== 0) return null;
    out[length++] = (bits >> 10) & 0xff;
    out[length++] = (bits >> 2) & 0xff;
  }
  return out.slice(0, length);
}
