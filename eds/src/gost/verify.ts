import type { Curve } from './curve.ts';
import { curve512 } from './curve512.ts';
import { modulo, numberFromLittleEndian } from './numbers.ts';

/**
 * Verification by GOST 34.310-2015, 6.2 (the same mathematics as RFC 7091, 6.2) on any of its curves.
 *
 * @param publicKey x ‖ y, each little-endian (64 + 64 bytes, or 32 + 32)
 * @param digest the hash of the message; read as a little-endian number
 * @param signature r ‖ s, each little-endian
 * @returns false for any wrong input, lengths included
 */
export function verifyOnCurve(
  curve: Curve,
  size: 32 | 64,
  publicKey: Uint8Array,
  digest: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (publicKey.length !== 2 * size || digest.length !== size || signature.length !== 2 * size) return false;
  const { q } = curve;
  const r = numberFromLittleEndian(signature.subarray(0, size));
  const s = numberFromLittleEndian(signature.subarray(size));
  if (r === 0n || s === 0n || r >= q || s >= q) return false;
  const point = {
    x: numberFromLittleEndian(publicKey.subarray(0, size)),
    y: numberFromLittleEndian(publicKey.subarray(size)),
  };
  if (!curve.isOnCurve(point)) return false;
  const e = modulo(numberFromLittleEndian(digest), q) || 1n;
  const v = curve.invert(e);
  const x = curve.sumX(modulo(s * v, q), modulo(-r * v, q), point);
  return x !== null && modulo(x, q) === r;
}

/** Verifies a signature of 128 bytes over a Streebog-512 digest; see `verifyOnCurve` for the layout. */
export function verifyGost512(publicKey: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean {
  return verifyOnCurve(curve512(), 64, publicKey, digest, signature);
}
