import { inverse, modulo } from './numbers.ts';

/** y² = x³ + ax + b over p = 2^bits − fold, with a base point (x, y) of the prime order q. */
export interface CurveParameters {
  bits: 256 | 512;
  fold: bigint;
  /** −3 when left out, which is counted faster. */
  a?: bigint;
  b: bigint;
  q: bigint;
  x: bigint;
  y: bigint;
}

/** A point other than infinity; both numbers lie in [0, p). */
export interface CurvePoint {
  x: bigint;
  y: bigint;
}

/**
 * All that signatures need of a curve. Nothing outside knows in which coordinates or words the points are counted:
 * here it is BigInt, in `wasm-curve.ts` WebAssembly.
 */
export interface Curve {
  q: bigint;
  /** 1/value modulo q; for public values, which are not multiples of q. */
  invert(value: bigint): bigint;
  isOnCurve(point: CurvePoint): boolean;
  /**
   * scalar·G for a secret scalar in [1, q).
   * The pattern of operations is the same for each scalar; `blinding` is 128 fresh random bytes.
   */
  multiplyBase(scalar: bigint, blinding: Uint8Array): CurvePoint;
  /** The x coordinate of z1·G + z2·Q for public values in [0, q); null when the sum is infinity. */
  sumX(z1: bigint, z2: bigint, point: CurvePoint): bigint | null;
}

/** Jacobian coordinates: x = X/Z², y = Y/Z³; Z = 0 is infinity. */
interface Jacobian {
  x: bigint;
  y: bigint;
  z: bigint;
}

const INFINITY: Jacobian = { x: 1n, y: 1n, z: 0n };
const BASE_WINDOW = 8;
const POINT_WINDOW = 5;

/** Signed digits, each zero or odd and less than 2^(width−1) in size; lowest first. */
export function signedDigits(scalar: bigint, width: number): Int16Array {
  const bits = scalar.toString(2);
  const digits = new Int16Array(bits.length + 1);
  let carry = 0;
  for (let at = 0; at <= bits.length;) {
    const bit = (bits.charCodeAt(bits.length - 1 - at) & 1) + carry;
    if (at === bits.length ? carry === 0 : (bit & 1) === 0) {
      at++;
      continue;
    }
    let window = carry;
    for (let i = 0; i < width && at + i < bits.length; i++) {
      window += (bits.charCodeAt(bits.length - 1 - at - i) & 1) << i;
    }
    carry = window >= 1 << (width - 1) && at + width <= bits.length ? 1 : 0;
    digits[at] = carry === 1 ? window - (1 << width) : window;
    at += width;
  }
  return digits;
}

