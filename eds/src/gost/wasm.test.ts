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
import { ELEMENT, INPUT, ORDER, OUTPUT, PRIME, SCRATCH } from './wasm-layout.ts';
import { WasmPoints } from './wasm-points.ts';
import { createWasmStreebog } from './wasm-streebog.ts';
import { createWasm } from './wasm.ts';
import type { Wasm, WasmRoutines } from './wasm.ts';

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
  const [A, B, C, TO] = [0, 1, 2, 3].map((n) => SCRATCH + n * ELEMENT) as [number, number, number, number];
  type Linear = Record<
    'plus' | 'minus' | 'twicePlus' | 'fourTimesMinus',
    (to: number, a: number, b: number) => void
  > &
    Record<'multiplySubtract', (to: number, a: number, b: number, c: number, shift: number) => void> &
    Record<'squareSubtract', (to: number, a: number, c: number, shift: number) => void> &
    Record<'settle', (a: number) => void>;
  const routines = wasm.routines as WasmRoutines & Linear;

  test('counts as BigInt does', () => {
    const result = (): bigint => points.readElement(TO);
    fc.assert(
      fc.property(number512, number512, number512, (a, b, c) => {
        points.writeElement(A, a);
        points.writeElement(B, b);
        points.writeElement(C, c);
        expect(points.readElement(A)).toBe(modulo(a, P));
        routines.multiply(TO, A, B);
        expect(result()).toBe(modulo(a * b, P));
        routines.square(TO, A);
        expect(result()).toBe(modulo(a * a, P));
        routines.multiplySubtract(TO, A, B, C, 3);
        expect(result()).toBe(modulo(a * b - 8n * c, P));
        routines.squareSubtract(TO, A, C, 3);
        expect(result()).toBe(modulo(a * a - 8n * c, P));
        routines.plus(TO, A, B);
        expect(result()).toBe(modulo(a + b, P));
        routines.minus(TO, A, B);
        expect(result()).toBe(modulo(a - b, P));
        routines.twicePlus(TO, A, B);
        expect(result()).toBe(modulo(2n * a + b, P));
        routines.fourTimesMinus(TO, A, B);
        routines.settle(TO);
        expect(result()).toBe(modulo(4n * a - b, P));
      }),
      { numRuns: 1000 },
    );
  });

  test('multiplies digits as large as the formulas of points make them', () => {
    const words = (at: number): Int32Array => wasm.words.subarray(at / 4, at / 4 + ELEMENT / 4);
    const value = (at: number): bigint =>
      words(at).reduceRight((sum, digit) => (sum << 29n) + BigInt(digit), 0n);
    const extreme = (size: number): fc.Arbitrary<number[]> =>
      fc.array(fc.constantFrom(-size, size, 0, size - 1), { minLength: 18, maxLength: 18 });
    fc.assert(
      fc.property(extreme(5 * 2 ** 28), extreme(2 ** 28 + 2 ** 24), extreme(2 ** 29), (a, b, c) => {
        words(A).set(a);
        words(B).set(b);
        words(C).set(c);
        routines.multiply(TO, A, B);
        expect(points.readElement(TO)).toBe(modulo(value(A) * value(B), P));
        routines.square(TO, C);
        expect(points.readElement(TO)).toBe(modulo(value(C) ** 2n, P));
        routines.multiply(TO, C, C);
        expect(points.readElement(TO)).toBe(modulo(value(C) ** 2n, P));
      }),
      { numRuns: 300 },
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
    for (const length of [63, 64, 65, 32_767, 32_768, 32_769, 100_000]) {
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
