import { concatBytes, utf8ToBytes } from '../bytes.ts';

/** ZIP with one file (APPNOTE 4.3), which is all that the QR codes of a card need. */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DEFLATED = 8;
/** Names are UTF-8. */
const UTF8_FLAG = 0x0800;
/** 1 January 1980: the same signature gives the same codes. */
const DATE = 0x0021;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 255]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Fields of two or four bytes, little-endian. */
function fields(...values: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array {
  const bytes = new Uint8Array(values.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

export function writeZip(
  name: string,
  content: Uint8Array,
  deflateRaw: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const title = utf8ToBytes(name);
  const packed = deflateRaw(content);
  const about = [
    [2, 20],
    [2, UTF8_FLAG],
    [2, DEFLATED],
    [2, 0],
    [2, DATE],
    [4, crc32(content)],
    [4, packed.length],
    [4, content.length],
    [2, title.length],
    [2, 0],
  ] as const;
  const local = concatBytes(fields([4, LOCAL], ...about), title, packed);
  const central = concatBytes(
    fields([4, CENTRAL], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, 0]),
    title,
  );
  const end = fields(
    [4, END],
    [2, 0],
    [2, 0],
    [2, 1],
    [2, 1],
    [4, central.length],
    [4, local.length],
    [2, 0],
  );
  return concatBytes(local, central, end);
}

/** The content of the one file; null for another ZIP, or none. */
export function readZip(zip: Uint8Array, inflateRaw: (bytes: Uint8Array) => Uint8Array): Uint8Array | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  let end = zip.length - 22;
  // The end record may be followed by a remark.
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0 || view.getUint16(end + 10, true) !== 1) return null;
  const central = view.getUint32(end + 16, true);
  if (central + 46 > zip.length || view.getUint32(central, true) !== CENTRAL) return null;
  const method = view.getUint16(central + 10, true);
  const crc = view.getUint32(central + 16, true);
  const packedSize = view.getUint32(central + 20, true);
  const local = view.getUint32(central + 42, true);
  if (local + 30 > zip.length || view.getUint32(local, true) !== LOCAL) return null;
  const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (from + packedSize > zip.length) return null;
  const packed = zip.subarray(from, from + packedSize);
  try {
    const content = method === DEFLATED ? inflateRaw(packed) : method === 0 ? packed : null;
    return content !== null && crc32(content) === crc ? content : null;
  } catch {
    return null;
  }
}
