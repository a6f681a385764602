import { compareBytes, concatBytes, latin1ToBytes, utf8ToBytes } from '../bytes.ts';

/** DER (X.690, 10 and 11): each function answers one finished value. */

export function tlv(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  for (const part of parts) size += part.length;
  const header = [tag];
  if (size < 0x80) header.push(size);
  else {
    const bytes: number[] = [];
    for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
    header.push(0x80 | bytes.length, ...bytes);
  }
  return concatBytes(Uint8Array.from(header), ...parts);
}

export const sequence = (...members: readonly Uint8Array[]): Uint8Array => tlv(0x30, ...members);
export const setOf = (...members: readonly Uint8Array[]): Uint8Array =>
  tlv(0x31, ...[...members].sort(compareBytes));
export const octetString = (...parts: readonly Uint8Array[]): Uint8Array => tlv(0x04, ...parts);
export const bitString = (bytes: Uint8Array, unused = 0): Uint8Array =>
  tlv(0x03, Uint8Array.of(unused), bytes);
export const asn1Null = (): Uint8Array => Uint8Array.of(0x05, 0x00);
export const boolean = (value: boolean): Uint8Array => Uint8Array.of(0x01, 0x01, value ? 0xff : 0x00);
export const utf8String = (text: string): Uint8Array => tlv(0x0c, utf8ToBytes(text));
export const printableString = (text: string): Uint8Array => tlv(0x13, latin1ToBytes(text));
export const ia5String = (text: string): Uint8Array => tlv(0x16, latin1ToBytes(text));
/** [n] with a constructed content: an explicit tag, or an implicit one of a SEQUENCE or SET. */
export const tagged = (n: number, ...content: readonly Uint8Array[]): Uint8Array => tlv(0xa0 | n, ...content);
/** [n] over a primitive content: an implicit tag of a string. */
export const taggedPrimitive = (n: number, content: Uint8Array): Uint8Array => tlv(0x80 | n, content);

/** A non-negative INTEGER from big-endian bytes or a small number. */
export function integer(value: Uint8Array | number): Uint8Array {
  let bytes: Uint8Array;
  if (typeof value === 'number') {
    const list: number[] = [];
    for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) list.unshift(rest % 256);
    bytes = Uint8Array.from(list);
  } else {
    let start = 0;
    while (start < value.length && value[start] === 0) start++;
    bytes = value.subarray(start);
  }
  const padded = bytes.length === 0 || bytes[0]! >= 0x80;
  return tlv(0x02, padded ? concatBytes(Uint8Array.of(0), bytes) : bytes);
}

export const enumerated = (value: number): Uint8Array => tlv(0x0a, Uint8Array.of(value));

export function oid(text: string): Uint8Array {
  const arcs = text.split('.').map(Number);
  const bytes: number[] = [];
  for (const arc of [arcs[0]! * 40 + arcs[1]!, ...arcs.slice(2)]) {
    const groups = [arc % 128];
    for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) {
      groups.unshift(0x80 | (rest % 128));
    }
    bytes.push(...groups);
  }
  return tlv(0x06, Uint8Array.from(bytes));
}
