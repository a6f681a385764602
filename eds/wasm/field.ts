import { MOST_PAIRS, PAIR, PAIRS } from '../src/gost/wasm-layout.ts';
import {
  add,
  and,
  fourTimes32,
  i32,
  i64,
  load,
  loadHalf,
  loadVector,
  mul,
  op,
  pick,
  sar,
  shl,
  shr,
  sub,
  twice64,
  vop,
  vshift,
} from './assembler.ts';
import type { Program, Routine, Value, Variable } from './assembler.ts';

/**
 * Arithmetic modulo p = 2^512 − 569: 20 signed digits of base 2^26, always two numbers at once in the two halves of
 * vectors («fixed-width SIMD» of the core specification, which every engine has that we run on).
 *
 * A pair of numbers A and B is ten vectors, the k-th of them A_k, B_k, A_(k+10), B_(k+10): the lower half of a number
 * meets the lower half of another in one instruction, as Karatsuba wants it.
 *
 * A product leaves digits in [0, 2^26), but the digits 2 and 11 up to 2^10 beyond on either side. Sums and differences are not carried: what goes
 * into a product may have digits seven times as large, and into a square three times, for Karatsuba adds four of them
 * (and a square doubles that) and must stay in a signed 32-bit word; of two factors a and b times as large, a·b ≤ 48, so
 * that a column of 20 products stays below 2^62 in size. Inside Karatsuba's sums of columns nothing overflows for good:
 * all is counted modulo 2^64, and the columns that come out fit.
 */
const DIGITS = 20;
const HALF = 10;
const LEAF = 5;
const WIDTH = 26;
const MASK = 2 ** WIDTH - 1;
/** 2^520 mod p. */
const FOLD = 569 * 2 ** 8;
/** Added to a column, so that it is not negative; the carry brings the next digit 2^36 of it. */
const BIAS = 1n << 62n;
const CARRIED_BIAS = BIAS >> BigInt(WIDTH);

export interface Field {
  /** (to, a, b): to = a·b for pairs */
  multiplyPair: Routine;
  /** (to, a): to = a² for pairs */
  squarePair: Routine;
  /** (to, a, b): to = a·b */
  multiply: Routine;
  /** (to, a): to = a² */
  square: Routine;
  /** (to, from): 64 bytes, little-endian, into an element */
  fromBytes: Routine;
  /** (to, from): an element as 64 bytes, the one number in [0, p) */
  toBytes: Routine;
}

/** The address of scratch for the formulas, by number; `multiply` and `square` use the first three. */
export function pairAt(n: number): number {
  if (n >= MOST_PAIRS) throw new RangeError('No such pair of scratch');
  return PAIRS + n * PAIR;
}

/** Where the digit is in an element. */
const place = (digit: number): number => (digit < HALF ? 8 * digit : 8 * (digit - HALF) + 4);

/** What is at hand of one vector of the pairs: the others are treated alike. */
interface AtVector {
  /** Of the pair at that address. */
  of: (pair: number) => Variable;
  /** The two digits of an element, for `pairOf`. */
  digitsOf: (element: Value) => Variable;
  store: (pair: number, vector: Value) => void;
  /** Stores the digits of A and B as elements; B may be left out. */
  storeDigits: (vector: Value, a: Value, b?: Value) => void;
}

/** Does the same with each vector, in a loop: less code leaves the cache of the processor to the products. */
export function eachVector(f: Routine, body: (at: AtVector) => void): void {
  const at = f.local('i32', 0);
  const ofElement = (element: Value): Value => add(element, shr(at, 1));
  f.repeat(() => {
    body({
      of: (pair) => f.keep(loadVector(at, pair)),
      digitsOf: (element) => f.keep(loadHalf(ofElement(element))),
      store: (pair, vector) => f.storeVector(at, vector, pair),
      storeDigits: (vector, a, b) => {
        const parted = f.keep(pick(vector, vector, [0, 2, 1, 3]));
        f.storeHalf(ofElement(a), parted, 0);
        if (b !== undefined) f.storeHalf(ofElement(b), parted, 1);
      },
    });
    f.set(at, add(at, 16));
    return op('below', at, PAIR);
  });
}

/** The pair of two elements, from what `digitsOf` answers. */
export const pairOf = (a: Value, b: Value): Value => pick(a, b, [0, 4, 1, 5]);
/** A of the first pair and B of the second. */
export const blend = (a: Value, b: Value): Value => pick(a, b, [0, 5, 2, 7]);
export const exchange = (pair: Value): Value => pick(pair, pair, [1, 0, 3, 2]);
export const bothA = (pair: Value): Value => pick(pair, pair, [0, 0, 2, 2]);
export const bothB = (pair: Value): Value => pick(pair, pair, [1, 1, 3, 3]);
export const plus = (a: Value, b: Value): Value => vop('add32', a, b);
export const minus = (a: Value, b: Value): Value => vop('sub32', a, b);

const add64 = (a: Value, b: Value): Value => vop('add64', a, b);
const sub64 = (a: Value, b: Value): Value => vop('sub64', a, b);

