import { bytesToLatin1, latin1ToBytes } from '../bytes.ts';
import type { Asn1 } from './read.ts';
import { tlv } from './write.ts';

const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;

/** UTCTime or GeneralizedTime with seconds and `Z`, as RFC 5280 (4.1.2.5) and CMS ask for; else null. */
export function timeOf(node: Asn1 | undefined): Date | null {
  if (node === undefined) return null;
  const text = bytesToLatin1(node.body);
  const shape =
    node.tag === UTC_TIME ? /^\d{12}Z$/ : node.tag === GENERALIZED_TIME ? /^\d{14}(\.\d{1,3})?Z$/ : null;
  if (shape === null || !shape.test(text)) return null;
  const full = node.tag === UTC_TIME ? (text < '50' ? '20' : '19') + text : text;
  const [year, month, day] = [full.slice(0, 4), full.slice(4, 6), full.slice(6, 8)];
  const [hour, minute, second] = [full.slice(8, 10), full.slice(10, 12), full.slice(12, 14)];
  const fraction = full.slice(14, -1).padEnd(4, '0').replace(/^0+$/, '.000');
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`);
  // Date takes the 31st of a short month for the 1st of the next: such a time is refused.
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? null : date;
}

/** GeneralizedTime in whole seconds, whatever the year: OCSP and time stamps know no other. */
export function generalizedTime(date: Date): Uint8Array {
  return tlv(GENERALIZED_TIME, latin1ToBytes(`${digitsOf(date)}Z`));
}

function digitsOf(date: Date): string {
  return date.toISOString().slice(0, 19).replace(/[-T:]/g, '');
}

/** UTCTime until 2049, GeneralizedTime afterwards (RFC 5280, 4.1.2.5); milliseconds are cut off. */
export function time(date: Date): Uint8Array {
  const text = `${digitsOf(date)}Z`;
  const year = date.getUTCFullYear();
  return year >= 1950 && year < 2050
    ? tlv(UTC_TIME, latin1ToBytes(text.slice(2)))
    : tlv(GENERALIZED_TIME, latin1ToBytes(text));
}
