import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { primitives } from '../../test/vectors.ts';
import { buildModule } from '../../wasm/module.ts';
import { toBase64 } from '../base64.ts';
import { concatBytes, toHex } from '../bytes.ts';
import type { CurvePoint } from './curve.ts';
import { PARAMETERS_512, plainCurve512 } from './curve512.ts';
import { inverse, modulo, numberFromLittleEndian, numberToLittleEndian } from './numbers.ts';
import { createPlainStreebog } from './plain-streebog.ts';
import { generateGost512Key, signGost512 } from './sign.ts';
import { verifyOnCurve } from './verify.ts';
import { WASM_BASE64 } from './wasm-bytes.ts';
import { createWasmCurve } from './wasm-curve.ts';
import {
  ELEMENT,
  INPUT,
  ORDER,
  OUTPUT,
  PAIR,
  PRIME,
  SCRATCH,
  STEPS,
  STREEBOG_MESSAGE_SIZE,
} from './wasm-layout.ts';
import { WasmPoints } from './wasm-points.ts';
import { createWasmStreebog } from './wasm-streebog.ts';
import { createWasm } from './wasm.ts';
import type { Wasm } from './wasm.ts';

const wasm = createWasm()!;
const points = new WasmPoints(wasm);
const curve = createWasmCurve(wasm, PARAMETERS_512, plainCurve512);
const { q } = PARAMETERS_512;
const P = 2n ** 512n - 569n;
const random = primitives.randomBytes;
const G: CurvePoint = { x: PARAMETERS_512.x, y: PARAMETERS_512.y };
const negated = ({ x, y }: CurvePoint): CurvePoint => ({ x, y: P - y });

/** Numbers of 512 bits, the awkward ones often: near 0, p, q and 2^512, and with long runs of equal bits. */
const number512 = fc
  .oneof(
    fc.uint8Array({ minLength: 64, maxLength: 64 }).map(numberFromLittleEndian),
    fc
      .tuple(fc.constantFrom(0n, P, q, 2n ** 511n), fc.integer({ min: -3, max: 3 }))
      .map(([a, b]) => a + BigInt(b)),
    fc.tuple(fc.nat(511), fc.nat(511)).map(([a, b]) => (1n << BigInt(a)) - (1n << BigInt(b))),
    fc.constant(2n ** 512n - 1n),
  )
  .map((value) => BigInt.asUintN(512, value));
const scalar = number512.map((value) => modulo(value, q - 1n) + 1n);

test('the module is what its source gives', () => {
  expect(toBase64(buildModule())).toBe(WASM_BASE64);
});

test('without WebAssembly, or where it is forbidden, there is none', () => {
  expect(createWasm({})).toBeNull();
  const forbidden = {
    get Module(): never {
      throw new Error('blocked by the policy of the page');
    },
  };
  expect(createWasm({ WebAssembly: forbidden })).toBeNull();
});

