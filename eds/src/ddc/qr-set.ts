import { decodeBase64, toBase64 } from '../base64.ts';
import { latin1ToBytes, utf8ToBytes } from '../bytes.ts';
import { isRecord, readJson } from '../records.ts';
import { readZip, writeZip } from './zip.ts';

/** Raw DEFLATE (RFC 1951) of the caller: `fflate` in a browser, `node:zlib` on a server. */
export interface Deflate {
  deflateRaw(bytes: Uint8Array): Uint8Array;
  /** Throws on broken data, and on more than `most` bytes. */
  inflateRaw(bytes: Uint8Array, most: number): Uint8Array;
}

/** Bytes that a code of version 25 with correction M holds, which the card recommends (ISO/IEC 18004, table 7). */
const CAPACITY = 997;
/** Left for the digits of `total` and `index`. */
const RESERVED = 10;
const MOST_CODES = 500;
const MOST_CMS_BYTES = 4 * 1024 * 1024;

/** A signature as the texts of a set of QR codes, for paper: zipped, in base64, in pieces. `index` counts from 1. */
export function writeQrSet(input: { sign_id: string | number; cms: Uint8Array; deflate: Deflate }): string[] {
  const { sign_id: signId, cms, deflate } = input;
  const empty = JSON.stringify({ signId, total: 0, index: 0, data: '' });
  const size = CAPACITY - utf8ToBytes(empty).length - RESERVED;
  const text = toBase64(writeZip(`${signId}.cms`, cms, (bytes) => deflate.deflateRaw(bytes)));
  const total = Math.ceil(text.length / size);
  return Array.from({ length: total }, (_, i) =>
    JSON.stringify({ signId, total, index: i + 1, data: text.slice(i * size, (i + 1) * size) }),
  );
}

/**
 * The signature out of the texts of a whole set, in any order and with repetitions. Null when one is missing, when
 * they are of different signatures, or when they hold something else.
 */
export function readQrSet(
  texts: readonly string[],
  deflate: Deflate,
): { sign_id: string; cms: Uint8Array } | null {
  const parts = new Map<number, string>();
  let signId: string | null = null;
  let total = 0;
  for (const text of texts) {
    const one = readJson(text);
    if (!isRecord(one) || typeof one['data'] !== 'string' || !Number.isSafeInteger(one['index'])) return null;
    const id = one['signId'];
    if ((typeof id !== 'string' && typeof id !== 'number') || !Number.isSafeInteger(one['total']))
      return null;
    if (signId !== null && (signId !== String(id) || total !== one['total'])) return null;
    signId = String(id);
    total = one['total'] as number;
    parts.set(one['index'] as number, one['data']);
  }
  if (signId === null || total > MOST_CODES || parts.size !== total) return null;
  const indexes = [...parts.keys()].sort((a, b) => a - b);
  // Some count from 0 and some from 1; without a gap both are whole.
  if ((indexes[0] !== 0 && indexes[0] !== 1) || indexes.at(-1)! - indexes[0] !== total - 1) return null;
  const zip = decodeBase64(latin1ToBytes(indexes.map((index) => parts.get(index)!).join('')));
  if (zip === null) return null;
  const cms = readZip(zip, (bytes) => deflate.inflateRaw(bytes, MOST_CMS_BYTES));
  return cms === null ? null : { sign_id: signId, cms };
}
