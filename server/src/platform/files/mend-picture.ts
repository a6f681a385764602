import { mendJpeg } from './mend-jpeg.ts';
import { mendPng } from './mend-png.ts';

/** A scan of an A4 sheet at 600 dpi has 35 million points. */
const MAX_POINTS = 80_000_000;
const MAX_SIDE = 30_000;

export type MendedPicture =
  | { status: 'ok'; bytes: Uint8Array }
  | { status: 'refused'; code: 'picture_broken' | 'picture_too_large' };

/**
 * Rewrites a picture with nothing but what draws it. Texts, thumbnails, places, programs and other files that
 * were inside or after it are dropped.
 */
export function mendPicture(kind: 'jpeg' | 'png', bytes: Uint8Array): MendedPicture {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const picture = kind === 'jpeg' ? mendJpeg(buffer) : mendPng(buffer);
  if (!picture || picture.width === 0 || picture.height === 0)
    return { status: 'refused', code: 'picture_broken' };
  const { width, height } = picture;
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_POINTS)
    return { status: 'refused', code: 'picture_too_large' };
  return { status: 'ok', bytes: picture.bytes };
}
