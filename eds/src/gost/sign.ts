import { concatBytes, latin1ToBytes } from '../bytes.ts';
import { curve512, PARAMETERS_512 } from './curve512.ts';
import { inverse, modulo, numberFromLittleEndian, numberToLittleEndian } from './numbers.ts';
import { streebog512 } from './streebog.ts';

const SIZE = 64;
const { q } = PARAMETERS_512;

type RandomBytes = (n: number) => Uint8Array;

/** A number in [1, q); q is a hair under 2^512, so a second try is practically never needed. */
function numberBelowOrder(draw: (attempt: number) => Uint8Array): bigint {
  for (let attempt = 0; ; attempt++) {
    const value = numberFromLittleEndian(draw(attempt));
    if (value > 0n && value < q) return value;
  }
}

function readScalar(scalar: Uint8Array): bigint {
  const value = numberFromLittleEndian(scalar);
  if (scalar.length !== SIZE || value === 0n || value >= q)
    throw new RangeError('Not a GOST-512 private key');
  return value;
}

/** The public key (x ‖ y, little-endian, 128 bytes) of a private one. Throws RangeError on a wrong scalar. */
export function publicKeyOf(scalar: Uint8Array, randomBytes: RandomBytes): Uint8Array {
  const point = curve512().multiplyBase(readScalar(scalar), randomBytes(128));
  return concatBytes(numberToLittleEndian(point.x, SIZE), numberToLittleEndian(point.y, SIZE));
}

/** A new key pair: the scalar little-endian as in PKCS#8 (64 bytes), the public key x ‖ y (128 bytes). */
export function generateGost512Key(randomBytes: RandomBytes): { scalar: Uint8Array; publicKey: Uint8Array } {
  const scalar = numberToLittleEndian(
    numberBelowOrder(() => randomBytes(SIZE)),
    SIZE,
  );
  return { scalar, publicKey: publicKeyOf(scalar, randomBytes) };
}

/**
 * Signs by GOST 34.310-2015, 6.1 with 512 bits: r = x(k·G) mod q, s = r·d + k·e mod q.
 *
 * The nonce k is the hash of the key, the digest and fresh random bytes: a broken random source does not
 * repeat it for another message, and a good one makes faults and repeats useless to an attacker.
 * k·G goes by a ladder of fixed length over a blinded scalar and blinded coordinates, and s is counted under
 * a random mask. BigInt itself is not of constant time, so some dependence of time on secrets remains: a
 * server which signs for strangers should use another arithmetic (see `Curve`).
 *
 * @param scalar the private key, little-endian, 64 bytes
 * @param digest Streebog-512 of the message, 64 bytes
 * @returns r ‖ s, each little-endian, 128 bytes
 * @throws RangeError on a wrong key or digest length
 */
export function signGost512(scalar: Uint8Array, digest: Uint8Array, randomBytes: RandomBytes): Uint8Array {
  const d = readScalar(scalar);
  if (digest.length !== SIZE) throw new RangeError('A Streebog-512 digest has 64 bytes');
  const e = modulo(numberFromLittleEndian(digest), q) || 1n;
  const label = latin1ToBytes('kz.gost34310-2015.nonce');
  for (;;) {
    const fresh = randomBytes(SIZE);
    const k = numberBelowOrder((attempt) =>
      streebog512(concatBytes(label, Uint8Array.of(attempt), scalar, digest, fresh)),
    );
    const r = modulo(curve512().multiplyBase(k, randomBytes(128)).x, q);
    if (r === 0n) continue;
    const mask = numberBelowOrder(() => randomBytes(SIZE));
    const masked = modulo(r * modulo(d * mask, q) + e * modulo(k * mask, q), q);
    const s = modulo(masked * inverse(mask, q), q);
    if (s === 0n) continue;
    return concatBytes(numberToLittleEndian(r, SIZE), numberToLittleEndian(s, SIZE));
  }
}
