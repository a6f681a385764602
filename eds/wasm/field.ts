import { ELEMENT } from '../src/gost/wasm-layout.ts';
import { add, and, extend, i64, load, mul, op, sar, shl, shr, sub } from './assembler.ts';
import type { Program, Routine, Value, Variable } from './assembler.ts';

/**
 * Arithmetic modulo p = 2^512 − 569: 18 signed digits of base 2^29.
 *
 * A product leaves digits in [−2^28, 2^28] (the second a hair more). Sums and differences are not carried: what goes
 * into a product may have digits a and b times as large as long as a·b ≤ 7, for then each of the 18 products of a
 * column stays in a signed 64-bit word (18 · 7 · 2^56 < 2^63). Inside Karatsuba's sums words may overflow; the columns
 * that come out are right all the same, since they fit and all is counted modulo 2^64.
 */
const DIGITS = 18;
const WIDTH = 29;
const MASK = 2 ** WIDTH - 1;
const HALF = 2 ** (WIDTH - 1);
/** 2^522 mod p. */
const FOLD = 569 * 2 ** 10;

export interface Field {
  /** (to, a, b): to = a·b */
  multiply: Routine;
  /** (to, a): to = a² */
  square: Routine;
  /** (to, a, b, c, shift): to = a·b − c·2^shift */
  multiplySubtract: Routine;
  /** (to, a, c, shift): to = a² − c·2^shift */
  squareSubtract: Routine;
  /** (to, a, b): to = a + b, not carried like the next three */
  plus: Routine;
  /** (to, a, b): to = a − b */
  minus: Routine;
  /** (to, a, b): to = 2·a + b */
  twicePlus: Routine;
  /** (to, a, b): to = 4·a − b */
  fourTimesMinus: Routine;
  /** (a): brings the digits of a back in their range; they may have 31 bits */
  settle: Routine;
  /** (to, from): 64 bytes, little-endian, into an element */
  fromBytes: Routine;
  /** (to, from): an element as 64 bytes, the one number in [0, p) */
  toBytes: Routine;
}

function digitsAt(f: Routine, at: Value): Variable[] {
  return Array.from({ length: DIGITS }, (_, i) => f.keep(load('bytes32', at, 4 * i)));
}

/** Columns of a product by halves (Karatsuba) down to `leaf` digits; `b` null squares. */
function columns(f: Routine, a: readonly Value[], b: readonly Value[] | null, leaf: number): Value[] {
  if (a.length <= leaf) return plainColumns(f, a, b);
  const half = Math.ceil(a.length / 2);
  const fold = (x: readonly Value[]): Value[] =>
    x.slice(0, half).map((low, i) => (half + i < x.length ? f.keep(add(low, x[half + i]!)) : low));
  const low = columns(f, a.slice(0, half), b === null ? null : b.slice(0, half), leaf);
  const high = columns(f, a.slice(half), b === null ? null : b.slice(half), leaf);
  const middle = columns(f, fold(a), b === null ? null : fold(b), leaf);
  return Array.from({ length: 2 * a.length - 1 }, (_, k) => {
    const minus = [low[k - half], high[k - half]];
    const plus = [low[k], high[k - 2 * half], middle[k - half]].filter((one) => one !== undefined);
    const sum = plus.slice(1).reduce(add, plus[0]!);
    if (middle[k - half] === undefined) return f.keep(sum);
    return f.keep(minus.filter((one) => one !== undefined).reduce(sub, sum));
  });
}

function plainColumns(f: Routine, a: readonly Value[], b: readonly Value[] | null): Value[] {
  const twice = b === null ? a.map((digit) => f.keep(shl(digit, 1))) : a;
  return Array.from({ length: 2 * a.length - 1 }, (_, k) => {
    const products: Value[] = [];
    for (let i = Math.max(0, k - a.length + 1); i < a.length && i <= k; i++) {
      const j = k - i;
      if (b !== null) products.push(mul(a[i]!, b[j]!));
      else if (i < j) products.push(mul(twice[i]!, a[j]!));
      else if (i === j) products.push(mul(a[i]!, a[i]!));
    }
    return f.keep(products.slice(1).reduce(add, products[0]!));
  });
}

/** Carries `value` to the next digit and answers both. */
function split(f: Routine, value: Value): { digit: Value; carry: Value } {
  const shifted = f.keep(add(value, HALF));
  return { digit: sub(and(shifted, MASK), HALF), carry: f.keep(sar(shifted, WIDTH)) };
}

/** Carries 18 words of up to 63 bits, folds what is above 2^522 and stores the element. */
function storeCarried(f: Routine, to: Value, words: readonly Value[]): void {
  let carry: Value | undefined;
  const digits = words.map((word) => {
    const parts = split(f, carry === undefined ? word : add(word, carry));
    carry = parts.carry;
    return f.keep(parts.digit);
  });
  const first = split(f, add(digits[0]!, mul(carry!, FOLD)));
  f.store32(to, first.digit, 0);
  f.store32(to, add(digits[1]!, first.carry), 4);
  for (let i = 2; i < DIGITS; i++) f.store32(to, digits[i]!, 4 * i);
}

/** The 35 columns of a product to an element; `minus` are words to subtract from the lower ones. */
function storeProduct(f: Routine, to: Value, product: readonly Value[], minus?: readonly Value[]): void {
  const high: Variable[] = [];
  let carry: Variable | undefined;
  for (const column of product.slice(DIGITS)) {
    const word: Variable = f.keep(carry === undefined ? column : add(column, carry));
    high.push(f.keep(and(word, MASK)));
    carry = f.keep(sar(word, WIDTH));
  }
  high.push(carry!);
  const words = product.slice(0, DIGITS).map((column, i) => {
    const folded = add(column, mul(high[i]!, FOLD));
    return minus === undefined ? folded : sub(folded, minus[i]!);
  });
  storeCarried(f, to, words);
}