/** The five vectors of the lower digits of each half, of the upper, and of their sums. */
interface Quarters {
  low: Variable[];
  high: Variable[];
  sum: Variable[];
}

function quarters(f: Routine, vectors: readonly Variable[]): Quarters {
  const [low, high] = [vectors.slice(0, LEAF), vectors.slice(LEAF)];
  return { low, high, sum: low.map((one, i) => f.keep(plus(one, high[i]!))) };
}

type Half = 'mulLow' | 'mulHigh';

/** The nine columns of a product of five digits by five. */
function leafProduct(f: Routine, half: Half, a: readonly Value[], b: readonly Value[]): Variable[] {
  return Array.from({ length: 2 * LEAF - 1 }, (_, k) => {
    const products: Value[] = [];
    for (let i = Math.max(0, k - LEAF + 1); i < LEAF && i <= k; i++)
      products.push(vop(half, a[i]!, b[k - i]!));
    return f.keep(products.slice(1).reduce(add64, products[0]!));
  });
}

function leafSquare(f: Routine, half: Half, a: readonly Value[], twice: readonly Value[]): Variable[] {
  return Array.from({ length: 2 * LEAF - 1 }, (_, k) => {
    const products: Value[] = [];
    for (let i = Math.max(0, k - LEAF + 1); 2 * i <= k; i++) {
      products.push(vop(half, 2 * i === k ? a[i]! : twice[i]!, a[k - i]!));
    }
    return f.keep(products.slice(1).reduce(add64, products[0]!));
  });
}

/**
 * Karatsuba's columns from those of the lower halves, the upper ones and the sums, n digits each. The terms
 * low[n + j] − high[j] stand in two columns and are counted once.
 */
function combine(
  f: Routine,
  n: number,
  low: readonly Value[],
  high: readonly Value[],
  middle: readonly Value[],
): Value[] {
  const shared = Array.from({ length: n - 1 }, (_, j) => f.keep(sub64(low[n + j]!, high[j]!)));
  return [
    ...low.slice(0, n),
    ...shared.map((one, j) => f.keep(add64(one, sub64(middle[j]!, low[j]!)))),
    f.keep(sub64(sub64(middle[n - 1]!, low[n - 1]!), high[n - 1]!)),
    ...shared.map((one, j) => f.keep(sub64(sub64(middle[n + j]!, high[n + j]!), one))),
    ...high.slice(n - 1),
  ];
}

/** The 39 columns of a·b, or of a² when `b` is null. */
function columns(f: Routine, a: readonly Variable[], b: readonly Variable[] | null): Value[] {
  const folded = (x: readonly Variable[]): Variable[] =>
    x.map((vector) => f.keep(plus(vector, pick(vector, vector, [2, 3, 0, 1]))));
  const product = (x: Quarters, y: Quarters | null, half: Half): Value[] => {
    const [low, high, middle] = (['low', 'high', 'sum'] as const).map((which) => {
      if (y !== null) return leafProduct(f, half, x[which], y[which]);
      return leafSquare(
        f,
        half,
        x[which],
        x[which].map((one) => f.keep(plus(one, one))),
      );
    });
    return combine(f, LEAF, low!, high!, middle!);
  };
  const [one, other] = [quarters(f, a), b === null ? null : quarters(f, b)];
  const low = product(one, other, 'mulLow');
  const high = product(one, other, 'mulHigh');
  const middle = product(quarters(f, folded(a)), b === null ? null : quarters(f, folded(b)), 'mulLow');
  return combine(f, HALF, low, high, middle);
}

interface Constants {
  mask: Variable;
  bias: Variable;
  /** What is missing to the bias after the carry has brought some of it. */
  restOfBias: Variable;
  fold: Variable;
}

/** Digits of columns, and the carry out of the last, which is 2^36 too high. */
function carryAlong(
  f: Routine,
  { mask, bias, restOfBias }: Constants,
  words: readonly Value[],
): { digits: Variable[]; carry: Variable } {
  let carry: Variable | undefined;
  const digits = words.map((column) => {
    const word: Variable = f.keep(
      carry === undefined ? add64(column, bias) : add64(add64(column, restOfBias), carry),
    );
    carry = f.keep(vshift('shr64', word, WIDTH));
    return f.keep(vop('and', word, mask));
  });
  return { digits, carry: carry! };
}

/** Two chains of carries side by side, for each waits for itself alone; the first then runs into the second. */
function carryTwice(
  f: Routine,
  constants: Constants,
  words: readonly Value[],
): { digits: Variable[]; carry: Variable } {
  const first = carryAlong(f, constants, words.slice(0, HALF));
  const second = carryAlong(f, constants, words.slice(HALF));
  const word = f.keep(add64(second.digits[0]!, first.carry));
  f.set(second.digits[0]!, vop('and', word, constants.mask));
  // 2^10 are left of the bias.
  const over = sub64(vshift('shr64', word, WIDTH), twice64(CARRIED_BIAS >> BigInt(WIDTH)));
  f.set(second.digits[1]!, add64(second.digits[1]!, over));
  return { digits: [...first.digits, ...second.digits], carry: second.carry };
}

