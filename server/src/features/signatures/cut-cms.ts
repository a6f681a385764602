import { createHash } from 'node:crypto';
import { findCertificates } from '@kelisim/eds/cms/find-certificates.ts';

/** A stranger may put two hundred into a message; honest ones have five. */
const MOST_CUT = 16;

/** A CMS as it is stored: each certificate has left its SHA-256 in its place. `cms_as_taken` of the database puts it back. */
export interface CutCms {
  cut_cms: Buffer;
  /** Where the digests begin, counted from 1, the last first: putting one back moves none of those before it. */
  cut_at: number[];
  /** What was cut out, the same as often as it was there. */
  certificates: Buffer[];
}

/** Null when there is none in it, as in a CMS that came as text. */
export function cutCms(cms: Buffer): CutCms | null {
  const places = findCertificates(cms).slice(0, MOST_CUT);
  if (places.length === 0) return null;
  const pieces: Buffer[] = [];
  const certificates: Buffer[] = [];
  const cut_at: number[] = [];
  let read = 0;
  let written = 0;
  for (const { start, end } of places) {
    const der = Buffer.from(cms.subarray(start, end));
    const digest = createHash('sha256').update(der).digest();
    pieces.push(cms.subarray(read, start), digest);
    certificates.push(der);
    cut_at.unshift(written + start - read + 1);
    written += start - read + digest.length;
    read = end;
  }
  return { cut_cms: Buffer.concat([...pieces, cms.subarray(read)]), cut_at, certificates };
}
