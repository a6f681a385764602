import { latin1ToBytes } from '../bytes.ts';
import type { Asn1 } from './read.ts';
import { tlv } from './write.ts';

const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;

/** UTCTime or GeneralizedTime with seconds and `Z`, as RFC 5280 (4.1.2.5) and CMS ask for; else null. */
export function timeOf(node: Asn1 | undefined): Date | null {
  if (node === undefined || (node.tag !== UTC_TIME && node.tag !== GENERALIZED_TIME)) return null;
  const { body } = node;
  const digits = node.tag === UTC_TIME ? 12 : 14;
  const last = body.length - 1;
  if (last < digits || body[last] !== 0x5a) return null;
  for (let i = 0; i < digits; i++) if (body[i]! < 0x30 || body[i]! > 0x39) return null;
  const milliseconds = last === digits ? 0 : fractionOf(body, digits, last);
  if (milliseconds === null || (last > digits && node.tag === UTC_TIME)) return null;
  const two = (at: number) => (body[at]! - 0x30) * 10 + body[at + 1]! - 0x30;
  const at = digits - 10;
  const year = node.tag === UTC_TIME ? two(0) + (two(0) < 50 ? 2000 : 1900) : two(0) * 100 + two(2);
  const [month, day, hour, minute, second] = [two(at), two(at + 2), two(at + 4), two(at + 6), two(at + 8)];
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
  // Date takes a year below 100 for one of the last century.
  if (year < 100) date.setUTCFullYear(year, month - 1, day);
  // Date takes the 31st of a short month for the 1st of the next: such a time is refused.
  return date.getUTCDate() === day ? date : null;
}

/** A point and one to three digits, as milliseconds; null when it is anything else. */
function fractionOf(body: Uint8Array, from: number, to: number): number | null {
  if (body[from] !== 0x2e || to - from < 2 || to - from > 4) return null;
  let value = 0;
  for (let i = from + 1; i < to; i++) {
    if (body[i]! < 0x30 || body[i]! > 0x39) return null;
    value = value * 10 + body[i]! - 0x30;
  }
  return value * 10 ** (4 - (to - from));
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