/** Two words of 64 bits each in two vectors as one vector of 32-bit words. */
const pack = (low: Value, high: Value): Value => pick(low, high, [0, 2, 4, 6]);

/** Times FOLD = 2^8·(512 + 64 − 8 + 1), for words that need more than 32 bits. */
function timesFold(word: Variable): Value {
  const [a, b, c, d] = [17, 14, 11, 8].map((bits) => vshift('shl64', word, bits));
  return sub64(add64(add64(a!, b!), d!), c!);
}

function storeProduct(f: Routine, to: Value, product: readonly Value[]): void {
  const constants: Constants = {
    mask: f.keep(twice64(BigInt(MASK))),
    bias: f.keep(twice64(BIAS)),
    restOfBias: f.keep(twice64(BIAS - CARRIED_BIAS)),
    fold: f.keep(fourTimes32(i32(FOLD))),
  };
  const upper = carryTwice(f, constants, product.slice(DIGITS));
  const folded: Value[] = [];
  for (let k = 0; k < HALF; k++) {
    const [low, high] = [upper.digits[k]!, upper.digits[k + HALF]];
    const packed = f.keep(pack(low, high ?? low));
    folded[k] = vop('mulLow', packed, constants.fold);
    if (high !== undefined) folded[k + HALF] = vop('mulHigh', packed, constants.fold);
  }
  folded[DIGITS - 1] = timesFold(f.keep(sub64(upper.carry, twice64(CARRIED_BIAS))));

  const { digits, carry } = carryTwice(
    f,
    constants,
    product.slice(0, DIGITS).map((column, k) => add64(column, folded[k]!)),
  );
  // The carry out of the highest digit comes in below. Of its bias 2^36·FOLD the second digit gets FOLD·2^10.
  const first = f.keep(add64(digits[0]!, timesFold(carry)));
  f.set(digits[0]!, vop('and', first, constants.mask));
  const over = add64(vshift('shr64', first, WIDTH), twice64((1n << 30n) - BigInt(FOLD) * 2n ** 10n));
  const second = f.keep(add64(digits[1]!, over));
  f.set(digits[1]!, vop('and', second, constants.mask));
  f.set(digits[2]!, add64(digits[2]!, sub64(vshift('shr64', second, WIDTH), twice64(1n << 4n))));
  for (let k = 0; k < HALF; k++) f.storeVector(to, pack(digits[k]!, digits[k + HALF]!), 16 * k);
}

export function defineField(program: Program): Field {
  const pointers = (count: number): 'i32'[] => Array.from({ length: count }, () => 'i32' as const);

  const [multiplyPair, squarePair] = ([2, 1] as const).map((factors) => {
    const f = program.routine(factors === 2 ? 'multiplyPair' : 'squarePair', pointers(1 + factors));
    const vectors = (n: number): Variable[] =>
      Array.from({ length: HALF }, (_, k) => f.keep(loadVector(f.parameter(n), 16 * k)));
    storeProduct(f, f.parameter(0), columns(f, vectors(1), factors === 2 ? vectors(2) : null));
    return f;
  }) as [Routine, Routine];

  /** One number alone: the other half of the vectors counts the same. */
  const [multiply, square] = ([2, 1] as const).map((factors) => {
    const f = program.routine(factors === 2 ? 'multiply' : 'square', pointers(1 + factors));
    const [result, ...operands] = [0, 1, 2].slice(0, 1 + factors).map(pairAt) as [number, ...number[]];
    eachVector(f, (at) => {
      for (const [n, to] of operands.entries()) {
        const digits = at.digitsOf(f.parameter(n + 1));
        at.store(to, pairOf(digits, digits));
      }
    });
    f.call(factors === 2 ? multiplyPair : squarePair, result, ...operands);
    eachVector(f, (at) => at.storeDigits(at.of(result), f.parameter(0)));
    return f;
  }) as [Routine, Routine];

  const fromBytes = program.routine('fromBytes', pointers(2));
  for (let i = 0; i < DIGITS; i++) {
    // The last digits would look beyond the 64 bytes if they were read like the others.
    const byte = Math.min((WIDTH * i) >> 3, 56);
    const digit = and(shr(load('i64', fromBytes.parameter(1), byte), WIDTH * i - 8 * byte), MASK);
    fromBytes.store32(fromBytes.parameter(0), digit, place(i));
  }

  return { multiplyPair, squarePair, multiply, square, fromBytes, toBytes: defineToBytes(program) };
}

function defineToBytes(program: Program): Routine {
  const f = program.routine('toBytes', ['i32', 'i32']);
  // 2^11·p is above any element below zero (digits seven times as large are above −2^523): the sum is positive.
  const offset = ((1n << 512n) - 569n) << 11n;
  const digits = Array.from({ length: DIGITS }, (_, i) => f.keep(load('bytes32', f.parameter(1), place(i))));
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
  // 2^512 ≡ 569: the last digit has 18 bits below 2^512.
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