describe('the field', () => {
  const [A, B, TO] = [0, 1, 2].map((n) => SCRATCH + n * ELEMENT) as [number, number, number];
  const { routines } = wasm;
  /** Where the digits lie: 0, 10, 1, 11 … */
  const places = Array.from({ length: 20 }, (_, i) => (i < 10 ? 2 * i : 2 * (i - 10) + 1));
  const write = (at: number, digits: readonly number[], step = 1, lane = 0): void => {
    for (const [i, digit] of digits.entries()) {
      const place = places[i]!;
      wasm.words[at / 4 + (step === 1 ? place : 4 * (place >> 1) + 2 * (place & 1) + lane)] = digit;
    }
  };
  const valueOf = (digits: readonly number[]): bigint =>
    digits.reduceRight((sum, digit) => (sum << 26n) + BigInt(digit), 0n);

  test('counts as BigInt does', () => {
    fc.assert(
      fc.property(number512, number512, (a, b) => {
        points.writeElement(A, a);
        points.writeElement(B, b);
        expect(points.readElement(A)).toBe(modulo(a, P));
        routines.multiply(TO, A, B);
        expect(points.readElement(TO)).toBe(modulo(a * b, P));
        routines.square(TO, A);
        expect(points.readElement(TO)).toBe(modulo(a * a, P));
      }),
      { numRuns: 1000 },
    );
  });

  test('counts right at the edges: 0, 1, p − 1, p, p + 1, 2^512 − 1', () => {
    const edges = [0n, 1n, 2n, P - 2n, P - 1n, P, P + 1n, 2n ** 512n - 1n, 2n ** 511n, (P - 1n) / 2n];
    for (const a of edges) {
      for (const b of edges) {
        points.writeElement(A, a);
        points.writeElement(B, b);
        routines.multiply(TO, A, B);
        expect(points.readElement(TO)).toBe((a * b) % P);
        routines.square(TO, TO);
        expect(points.readElement(TO)).toBe((a * b) ** 2n % P);
      }
    }
  });

  /** Digits up to `size` in number, the widest most often, and all of one kind. */
  const extreme = (size: number): fc.Arbitrary<number[]> =>
    fc.oneof(
      fc.array(fc.constantFrom(-size, size, 0, 1, -1, size - 1), { minLength: 20, maxLength: 20 }),
      fc.array(fc.integer({ min: -size, max: size }), { minLength: 20, maxLength: 20 }),
      fc
        .constantFrom(-size, size, -1, 1, 2 ** 26 - 1)
        .map((digit) => Array.from({ length: 20 }, () => digit)),
    );
  const DIGIT = 2 ** 26 + 2 ** 10;
  const [PAIR_A, PAIR_B, PAIR_TO] = [0, 1, 2].map((n) => STEPS + n * PAIR) as [number, number, number];

  /** The number in that half of a pair, and the digits that a product may leave. */
  const readLane = (at: number, lane: number): bigint => {
    const digits = places.map((place) => wasm.words[at / 4 + 4 * (place >> 1) + 2 * (place & 1) + lane]!);
    for (const [i, digit] of digits.entries()) {
      const beyond = i === 2 || i === 11 ? 2 ** 10 : 0;
      expect(digit).toBeGreaterThanOrEqual(-beyond);
      expect(digit).toBeLessThan(2 ** 26 + beyond);
    }
    return modulo(valueOf(digits), P);
  };

  test.each([
    [7, 6],
    [6, 7],
    [4, 7],
    [1, 7],
  ])('multiplies pairs with digits %i and %i times as large as a product has them', (left, right) => {
    const [a, b] = [extreme(left * DIGIT), extreme(right * DIGIT)];
    fc.assert(
      fc.property(fc.tuple(a, a), fc.tuple(b, b), (one, other) => {
        for (const lane of [0, 1] as const) {
          write(PAIR_A, one[lane], 2, lane);
          write(PAIR_B, other[lane], 2, lane);
        }
        routines.multiplyPair(PAIR_TO, PAIR_A, PAIR_B);
        for (const lane of [0, 1] as const) {
          expect(readLane(PAIR_TO, lane)).toBe(modulo(valueOf(one[lane]) * valueOf(other[lane]), P));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('squares pairs with digits thrice as large', () => {
    const a = extreme(3 * DIGIT);
    fc.assert(
      fc.property(fc.tuple(a, a), (one) => {
        for (const lane of [0, 1] as const) write(PAIR_A, one[lane], 2, lane);
        routines.squarePair(PAIR_TO, PAIR_A);
        for (const lane of [0, 1] as const) {
          expect(readLane(PAIR_TO, lane)).toBe(modulo(valueOf(one[lane]) ** 2n, P));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('brings digits of any size that occurs to the one number in [0, p)', () => {
    fc.assert(
      fc.property(extreme(7 * DIGIT), (digits) => {
        write(A, digits);
        expect(points.readElement(A)).toBe(modulo(valueOf(digits), P));
      }),
      { numRuns: 500 },
    );
  });

  test('inverts modulo p and modulo q', () => {
    fc.assert(
      fc.property(number512, fc.constantFrom([PRIME, P] as const, [ORDER, q] as const), (value, [at, m]) => {
        fc.pre(value % m !== 0n);
        points.writeNumber(INPUT, value % m);
        wasm.routines.invert(OUTPUT, INPUT, at);
        expect(points.readNumber(OUTPUT)).toBe(inverse(value, m));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the curve', () => {
  test('sums as the plain one does: new keys, keys seen before, keys that push each other out', () => {
    const keys = Array.from({ length: 70 }, (_, i) => plainCurve512.multiplyBase(BigInt(i + 2), random(128)));
    const small = createWasmCurve(createWasm()!, PARAMETERS_512, plainCurve512);
    fc.assert(
      fc.property(scalar, scalar, fc.constantFrom(...keys.slice(0, 6)), (z1, z2, key) => {
        expect(small.sumX(z1, z2, key)).toBe(plainCurve512.sumX(z1, z2, key));
      }),
      { numRuns: 60 },
    );
    for (const key of keys) for (let i = 0; i < 4; i++) small.sumX(7n, 9n, key);
    for (const key of keys) expect(small.sumX(7n, 9n, key)).toBe(plainCurve512.sumX(7n, 9n, key));
  });

  test('answers right where its formulas break: equal and opposite points, infinity', () => {
    const small = [1n, 2n, 3n, 4n, 5n, 8n, 16n, 31n, 32n, q - 1n, q - 2n, q - 3n, (q + 1n) / 2n];
    for (const key of [G, negated(G), plainCurve512.multiplyBase(2n, random(128))]) {
      // Enough of them that the key has a table in the end.
      for (const z1 of small) {
        for (const z2 of small) expect(curve.sumX(z1, z2, key)).toBe(plainCurve512.sumX(z1, z2, key));
      }
      expect(curve.sumX(0n, 5n, key)).toBe(plainCurve512.sumX(0n, 5n, key));
      expect(curve.sumX(5n, 0n, key)).toBe(plainCurve512.sumX(5n, 0n, key));
    }
    expect(curve.sumX(5n, q - 5n, G)).toBeNull();
    expect(curve.sumX(5n, 5n, negated(G))).toBeNull();
  });

  test('multiplies the base point as the plain one does', () => {
    fc.assert(
      fc.property(scalar, (k) => {
        expect(curve.multiplyBase(k, random(128))).toEqual(plainCurve512.multiplyBase(k, random(128)));
      }),
      { numRuns: 40 },
    );
    for (const k of [1n, 2n, 3n, 255n, 256n, q - 1n, q - 2n, (q - 1n) / 2n]) {
      for (const byte of [0, 1, 0xff]) {
        expect(curve.multiplyBase(k, new Uint8Array(128).fill(byte))).toEqual(
          plainCurve512.multiplyBase(k, random(128)),
        );
      }
    }
  });

  test('judges signatures, good, changed and nonsensical, as the plain one does', () => {
    const { scalar: d, publicKey } = generateGost512Key(random);
    const digests = [
      random(64),
      new Uint8Array(64),
      numberToLittleEndian(q, 64),
      new Uint8Array(64).fill(0xff),
    ];
    let good = 0;
    const judge = (key: Uint8Array, digest: Uint8Array, signature: Uint8Array): void => {
      const verdict = verifyOnCurve(plainCurve512, 64, key, digest, signature);
      expect(verifyOnCurve(curve, 64, key, digest, signature)).toBe(verdict);
      if (verdict) good++;
    };
    for (const digest of digests) judge(publicKey, digest, signGost512(d, digest, random));
    expect(good).toBe(digests.length);
    const bytes = number512.map((value) => numberToLittleEndian(value, 64));
    fc.assert(
      fc.property(fc.constantFrom(...digests), bytes, bytes, (digest, r, s) => {
        judge(publicKey, digest, concatBytes(r, s));
      }),
      { numRuns: 60 },
    );
    fc.assert(
      fc.property(bytes, bytes, (x, y) => {
        judge(concatBytes(x, y), digests[0]!, signGost512(d, digests[0]!, random));
      }),
      { numRuns: 30 },
    );
    expect(good).toBe(digests.length);
  });
});

describe('Streebog', () => {
  const hashed = (bits: 256 | 512, parts: readonly Uint8Array[], on: Wasm): string => {
    const state = createWasmStreebog(on, bits);
    for (const part of parts) state.update(part);
    return toHex(state.digest());
  };

  test('is the plain one, in any pieces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }),
        fc.constantFrom(256, 512),
        (parts, bits) => {
          const plain = createPlainStreebog(bits).update(concatBytes(...parts));
          expect(hashed(bits, parts, wasm)).toBe(toHex(plain.digest()));
        },
      ),
    );
    const part = STREEBOG_MESSAGE_SIZE;
    for (const length of [63, 64, 65, part - 1, part, part + 1, 2 * part + 65, 100_000]) {
      const data = random(length);
      expect(hashed(512, [data], wasm)).toBe(toHex(createPlainStreebog(512).update(data).digest()));
    }
    // Every carry of the sum of all blocks.
    const full = new Uint8Array(64 * 40).fill(0xff);
    expect(hashed(512, [full], wasm)).toBe(toHex(createPlainStreebog(512).update(full).digest()));
  });

  test('keeps hashes in progress apart', () => {
    const [one, other] = [random(1000), random(1000)];
    const states = [createWasmStreebog(wasm, 512), createWasmStreebog(wasm, 256)] as const;
    for (let at = 0; at < 1000; at += 130) {
      states[0].update(one.subarray(at, at + 130));
      states[1].update(other.subarray(at, at + 130));
    }
    expect(toHex(states[0].digest())).toBe(toHex(createPlainStreebog(512).update(one).digest()));
    expect(toHex(states[1].digest())).toBe(toHex(createPlainStreebog(256).update(other).digest()));
  });
});
