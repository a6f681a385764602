import { compareBytes, concatBytes, equalBytes } from '../bytes.ts';
import { tlv } from './write.ts';

/**
 * One value of ASN.1 (X.690). Only tags of one byte exist here: nothing in X.509, CMS or PKCS#12 needs more.
 * `raw` is the value with its header as it lay in the input, `body` the content; both are views, not copies.
 * `children` is empty for a primitive value and for one that was kept closed. `indefinite` marks BER's length without a
 * number.
 */
export interface Asn1 {
  tag: number;
  raw: Uint8Array;
  body: Uint8Array;
  children: readonly Asn1[];
  indefinite: boolean;
  /** Constructed, and not opened: whoever wants its members reads `raw`. */
  closed: boolean;
}

/**
 * `der`: definite and shortest lengths only, no strings in pieces.
 * `ber`: whatever senders of CMS and PKCS#12 do in life, indefinite lengths among it.
 */
export type Asn1Mode = 'der' | 'ber';

/** No honest file comes near; a hostile one stops here. */
const LIMITS = { depth: 48, nodes: 200_000 };

interface Cursor {
  bytes: Uint8Array;
  mode: Asn1Mode;
  nodes: number;
  too_complex: boolean;
  closed: readonly Closed[];
  /** Tags of the values around the present one, the outermost first. */
  path: number[];
}

/**
 * Tags from the outermost value inwards: members of the value at the end of the way that have a given length are not
 * opened, since somebody else reads them, and count as one node each.
 */
export type Closed = readonly number[];

/** Views are made when asked for: most values of a message are only passed over, and a view costs more than them. */
class Node implements Asn1 {
  readonly tag: number;
  readonly children: readonly Asn1[];
  readonly indefinite: boolean;
  readonly closed: boolean;
  /** Where the value, its content, and what follows begin, and where the content ends. */
  private readonly start: number;
  private readonly from: number;
  private readonly to: number;
  readonly end: number;
  private readonly source: Uint8Array;

  constructor(
    source: Uint8Array,
    tag: number,
    place: { start: number; from: number; to: number; end: number },
    children: readonly Asn1[],
    closed = false,
  ) {
    this.source = source;
    this.tag = tag;
    this.children = children;
    this.start = place.start;
    this.from = place.from;
    this.to = place.to;
    this.end = place.end;
    this.indefinite = place.to !== place.end;
    this.closed = closed;
  }

  get raw(): Uint8Array {
    return this.source.subarray(this.start, this.end);
  }

  get body(): Uint8Array {
    return this.source.subarray(this.from, this.to);
  }
}

/** The first value of the input and where it ends; null when the bytes are not ASN.1 of that mode. */
export function readFirst(bytes: Uint8Array, mode: Asn1Mode): { node: Asn1; end: number } | null {
  const read = readLimited(bytes, mode, []);
  return read === 'too_complex' ? null : read;
}

/** As `readFirst`, with values that stay closed; `too_complex` when there are more values, or deeper ones, than allowed. */
export function readLimited(
  bytes: Uint8Array,
  mode: Asn1Mode,
  closed: readonly Closed[],
): { node: Asn1; end: number } | 'too_complex' | null {
  const cursor = { bytes: plain(bytes), mode, nodes: 0, too_complex: false, closed, path: [] };
  const node = readAt(cursor, 0, bytes.length, false);
  if (node === null) return cursor.too_complex ? 'too_complex' : null;
  return { node, end: node.end };
}

/**
 * A Buffer of Node is a Uint8Array whose `slice` copies nothing: whoever changes such a copy changes the message. The
 * same bytes as a plain array behave as everybody here expects.
 */