/** The arithmetic in BigInt: plain, and the reference for every other. */
export function createCurve(parameters: CurveParameters): Curve {
  const { fold, b, q } = parameters;
  const bits = BigInt(parameters.bits);
  const mask = (1n << bits) - 1n;
  const p = mask + 1n - fold;
  const base: Jacobian = { x: parameters.x, y: parameters.y, z: 1n };
  let baseTable: Jacobian[] | undefined;

  /** 2^bits ≡ fold (mod p): two foldings bring a product into [0, 2^bits + small), one subtraction ends it. */
  function reduce(value: bigint): bigint {
    let rest = (value & mask) + (value >> bits) * fold;
    rest = (rest & mask) + (rest >> bits) * fold;
    return rest >= p ? rest - p : rest;
  }
  function multiply(a: bigint, c: bigint): bigint {
    return reduce(a * c);
  }
  function subtract(a: bigint, c: bigint): bigint {
    const difference = a - c;
    return difference < 0n ? difference + p : difference;
  }

  /** dbl-2001-b; the slope is 3(x² − z⁴) for a = −3 and 3x² + az⁴ otherwise. */
  function double({ x, y, z }: Jacobian): Jacobian {
    const delta = multiply(z, z);
    const gamma = multiply(y, y);
    const beta = multiply(x, gamma);
    const alpha =
      parameters.a === undefined
        ? reduce(3n * (x - delta + p) * (x + delta))
        : reduce(3n * x * x + parameters.a * multiply(delta, delta));
    const x3 = subtract(multiply(alpha, alpha), reduce(8n * beta));
    const sum = y + z;
    const z3 = reduce(sum * sum - gamma - delta);
    const gamma8 = reduce(8n * multiply(gamma, gamma));
    const y3 = subtract(multiply(alpha, subtract(reduce(4n * beta), x3)), gamma8);
    return { x: x3, y: y3, z: z3 };
  }

  /** add-2007-bl, with the cases it does not cover. */
  function add(left: Jacobian, right: Jacobian): Jacobian {
    if (left.z === 0n) return right;
    if (right.z === 0n) return left;
    const z1z1 = multiply(left.z, left.z);
    const z2z2 = right.z === 1n ? 1n : multiply(right.z, right.z);
    const u1 = multiply(left.x, z2z2);
    const u2 = multiply(right.x, z1z1);
    const s1 = multiply(multiply(left.y, right.z), z2z2);
    const s2 = multiply(multiply(right.y, left.z), z1z1);
    const h = subtract(u2, u1);
    const r = subtract(s2, s1);
    if (h === 0n) return r === 0n ? double(left) : INFINITY;
    const hh = multiply(h, h);
    const hhh = multiply(h, hh);
    const v = multiply(u1, hh);
    const x = subtract(subtract(multiply(r, r), hhh), reduce(2n * v));
    const y = subtract(multiply(r, subtract(v, x)), multiply(s1, hhh));
    return { x, y, z: multiply(multiply(left.z, right.z), h) };
  }

  function negate(point: Jacobian): Jacobian {
    return { x: point.x, y: point.y === 0n ? 0n : p - point.y, z: point.z };
  }

  /** 1P, 3P, 5P … as many as a window of that width asks for. */
  function oddMultiples(point: Jacobian, width: number): Jacobian[] {
    const twice = double(point);
    const table = [point];
    for (let i = 1; i < 1 << (width - 2); i++) table.push(add(table[i - 1]!, twice));
    return table;
  }

  function toAffine({ x, y, z }: Jacobian): CurvePoint {
    const inverted = inverse(z, p);
    const squared = multiply(inverted, inverted);
    return { x: multiply(x, squared), y: multiply(y, multiply(squared, inverted)) };
  }

  return {
    q,
    invert: (value) => inverse(value, q),
    isOnCurve({ x, y }) {
      if (x < 0n || y < 0n || x >= p || y >= p) return false;
      return multiply(y, y) === modulo(x * x * x + (parameters.a ?? -3n) * x + b, p);
    },
    multiplyBase(scalar, blinding) {
      // Scalar + m·q with a random m of 64 bits whose top bit is set always has bits + 64 binary digits,
      // and its digits say nothing of the scalar; a random Z hides the coordinates (Coron, 1999).
      let random = 0n;
      for (const byte of blinding) random = (random << 8n) | BigInt(byte);
      const multiple = (random & 0x7fff_ffff_ffff_fffen) + 0x8000_0000_0000_0001n;
      const digits = (scalar + multiple * q).toString(2);
      const z = modulo(random >> 64n, p - 1n) + 1n;
      const zz = multiply(z, z);
      const start: Jacobian = { x: multiply(base.x, zz), y: multiply(base.y, multiply(zz, z)), z };
      const ladder: [Jacobian, Jacobian] = [start, double(start)];
      for (let i = 1; i < digits.length; i++) {
        const bit = (digits.charCodeAt(i) & 1) as 0 | 1;
        const other = (bit ^ 1) as 0 | 1;
        const sum = add(ladder[0], ladder[1]);
        ladder[bit] = double(ladder[bit]);
        ladder[other] = sum;
      }
      return toAffine(ladder[0]);
    },
    sumX(z1, z2, point) {
      baseTable ??= oddMultiples(base, BASE_WINDOW).map((entry) => ({ ...toAffine(entry), z: 1n }));
      const table = oddMultiples({ ...point, z: 1n }, POINT_WINDOW);
      const first = signedDigits(z1, BASE_WINDOW);
      const second = signedDigits(z2, POINT_WINDOW);
      let sum = INFINITY;
      for (let i = Math.max(first.length, second.length) - 1; i >= 0; i--) {
        if (sum.z !== 0n) sum = double(sum);
        for (const [digit, multiples] of [
          [first[i] ?? 0, baseTable],
          [second[i] ?? 0, table],
        ] as const) {
          if (digit > 0) sum = add(sum, multiples[digit >> 1]!);
          else if (digit < 0) sum = add(sum, negate(multiples[-digit >> 1]!));
        }
      }
      return sum.z === 0n ? null : toAffine(sum).x;
    },
  };
}
