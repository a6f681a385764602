import { INVERSION } from '../src/gost/wasm-layout.ts';
import { add, and, extend, i32, i64, load, mul, op, sar, shl, shr, sub, trailingZeros } from './assembler.ts';
import type { Program, Routine, Value, Variable } from './assembler.ts';

/**
 * Inversion modulo an odd number by divsteps (Bernstein and Yang, «Fast constant-time gcd computation and modular
 * inversion», in the form of libsecp256k1's `modinv32`): 30 steps at a time on the lowest words, then one pass
 * over the whole numbers. Not of constant time: for public values, and for secret ones under a random mask.
 *
 * Numbers are 18 words of 30 bits, the last one signed.
 */
const WORDS = 18;
const WIDTH = 30;
const MASK = 2 ** WIDTH - 1;
const SIZE = 4 * WORDS;
const [F, G, D, E, MODULUS] = [0, 1, 2, 3, 4].map((n) => INVERSION + n * SIZE) as [
  number,
  number,
  number,
  number,
  number,
];

/** (to, from, modulus): 64 bytes each, little-endian; `from` is not a multiple of the modulus. */
export function defineInversion(program: Program): Routine {
  const f = program.routine('invert', ['i32', 'i32', 'i32']);
  const [to, from, modulus] = [0, 1, 2].map((at) => f.parameter(at)) as [Variable, Variable, Variable];
  readWords(f, from, G);
  readWords(f, modulus, F);
  readWords(f, modulus, MODULUS);
  for (let i = 0; i < SIZE; i += 4) {
    f.store(i32(D), i32(0), i);
    f.store(i32(E), i32(i === 0 ? 1 : 0), i);
  }
  // 1/modulus mod 2^30 by Newton's steps: x·(2 − m·x) doubles the right bits; m itself has three.
  const low = f.keep(load('i32', i32(MODULUS)));
  const inverse = f.keep(low);
  for (let bits = 3; bits < WIDTH; bits *= 2) f.set(inverse, mul(inverse, sub(i32(2), mul(low, inverse))));

  const eta = f.local('i32', -1);
  const [u, v, q, r] = [0, 1, 2, 3].map(() => f.local('i32')) as [Variable, Variable, Variable, Variable];
  f.repeat(() => {
    steps(f, eta, [u, v, q, r]);
    const wide = [u, v, q, r].map((one) => f.keep(extend(one))) as [Variable, Variable, Variable, Variable];
    updateNumbers(f, wide, inverse);
    updateRest(f, wide);
    let all: Value = load('i32', i32(G));
    for (let i = 4; i < SIZE; i += 4) all = op('or', all, load('i32', i32(G), i));
    return all;
  });
  writeResult(f, to);
  return f;
}

function readWords(f: Routine, bytes: Value, to: number): void {
  for (let i = 0; i < WORDS; i++) {
    const byte = Math.min((WIDTH * i) >> 3, 56);
    const bit = WIDTH * i - 8 * byte;
    const value = bit < 64 ? and(shr(load('i64', bytes, byte), bit), MASK) : i64(0);
    f.store32(i32(to), value, 4 * i);
  }
}

/** Thirty divsteps on the lowest words; the matrix is left in u, v, q, r. */
function steps(f: Routine, eta: Variable, [u, v, q, r]: [Variable, Variable, Variable, Variable]): void {
  const a = f.keep(op('or', load('i32', i32(F)), shl(load('i32', i32(F), 4), WIDTH)));
  const b = f.keep(op('or', load('i32', i32(G)), shl(load('i32', i32(G), 4), WIDTH)));
  f.set(u, 1);
  f.set(v, 0);
  f.set(q, 0);
  f.set(r, 1);
  const left = f.local('i32', WIDTH);
  const zeros = f.local('i32');
  const [limit, w, old] = [f.local('i32'), f.local('i32'), f.local('i32')];
  f.repeat(() => {
    f.set(zeros, trailingZeros(op('or', b, shl(i32(-1), left))));
    f.set(b, shr(b, zeros));
    f.set(u, shl(u, zeros));
    f.set(v, shl(v, zeros));
    f.set(eta, sub(eta, zeros));
    f.set(left, sub(left, zeros));
    f.when(left, () => {
      f.when(op('less', eta, 0), () => {
        f.set(eta, sub(i32(0), eta));
        for (const [one, other] of [
          [a, b],
          [u, q],
          [v, r],
        ] as const) {
          f.set(old, one);
          f.set(one, other);
          f.set(other, sub(i32(0), old));
        }
      });
      // At most six bits of b are cleared at once, and no more than eta and what is left allow.
      f.set(limit, add(eta, 1));
      f.when(op('greater', limit, left), () => f.set(limit, left));
      f.set(w, and(shr(i32(-1), sub(i32(32), limit)), 63));
      f.set(w, and(mul(mul(a, b), sub(mul(a, a), 2)), w));
      f.set(b, add(b, mul(a, w)));
      f.set(q, add(q, mul(u, w)));
      f.set(r, add(r, mul(v, w)));
    });
    return left;
  });
}