function plain(bytes: Uint8Array): Uint8Array {
  return bytes.constructor === Uint8Array
    ? bytes
    : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** The whole input as one value; null when it is not, or when bytes follow it. */
export function readAsn1(bytes: Uint8Array, mode: Asn1Mode): Asn1 | null {
  const first = readFirst(bytes, mode);
  return first !== null && first.end === bytes.length ? first.node : null;
}

const NO_CHILDREN: readonly Asn1[] = [];

function readAt(cursor: Cursor, start: number, limit: number, shut: boolean): Node | null {
  const { bytes, mode, path } = cursor;
  if (++cursor.nodes > LIMITS.nodes || path.length > LIMITS.depth) {
    cursor.too_complex = true;
    return null;
  }
  if (start + 2 > limit) return null;
  const tag = bytes[start]!;
  const constructed = (tag & 0x20) !== 0;
  if ((tag & 0x1f) === 0x1f || tag === 0) return null;
  if (mode === 'der' && constructed && tag < 0x40 && tag !== 0x30 && tag !== 0x31) return null;
  if (tag === 0x10 || tag === 0x11) return null;
  const length = readLength(cursor, start + 1, limit);
  if (length === null) return null;
  const { from, size } = length;
  if (!constructed || (shut && size !== null)) {
    if (size === null) return null;
    const end = from + size;
    return new Node(bytes, tag, { start, from, to: end, end }, NO_CHILDREN, constructed);
  }
  const children: Node[] = [];
  path.push(tag);
  const shuts = cursor.closed.some(
    (way) => way.length === path.length && way.every((step, i) => step === path[i]),
  );
  let to = size === null ? from : from + size;
  if (size === null) {
    while (bytes[to] !== 0 || bytes[to + 1] !== 0) {
      const child = readAt(cursor, to, limit, shuts);
      if (child === null) return null;
      children.push(child);
      to = child.end;
    }
    if (to + 2 > limit) return null;
  } else {
    for (let at = from; at < to;) {
      const child = readAt(cursor, at, to, shuts);
      if (child === null) return null;
      children.push(child);
      at = child.end;
    }
  }
  path.pop();
  return new Node(bytes, tag, { start, from, to, end: size === null ? to + 2 : to }, children);
}

/** `size` null is the indefinite length. */
function readLength(cursor: Cursor, at: number, limit: number): { from: number; size: number | null } | null {
  const { bytes, mode } = cursor;
  const first = bytes[at]!;
  if (first < 0x80) return at + 1 + first <= limit ? { from: at + 1, size: first } : null;
  if (first === 0x80) return mode === 'ber' ? { from: at + 1, size: null } : null;
  const count = first & 0x7f;
  if (count > 4 || at + 1 + count > limit) return null;
  let size = 0;
  for (let i = 1; i <= count; i++) size = size * 256 + bytes[at + i]!;
  if (mode === 'der' && (size < 0x80 || bytes[at + 1] === 0)) return null;
  const from = at + 1 + count;
  return from + size <= limit ? { from, size } : null;
}

/** The bytes of an OCTET STRING, also one in pieces (X.690, 8.7.3) and also under an implicit tag. */
export function octetsOf(node: Asn1): Uint8Array {
  if ((node.tag & 0x20) === 0) return node.body;
  return concatBytes(...node.children.map(octetsOf));
}

/**
 * The same value in DER: shortest lengths, strings in one piece, members of a SET in order.
 * `tag` stands for the value's own when it was an implicit one. A closed value stays as it lay in the input.
 */
export function toDer(node: Asn1, tag = node.tag): Uint8Array {
  if (node.closed) return node.raw;
  if ((tag & 0x20) === 0) return tlv(tag, node.body);
  if (tag === 0x24) return tlv(0x04, octetsOf(node));
  const members = node.children.map((child) => toDer(child));
  if (tag === 0x31) members.sort(compareBytes);
  return tlv(tag, ...members);
}

/** Messages name the same few dozen things again and again: found by a sum over the bytes, taken when all are equal. */
const KNOWN_OIDS = new Map<number, { body: Uint8Array; text: string }>();
const MOST_KNOWN_OIDS = 500;

/** `1.2.398…` of an OBJECT IDENTIFIER, or null when the value is another or badly coded. */
export function oidOf(node: Asn1 | undefined): string | null {
  if (node === undefined || node.tag !== 0x06) return null;
  const { body } = node;
  if (body.length === 0 || body.length > LONGEST_OID) return null;
  let sum = body.length;
  for (let i = 0; i < body.length; i++) sum = (Math.imul(sum, 31) + body[i]!) | 0;
  const known = KNOWN_OIDS.get(sum);
  if (known !== undefined && equalBytes(known.body, body)) return known.text;
  const text = readOid(body);
  if (text !== null && KNOWN_OIDS.size < MOST_KNOWN_OIDS) KNOWN_OIDS.set(sum, { body: body.slice(), text });
  return text;
}

const LONGEST_OID = 100;

function readOid(body: Uint8Array): string | null {
  const arcs: number[] = [];
  let arc = 0;
  let fresh = true;
  for (const byte of body) {
    if ((fresh && byte === 0x80) || arc > 2 ** 40) return null;
    arc = arc * 128 + (byte & 0x7f);
    fresh = (byte & 0x80) === 0;
    if (fresh) {
      arcs.push(arc);
      arc = 0;
    }
  }
  if (!fresh) return null;
  const first = arcs[0]!;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - 40 * root, ...arcs.slice(1)].join('.');
}

/** The content of a non-negative INTEGER without the leading zero byte, or null. */
export function unsignedOf(node: Asn1 | undefined): Uint8Array | null {
  if (node === undefined || node.tag !== 0x02 || node.body.length === 0 || node.body[0]! >= 0x80) return null;
  const padded = node.body[0] === 0 && node.body.length > 1;
  if (padded && node.body[1]! < 0x80) return null;
  return padded ? node.body.subarray(1) : node.body;
}

/** A small INTEGER (0 … 2^31), or null. */
export function smallOf(node: Asn1 | undefined): number | null {
  const bytes = unsignedOf(node);
  if (bytes === null || bytes.length > 4) return null;
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** The bytes of a BIT STRING whose bits fill whole bytes, or null. */
export function wholeBitsOf(node: Asn1 | undefined): Uint8Array | null {
  return node !== undefined && node.tag === 0x03 && node.body[0] === 0 ? node.body.subarray(1) : null;
}