const MULTIPLY_LEAF = 5;
const SQUARE_LEAF = 9;

export function defineField(program: Program): Field {
  const pointers = (count: number): 'i32'[] => Array.from({ length: count }, () => 'i32' as const);

  function product(name: string, factors: 1 | 2, subtracts: boolean): Routine {
    const f = program.routine(name, [...pointers(1 + factors), ...(subtracts ? pointers(2) : [])]);
    const a = digitsAt(f, f.parameter(1));
    const b = factors === 2 ? digitsAt(f, f.parameter(2)) : null;
    const result = columns(f, a, b, factors === 2 ? MULTIPLY_LEAF : SQUARE_LEAF);
    let minus: Value[] | undefined;
    if (subtracts) {
      const shift = f.keep(extend(f.parameter(2 + factors)));
      minus = Array.from({ length: DIGITS }, (_, i) =>
        shl(load('bytes32', f.parameter(1 + factors), 4 * i), shift),
      );
    }
    storeProduct(f, f.parameter(0), result, minus);
    return f;
  }

  function linear(name: string, shift: number, operation: 'add' | 'sub'): Routine {
    const f = program.routine(name, pointers(3));
    for (let i = 0; i < DIGITS; i++) {
      const digit = load('i32', f.parameter(1), 4 * i);
      const scaled = shift === 0 ? digit : shl(digit, shift);
      f.store(f.parameter(0), op(operation, scaled, load('i32', f.parameter(2), 4 * i)), 4 * i);
    }
    return f;
  }

  const settle = program.routine('settle', pointers(1));
  storeCarried(settle, settle.parameter(0), digitsAt(settle, settle.parameter(0)));

  const fromBytes = program.routine('fromBytes', pointers(2));
  storeCarried(
    fromBytes,
    fromBytes.parameter(0),
    Array.from({ length: DIGITS }, (_, i) => {
      // The last digit begins at bit 493 and would look beyond the 64 bytes if it were read like the others.
      const byte = Math.min((WIDTH * i) >> 3, 56);
      return and(shr(load('i64', fromBytes.parameter(1), byte), WIDTH * i - 8 * byte), MASK);
    }),
  );

  return {
    multiply: product('multiply', 2, false),
    square: product('square', 1, false),
    multiplySubtract: product('multiplySubtract', 2, true),
    squareSubtract: product('squareSubtract', 1, true),
    plus: linear('plus', 0, 'add'),
    minus: linear('minus', 0, 'sub'),
    twicePlus: linear('twicePlus', 1, 'add'),
    fourTimesMinus: linear('fourTimesMinus', 2, 'sub'),
    settle,
    fromBytes,
    toBytes: defineToBytes(program),
  };
}

function defineToBytes(program: Program): Routine {
  const f = program.routine('toBytes', ['i32', 'i32']);
  // 2^11·p is above any element below zero, so the sum is positive and less than 2^525.
  const offset = ((1n << 512n) - 569n) << 11n;
  const digits = digitsAt(f, f.parameter(1));
  const last = digits.at(-1)!;
  let carry: Value | undefined;
  const carryAll = (addend: (i: number) => bigint): void => {
    for (let i = 0; i < DIGITS - 1; i++) {
      const digit = digits[i]!;
      const word = f.keep(add(carry === undefined ? digit : add(digit, carry), i64(addend(i))));
      f.set(digit, and(word, MASK));
      carry = f.keep(sar(word, WIDTH));
    }
    f.set(last, add(add(last, carry!), i64(addend(DIGITS - 1))));
  };
  carryAll((i) =>
    i < DIGITS - 1 ? (offset >> BigInt(WIDTH * i)) & BigInt(MASK) : offset >> BigInt(WIDTH * i),
  );
  // 2^512 ≡ 569: the last digit has 19 bits below 2^512.
  const topBits = 512 - WIDTH * (DIGITS - 1);
  const foldTop = (): void => {
    carry = f.keep(mul(shr(last, topBits), 569));
    f.set(last, and(last, 2 ** topBits - 1));
  };
  foldTop();
  carryAll(() => 0n);
  foldTop();
  carryAll(() => 0n);
  // Now it is below 2^512; p or more becomes visible as a carry when 569 is added, and then 569 stays.
  const reduced = digits.map((digit) => f.keep(digit));
  carry = i64(569);
  carryAll(() => 0n);
  const above = f.keep(sub(i64(0), shr(last, topBits)));
  f.set(last, and(last, 2 ** topBits - 1));
  const chosen = digits.map((digit, i) =>
    f.keep(op('xor', reduced[i]!, and(op('xor', reduced[i]!, digit), above))),
  );
  for (let word = 0; word < 8; word++) {
    let value: Value | undefined;
    for (const [i, digit] of chosen.entries()) {
      const bit = WIDTH * i - 64 * word;
      if (bit <= -WIDTH || bit >= 64) continue;
      const part = bit >= 0 ? shl(digit, bit) : shr(digit, -bit);
      value = value === undefined ? part : op('or', value, part);
    }
    f.store(f.parameter(0), value!, 8 * word);
  }
  return f;
}

/** The address of the n-th element from a base. */
export const element = (base: Value, n: number): Value => add(base, n * ELEMENT);
