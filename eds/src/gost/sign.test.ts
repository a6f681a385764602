import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { primitives } from '../../test/vectors.ts';
import { concatBytes, fromHex, toHex } from '../bytes.ts';
import { curve512, plainCurve512 } from './curve512.ts';
import { inverse, modulo, numberFromLittleEndian, numberToLittleEndian } from './numbers.ts';
import { generateGost512Key, publicKeyOf, signGost512 } from './sign.ts';
import { streebog512 } from './streebog.ts';
import { verifyGost512 } from './verify.ts';

const random = primitives.randomBytes;
const { q } = plainCurve512;
const P = 2n ** 512n - 569n;
const scalarOf = (value: bigint): Uint8Array => numberToLittleEndian(value, 64);
const digestOf = (text: string): Uint8Array => streebog512(new TextEncoder().encode(text));

/** The textbook law in affine coordinates, by another way than the code under test. */
type Point = [bigint, bigint] | null;
function plainAdd(a: Point, b: Point): Point {
  if (a === null) return b;
  if (b === null) return a;
  if (a[0] === b[0] && modulo(a[1] + b[1], P) === 0n) return null;
  const slope =
    a[0] === b[0] ? (3n * a[0] * a[0] - 3n) * inverse(2n * a[1], P) : (b[1] - a[1]) * inverse(b[0] - a[0], P);
  const x = modulo(slope * slope - a[0] - b[0], P);
  return [x, modulo(slope * (a[0] - x) - a[1], P)];
}
function plainMultiply(k: bigint, point: Point): Point {
  let sum: Point = null;
  for (let rest = k, power = point; rest > 0n; rest >>= 1n, power = plainAdd(power, power)) {
    if (rest & 1n) sum = plainAdd(sum, power);
  }
  return sum;
}
const one = plainCurve512.multiplyBase(1n, random(128));
const G: Point = [one.x, one.y];

describe.each([
  ['plain', plainCurve512],
  ['of the platform', curve512()],
])('the curve, %s', (_, curve) => {
  test('has the base point on it, of order q', () => {
    expect(curve.isOnCurve(one)).toBe(true);
    expect(curve.isOnCurve({ x: one.x, y: one.y + 1n })).toBe(false);
    expect(curve.isOnCurve({ x: one.x + P, y: one.y })).toBe(false);
    expect(plainMultiply(q, G)).toBeNull();
    expect(curve.sumX(1n, q - 1n, one)).toBeNull();
    expect(curve.sumX(0n, 0n, one)).toBeNull();
  });

  test('multiplies as the textbook does', () => {
    const scalar = fc.oneof(
      fc.bigInt({ min: 1n, max: q - 1n }),
      fc.bigInt({ min: 1n, max: 20n }),
      fc.bigInt({ min: q - 20n, max: q - 1n }),
    );
    fc.assert(
      fc.property(scalar, scalar, (a, b) => {
        const point = curve.multiplyBase(a, random(128));
        expect([point.x, point.y]).toEqual(plainMultiply(a, G));
        const sum = plainAdd(plainMultiply(b, G), plainMultiply(b, [point.x, point.y]));
        expect(curve.sumX(b, b, point)).toBe(sum === null ? null : sum[0]);
      }),
      { numRuns: 8 },
    );
  });

  test('answers the same under each blinding, the worst included', () => {
    for (const byte of [0, 0xff]) {
      expect(curve.multiplyBase(q - 1n, new Uint8Array(128).fill(byte))).toEqual({
        x: one.x,
        y: P - one.y,
      });
    }
  });
});

describe('GOST 34.310-2015', () => {
  const { scalar, publicKey } = generateGost512Key(random);
  const digest = digestOf('Договор');
  const signature = signGost512(scalar, digest, random);

  test('verifies what it signs, and nothing else', () => {
    expect(verifyGost512(publicKey, digest, signature)).toBe(true);
    expect(verifyGost512(publicKey, digestOf('Договор.'), signature)).toBe(false);
    expect(verifyGost512(generateGost512Key(random).publicKey, digest, signature)).toBe(false);
    fc.assert(
      fc.property(fc.nat(127), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = signature.slice();
        changed[at]! ^= flip;
        expect(verifyGost512(publicKey, digest, changed)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  test('takes a digest of zero for one, as the standard says', () => {
    const zero = new Uint8Array(64);
    const signed = signGost512(scalar, zero, random);
    expect(verifyGost512(publicKey, zero, signed)).toBe(true);
    expect(verifyGost512(publicKey, scalarOf(1n), signed)).toBe(true);
    expect(verifyGost512(publicKey, scalarOf(q), signed)).toBe(true);
  });

  test('refuses r and s outside of [1, q)', () => {
    const r = numberFromLittleEndian(signature.subarray(0, 64));
    const s = numberFromLittleEndian(signature.subarray(64));
    for (const [badR, badS] of [
      [0n, s],
      [r, 0n],
      [0n, 0n],
      [q, s],
      [r, q],
    ] as const) {
      expect(verifyGost512(publicKey, digest, concatBytes(scalarOf(badR), scalarOf(badS)))).toBe(false);
    }
    for (const [more, part] of [
      [r + q, 0],
      [s + q, 64],
    ] as const) {
      if (more >= 2n ** 512n) continue;
      const changed = signature.slice();
      changed.set(scalarOf(more), part);
      expect(verifyGost512(publicKey, digest, changed)).toBe(false);
    }
  });

  test('refuses keys off the curve and wrong lengths', () => {
    const off = publicKey.slice();
    off[0]! ^= 1;
    expect(verifyGost512(off, digest, signature)).toBe(false);
    expect(verifyGost512(new Uint8Array(128), digest, signature)).toBe(false);
    expect(verifyGost512(publicKey.subarray(1), digest, signature)).toBe(false);
    expect(verifyGost512(publicKey, digest.subarray(1), signature)).toBe(false);
    expect(verifyGost512(publicKey, digest, signature.subarray(0, 127))).toBe(false);
    expect(() => publicKeyOf(new Uint8Array(64), random)).toThrow(RangeError);
    expect(() => publicKeyOf(scalarOf(q), random)).toThrow(RangeError);
    expect(() => publicKeyOf(new Uint8Array(63).fill(1), random)).toThrow(RangeError);
    expect(() => signGost512(scalar, new Uint8Array(32), random)).toThrow(RangeError);
  });

  test('does not repeat a nonce, even when the random source is broken', () => {
    const stuck = (n: number): Uint8Array => new Uint8Array(n).fill(7);
    const rOf = (signed: Uint8Array): string => toHex(signed.subarray(0, 64));
    const first = signGost512(scalar, digest, stuck);
    const other = signGost512(scalar, digestOf('Акт'), stuck);
    expect(verifyGost512(publicKey, digest, first)).toBe(true);
    expect(rOf(first)).not.toBe(rOf(other));
    expect(rOf(signGost512(scalar, digest, random))).not.toBe(rOf(signGost512(scalar, digest, random)));
  });
});

describe('numbers', () => {
  test('go to bytes and back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 512n - 1n }), (value) => {
        expect(numberFromLittleEndian(scalarOf(value))).toBe(value);
      }),
    );
    expect(toHex(numberToLittleEndian(0x010203n, 8))).toBe('0302010000000000');
    expect(numberFromLittleEndian(fromHex('0302000000000000')!)).toBe(0x0203n);
    expect(() => numberToLittleEndian(2n ** 64n, 8)).toThrow(RangeError);
    expect(() => numberToLittleEndian(-1n, 8)).toThrow(RangeError);
    expect(() => inverse(0n, q)).toThrow(RangeError);
  });
});
