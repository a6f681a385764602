import { oidOf, readAsn1, unsignedOf, wholeBitsOf } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { headerAt, headersIn } from '../asn1/scan.ts';
import type { Header } from '../asn1/scan.ts';
import { timeOf } from '../asn1/time.ts';
import { compareBytes, fromHex, toHex } from '../bytes.ts';
import { OID } from '../oids.ts';
import type { RevocationReason } from './port.ts';
import { revocationReasonOf } from './reason-codes.ts';

export interface CrlEntry {
  revoked_at: Date;
  reason: RevocationReason;
  /** Since when the key is suspected, as far as the authority says it (RFC 5280, 5.3.2). */
  invalid_since: Date | null;
}

/** CertificateList (RFC 5280, 5) as read; nothing in it has been checked yet. */
export interface Crl {
  der: Uint8Array;
  /** DER of the name. */
  issuer: Uint8Array;
  this_update: Date;
  next_update: Date | null;
  aki: string | null;
  /** CRLNumber, big-endian; null when it has none. */
  number: Uint8Array | null;
  /** Of a delta list: the number of the base that it goes with. */
  base_number: Uint8Array | null;
  /** Critical extensions nobody here understands: such a list says nothing. */
  unknown_critical: string[];
  /** The list is about some certificates only (issuingDistributionPoint with a restriction). */
  partial: boolean;
  tbs: Uint8Array;
  signature_algorithm: string;
  signature: Uint8Array;
  /** How many certificates it names. */
  size: number;
  /** By the serial number in lower-case hex; null when the list does not name it, or its entry cannot be read. */
  find(serial: string): CrlEntry | null;
}

/** Reads a DER list of any length; null for anything that is none. */
export function parseCrl(der: Uint8Array): Crl | null {
  const outer = headerAt(der, 0, der.length);
  if (outer?.tag !== 0x30 || outer.end !== der.length) return null;
  const [tbs, algorithmHeader, signatureHeader] = headersIn(der, outer.from, outer.end) ?? [];
  if (tbs?.tag !== 0x30 || algorithmHeader === undefined || signatureHeader === undefined) return null;
  const fields = headersIn(der, tbs.from, tbs.end);
  if (fields === null) return null;
  const node = (header: Header | undefined): Asn1 | undefined =>
    header === undefined ? undefined : (readAsn1(der.subarray(header.start, header.end), 'der') ?? undefined);
  if (fields[0]?.tag === 0x02) fields.shift();
  const inner = node(fields.shift());
  const issuer = fields.shift();
  const thisUpdate = timeOf(node(fields.shift()));
  const nextUpdate = fields[0]?.tag === 0x17 || fields[0]?.tag === 0x18 ? timeOf(node(fields.shift())) : null;
  const list = fields[0]?.tag === 0x30 ? fields.shift()! : null;
  const extensions = node(fields.find((field) => field.tag === 0xa0));
  const algorithm = oidOf(node(algorithmHeader)?.children[0]);
  const signature = wholeBitsOf(node(signatureHeader));
  if (issuer?.tag !== 0x30 || thisUpdate === null || algorithm === null || signature === null) return null;
  if (oidOf(inner?.children[0]) !== algorithm) return null;
  const read = readCrlExtensions(extensions?.children[0]);
  const entries = list === null ? [] : headersIn(der, list.from, list.end);
  if (read === null || entries === null) return null;
  const index = indexBySerial(der, entries);
  if (index === null) return null;
  return {
    der,
    issuer: der.subarray(issuer.start, issuer.end),
    this_update: thisUpdate,
    next_update: nextUpdate,
    ...read,
    tbs: der.subarray(tbs.start, tbs.end),
    signature_algorithm: algorithm,
    signature,
    size: entries.length,
    find(serial) {
      const place = index(fromHex(serial) ?? new Uint8Array(0));
      return place === null ? null : readEntry(readAsn1(der.subarray(place.start, place.end), 'der'));
    },
  };
}

type CrlExtensions = Pick<Crl, 'aki' | 'number' | 'base_number' | 'unknown_critical' | 'partial'>;

function readCrlExtensions(list: Asn1 | undefined): CrlExtensions | null {
  const out: CrlExtensions = {
    aki: null,
    number: null,
    base_number: null,
    unknown_critical: [],
    partial: false,
  };
  for (const extension of list?.children ?? []) {
    const type = oidOf(extension.children[0]);
    const critical = extension.children[1]?.tag === 0x01 && extension.children[1].body[0] !== 0;
    const holder = extension.children.at(-1);
    if (type === null || holder?.tag !== 0x04) return null;
    const value = readAsn1(holder.body, 'der');
    if (type === OID.crlNumber) out.number = unsignedOf(value ?? undefined);
    else if (type === OID.deltaCrlIndicator) {
      out.base_number = unsignedOf(value ?? undefined);
      if (out.base_number === null) return null;
    } else if (type === OID.authorityKeyIdentifier) {
      const id = value?.children.find((child) => child.tag === 0x80);
      out.aki = id === undefined ? null : toHex(id.body);
    } else if (type === OID.issuingDistributionPoint) {
      // Everything but the name of the point narrows what the list is about.
      out.partial = value === null || value.children.some((field) => field.tag !== 0xa0);
    } else if (critical) out.unknown_critical.push(type);
  }
  return out;
}

/** A hash table of places in the bytes; a quarter of the memory of a Map of strings and quick to make. */
function indexBySerial(
  der: Uint8Array,
  entries: readonly Header[],
): ((serial: Uint8Array) => Header | null) | null {
  const serials: Header[] = [];
  let size = 16;
  while (size < 2 * entries.length) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  for (const [i, entry] of entries.entries()) {
    const serial = entry.tag === 0x30 ? headerAt(der, entry.from, entry.end) : null;
    if (serial?.tag !== 0x02) return null;
    serials.push(serial);
    let slot = hashOf(der, withoutZero(der, serial), serial.end) & (size - 1);
    while (slots[slot] !== -1) slot = (slot + 1) & (size - 1);
    slots[slot] = i;
  }
  return (wanted) => {
    let slot = hashOf(wanted, 0, wanted.length) & (size - 1);
    for (; slots[slot] !== -1; slot = (slot + 1) & (size - 1)) {
      const serial = serials[slots[slot]!]!;
      const bytes = der.subarray(withoutZero(der, serial), serial.end);
      if (compareBytes(bytes, wanted) === 0) return entries[slots[slot]!]!;
    }
    return null;
  };
}

function withoutZero(der: Uint8Array, serial: Header): number {
  return der[serial.from] === 0 && serial.end - serial.from > 1 ? serial.from + 1 : serial.from;
}

/** FNV-1a. Serial numbers are chosen by the authority, not by strangers. */
function hashOf(bytes: Uint8Array, from: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash ^ (hash >>> 15);
}

function readEntry(entry: Asn1 | null): CrlEntry | null {
  const revokedAt = timeOf(entry?.children[1]);
  if (revokedAt === null) return null;
  const valueOf = (type: string): Asn1 | undefined => {
    const extension = entry!.children[2]?.children.find((one) => oidOf(one.children[0]) === type);
    return readAsn1(extension?.children.at(-1)?.body ?? new Uint8Array(0), 'der') ?? undefined;
  };
  return {
    revoked_at: revokedAt,
    reason: revocationReasonOf(valueOf(OID.crlReason)?.body[0]),
    invalid_since: timeOf(valueOf(OID.invalidityDate)),
  };
}
