import { bytesToLatin1, bytesToUtf8 } from '../bytes.ts';
import type { Asn1 } from './read.ts';

const UTF8 = 0x0c;
const PRINTABLE = 0x13;
const TELETEX = 0x14;
const IA5 = 0x16;
const BMP = 0x1e;

/** The text of a string of X.520 names; null for a value that is no string. */
export function textOf(node: Asn1 | undefined): string | null {
  switch (node?.tag) {
    case UTF8:
      return bytesToUtf8(node.body);
    case PRINTABLE:
    case TELETEX:
    case IA5:
      return bytesToLatin1(node.body);
    case BMP:
      return bmpToText(node.body);
    default:
      return null;
  }
}

function bmpToText(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i + 1 < bytes.length; i += 2) text += String.fromCharCode((bytes[i]! << 8) | bytes[i + 1]!);
  return text;
}

/** UTF-16 big-endian, the bytes of a BMPString. */
export function textToBmp(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  for (let i = 0; i < text.length; i++) {
    bytes[2 * i] = text.charCodeAt(i) >> 8;
    bytes[2 * i + 1] = text.charCodeAt(i) & 0xff;
  }
  return bytes;
}
