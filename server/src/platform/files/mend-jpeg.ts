import type { Picture } from './picture.ts';

/** Markers of ITU-T T.81, annex B. */
const SOI = Buffer.from([0xff, 0xd8]);
const EOI = 0xd9;
const SOS = 0xda;
/** Tables of quantisation and coding, the number of lines, the interval of restarts. */
const TABLES = [0xc4, 0xcc, 0xdb, 0xdc, 0xdd];
/** Frames of every coding that is in use; C4, C8 and CC are none. */
const FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
/** How the colours are coded: without it the picture may look like its negative. */
const ADOBE = 0xee;
const EXIF = 0xe1;

/** Keeps what draws a JPEG, up to its end, and which side is up; null when it is broken. */
export function mendJpeg(bytes: Buffer): Picture | null {
  const kept: Buffer[] = [SOI];
  let size: { width: number; height: number } | null = null;
  let scanned = false;
  for (let at = 2; at + 2 <= bytes.length;) {
    const code = bytes[at + 1]!;
    if (bytes[at] !== 0xff) return null;
    // Any number of FF may stand before a marker.
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (code === EOI) {
      kept.push(Buffer.from([0xff, EOI]));
      return size && scanned ? { ...size, bytes: Buffer.concat(kept) } : null;
    }
    if (at + 4 > bytes.length) return null;
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) return null;
    const body = bytes.subarray(at + 4, end);
    if (FRAMES.includes(code)) {
      if (size || body.length < 6) return null;
      size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) };
    }
    if (code === SOS) {
      scanned = true;
      end = endOfScan(bytes, end);
    }
    if (code === SOS || TABLES.includes(code) || FRAMES.includes(code)) kept.push(bytes.subarray(at, end));
    else if (code === ADOBE && body.toString('latin1', 0, 5) === 'Adobe' && body.length >= 12)
      kept.push(Buffer.from([0xff, ADOBE, 0, 14]), body.subarray(0, 12));
    else if (code === EXIF) kept.push(...uprightOf(body));
    at = end;
  }
  return null;
}

/** The coded points last until a marker that is neither a restart nor a stuffed FF. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** An Exif part that says nothing but which side is up (CIPA DC-008, tag 0x0112), where the camera said so. */
function uprightOf(body: Buffer): Buffer[] {
  const turn = orientationOf(body);
  if (turn === null || turn < 2 || turn > 8) return [];
  const head = Buffer.from([0xff, EXIF, 0, 34]);
  const exif = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  exif.writeUInt16BE(turn, 24);
  return [head, exif];
}

function orientationOf(body: Buffer): number | null {
  if (body.toString('latin1', 0, 6) !== 'Exif\0\0' || body.length < 14) return null;
  const tiff = body.subarray(6);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return null;
  const count = short(first);
  for (let entry = first + 2; entry + 12 <= tiff.length && entry < first + 2 + count * 12; entry += 12)
    if (short(entry) === 0x0112) return short(entry + 8);
  return null;
}
