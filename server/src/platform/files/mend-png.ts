import { crc32 } from 'node:zlib';
import type { Picture } from './picture.ts';

/** What draws the picture (ISO/IEC 15948, 11): no words, no profiles, no further frames. */
const KEPT = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT bKGD pHYs'.split(' '));

/** Keeps the parts of a PNG that draw it, up to its end; null when it is broken. */
export function mendPng(bytes: Buffer): Picture | null {
  const kept: Buffer[] = [bytes.subarray(0, 8)];
  let size: { width: number; height: number } | null = null;
  let drawn = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return null;
    if (!size) {
      if (type !== 'IHDR' || end - at !== 25) return null;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    } else if (type === 'IHDR') return null;
    // A part that a reader must know and does not: nobody can say what is drawn.
    if (!KEPT.has(type) && /^[A-Z]/.test(type)) return null;
    if (KEPT.has(type)) kept.push(bytes.subarray(at, end));
    drawn ||= type === 'IDAT';
    if (type === 'IEND') return drawn ? { ...size, bytes: Buffer.concat(kept) } : null;
    at = end;
  }
  return null;
}
