import { decodeBase64, toBase64 } from '../base64.ts';
import { bytesToLatin1, latin1ToBytes } from '../bytes.ts';

/** Of the line that begins a block: a label has few words. */
const LONGEST_LINE = 200;

/**
 * The binary form of what may come as PEM (RFC 7468: one block, any label, white space around), as bare base64
 * or binary already. Answers null when it starts like a text form but is none; it does not look at the ASN.1.
 */
export function unarmour(input: Uint8Array): Uint8Array | null {
  let start = 0;
  if (input[0] === 0xef && input[1] === 0xbb && input[2] === 0xbf) start = 3;
  while (start < input.length && isSpace(input[start]!)) start++;
  // SEQUENCE begins with the same byte as the digit 0, which no base64 of a SEQUENCE does (it begins with M).
  if (start === input.length || (start === 0 && input[0] === 0x30)) return input;
  if (input[start] !== 0x2d) return decodeBase64(input.subarray(start));
  let end = input.length;
  while (end > start && isSpace(input[end - 1]!)) end--;
  // Only the first and the last line become text: between them may lie fifty megabytes.
  const [first, label] =
    /^-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?\n/.exec(
      bytesToLatin1(input.subarray(start, start + LONGEST_LINE)),
    ) ?? [];
  if (first === undefined) return null;
  const last = `-----END ${label}-----`;
  const to = end - last.length;
  if (to < start + first.length || bytesToLatin1(input.subarray(to, end)) !== last) return null;
  return decodeBase64(input.subarray(start + first.length, to));
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** PEM with lines of 64 characters; `label` is CERTIFICATE, CMS and the like. */
export function toPem(label: string, der: Uint8Array): string {
  const lines = toBase64(der).match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** Each certificate of a file: all CERTIFICATE blocks of a PEM, or the one that DER or bare base64 gives. */
export function certificatesIn(input: Uint8Array): Uint8Array[] {
  const blocks = bytesToLatin1(input).match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
  const parts = input[0] === 0x30 || blocks === null ? [input] : blocks.map(latin1ToBytes);
  return parts.map(unarmour).filter((der) => der !== null);
}