/** (d, e) = matrix · (d, e) / 2^30 modulo the modulus. */
function updateNumbers(
  f: Routine,
  [u, v, q, r]: readonly [Value, Value, Value, Value],
  inverse: Value,
): void {
  const signD = f.keep(extend(sar(load('i32', i32(D), SIZE - 4), 31)));
  const signE = f.keep(extend(sar(load('i32', i32(E), SIZE - 4), 31)));
  const rows = [
    { a: u, b: v, to: D },
    { a: q, b: r, to: E },
  ].map(({ a, b, to }) => ({
    a,
    b,
    to,
    multiple: f.keep(add(and(a, signD), and(b, signE))),
    carry: f.local('i64', 0),
  }));
  const wideInverse = f.keep(extend(inverse));
  for (let i = 0; i < WORDS; i++) {
    const d = f.keep(load('bytes32', i32(D), 4 * i));
    const e = f.keep(load('bytes32', i32(E), 4 * i));
    const m = f.keep(load('bytes32', i32(MODULUS), 4 * i));
    for (const { a, b, to, multiple, carry } of rows) {
      f.set(carry, add(add(carry, mul(a, d)), mul(b, e)));
      if (i === 0) {
        f.set(multiple, sub(multiple, and(add(mul(wideInverse, carry), multiple), MASK)));
      }
      f.set(carry, add(carry, mul(m, multiple)));
      if (i > 0) f.store32(i32(to), and(carry, MASK), 4 * (i - 1));
      f.set(carry, sar(carry, WIDTH));
    }
  }
  for (const { to, carry } of rows) f.store32(i32(to), carry, SIZE - 4);
}

/** (f, g) = matrix · (f, g) / 2^30, which divides without a rest. */
function updateRest(f: Routine, [u, v, q, r]: readonly [Value, Value, Value, Value]): void {
  const rows = [
    { a: u, b: v, to: F, carry: f.local('i64', 0) },
    { a: q, b: r, to: G, carry: f.local('i64', 0) },
  ];
  for (let i = 0; i < WORDS; i++) {
    const one = f.keep(load('bytes32', i32(F), 4 * i));
    const other = f.keep(load('bytes32', i32(G), 4 * i));
    for (const { a, b, to, carry } of rows) {
      f.set(carry, add(add(carry, mul(a, one)), mul(b, other)));
      if (i > 0) f.store32(i32(to), and(carry, MASK), 4 * (i - 1));
      f.set(carry, sar(carry, WIDTH));
    }
  }
  for (const { to, carry } of rows) f.store32(i32(to), carry, SIZE - 4);
}

/** d lies in (−2·modulus, modulus) and the gcd, 1 or −1, is in f: d·f modulo the modulus as bytes. */
function writeResult(f: Routine, to: Value): void {
  const words = Array.from({ length: WORDS }, (_, i) => f.keep(load('bytes32', i32(D), 4 * i)));
  const modulus = words.map((_, i) => f.keep(load('bytes32', i32(MODULUS), 4 * i)));
  const last = words.at(-1)!;
  const addWhenNegative = (): void => {
    const negative = f.keep(sar(last, 63));
    let carry: Value | undefined;
    for (const [i, word] of words.entries()) {
      const sum = f.keep(add(add(word, and(modulus[i]!, negative)), carry ?? i64(0)));
      f.set(word, i < WORDS - 1 ? and(sum, MASK) : sum);
      carry = f.keep(sar(sum, WIDTH));
    }
  };
  addWhenNegative();
  const sign = f.keep(sar(load('bytes32', i32(F), SIZE - 4), 63));
  for (const word of words) f.set(word, sub(op('xor', word, sign), sign));
  // The words may be negative now one by one: the pass carries them as well.
  let carry: Value | undefined;
  for (const [i, word] of words.entries()) {
    const sum = f.keep(carry === undefined ? word : add(word, carry));
    f.set(word, i < WORDS - 1 ? and(sum, MASK) : sum);
    carry = f.keep(sar(sum, WIDTH));
  }
  addWhenNegative();
  for (let at = 0; at < 8; at++) {
    let value: Value | undefined;
    for (const [i, word] of words.entries()) {
      const bit = WIDTH * i - 64 * at;
      if (bit <= -WIDTH || bit >= 64) continue;
      const part = bit >= 0 ? shl(word, bit) : shr(word, -bit);
      value = value === undefined ? part : op('or', value, part);
    }
    f.store(to, value!, 8 * at);
  }
}
