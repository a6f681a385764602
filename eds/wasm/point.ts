import { AFFINE, COMB_ENTRIES, ELEMENT, STEPS, SUM } from '../src/gost/wasm-layout.ts';
import { add, and, fourTimes32, i32, load, op, sar, sub, vop, vshift, widen } from './assembler.ts';
import type { Program, Routine, Value, Variable } from './assembler.ts';
import { blend, bothA, bothB, eachVector, exchange, minus, pairAt, pairOf, plus } from './field.ts';
import type { Field } from './field.ts';

export interface Points {
  /** (p): doubles a point in Jacobian coordinates in its place */
  double: Routine;
  /** (p, x, y): adds an affine point; Z becomes zero when both are equal, opposite or p is infinity */
  addAffine: Routine;
  /** (count): takes the steps; 0 doubles the sum, another number is the address of a point to add, odd to subtract */
  run: Routine;
  /** (to, table, index, sign): an entry of a table of 128 for a secret index, negated when sign is −1 and not 0 */
  select: Routine;
}

/** Of the point that is counted with: Z and Y side by side, and X twice. */
const [ZY, XX] = [pairAt(3), pairAt(4)];
const [T0, T1, T2, T3, T4, T5] = [5, 6, 7, 8, 9, 10].map(pairAt) as [
  number,
  number,
  number,
  number,
  number,
  number,
];

/**
 * y² = x³ − 3x + b in Jacobian coordinates. The products of a formula are independent by twos, and so they are counted.
 * Behind each line is between which multiples of 2^26 the digits lie; see `field.ts` for what may go into a product. The
 * widest that come in are X (−3 … 1), Y (−1 … 1), Z (−2 … 1), of either routine and of `widen`.
 */
export function definePoints(program: Program, field: Field): Points {
  const { multiplyPair, squarePair } = field;

  // 2·(X, Y, Z): γ = Y², δ = Z², m = (X − δ)(X + δ), α = 3m, S = 4Xγ, X₃ = α² − 2S, Y₃ = α(S − X₃) − 8γ²,
  // Z₃ = (Y + Z)² − γ − δ: dbl-2001-b of the Explicit-Formulas Database, 3 products and 5 squares in four pairs.
  const doublePair = program.routine('doublePair', []);
  {
    const f = doublePair;
    const [gammas, left, right, products, alphas, squares] = [T0, T1, T2, T3, T4, T5];
    f.call(squarePair, gammas, ZY); // δ, γ
    eachVector(f, (at) => {
      const [d, x] = [at.of(gammas), at.of(XX)];
      at.store(left, blend(minus(x, d), x)); // X − δ (−4 … 1), X (−3 … 1)
      at.store(right, blend(plus(x, d), vshift('shl32', d, 2))); // X + δ (−3 … 2), 4γ (0 … 4)
    });
    f.call(multiplyPair, products, left, right); // m, S
    eachVector(f, (at) => {
      const [zy, m] = [at.of(ZY), at.of(products)];
      const three = f.keep(plus(plus(m, m), m));
      at.store(alphas, blend(plus(zy, exchange(zy)), exchange(three))); // Y + Z (−3 … 2), α (0 … 3)
    });
    f.call(squarePair, squares, alphas);
    eachVector(f, (at) => {
      const [d, e] = [at.of(gammas), at.of(products)];
      const gamma = f.keep(exchange(d));
      const next = f.keep(minus(at.of(squares), blend(plus(d, gamma), plus(e, e))));
      at.store(XX, bothB(next)); // X₃ (−2 … 1)
      at.store(ZY, next); // Z₃ (−2 … 1)
      at.store(left, blend(plus(gamma, gamma), at.of(alphas))); // 2γ (0 … 2), α (0 … 3)
      at.store(right, blend(vshift('shl32', gamma, 2), minus(e, next))); // 4γ (0 … 4), S − X₃ (−1 … 3)
    });
    f.call(multiplyPair, products, left, right);
    eachVector(f, (at) => {
      const e = at.of(products);
      at.store(ZY, blend(at.of(ZY), minus(e, exchange(e)))); // Y₃ (−1 … 1)
    });
  }

  // (X, Y, Z) + (x, y): h = xZ² − X, r = yZ³ − Y, V = Xh², X₃ = r² − h³ − 2V, Y₃ = r(V − X₃) − Yh³, Z₃ = Zh:
  // the usual mixed addition, 8 products and 3 squares in six pairs.
  const addPair = program.routine('addPair', ['i32', 'i32', 'i32']);
  {
    const f = addPair;
    const [x, y] = [f.parameter(0), f.parameter(1)];
    const sign = f.keep(fourTimes32(f.parameter(2)));
    const [left, right, differences, cubes, squares, result] = [T0, T1, T2, T3, T4, T5];
    eachVector(f, (at) => {
      const zy = at.of(ZY);
      const digits = f.keep(minus(vop('xor', at.digitsOf(y), sign), sign));
      at.store(left, bothA(zy)); // Z, Z (−2 … 1)
      at.store(right, blend(zy, pairOf(digits, digits))); // Z, y (−1 … 1)
    });
    f.call(multiplyPair, result, left, right); // Z², yZ
    eachVector(f, (at) => {
      const [one, digits] = [at.of(result), at.digitsOf(x)];
      at.store(left, blend(pairOf(digits, digits), one));
      at.store(right, bothA(one));
    });
    f.call(multiplyPair, result, left, right); // xZ², yZ³
    eachVector(f, (at) => {
      const zy = at.of(ZY);
      const difference = f.keep(minus(at.of(result), blend(at.of(XX), zy)));
      at.store(differences, difference); // h (−1 … 4), r (−1 … 2)
      at.store(left, blend(difference, exchange(zy))); // h, Z (−2 … 1)
      at.store(right, bothA(difference)); // h, h
    });
    f.call(multiplyPair, squares, left, right); // h², Z₃
    eachVector(f, (at) => {
      at.store(left, blend(at.of(differences), at.of(XX))); // h, X (−3 … 1)
      at.store(right, bothA(at.of(squares)));
    });
    f.call(multiplyPair, cubes, left, right); // h³, V
    eachVector(f, (at) => {
      const r = f.keep(exchange(at.of(differences)));
      at.store(left, blend(r, at.of(ZY))); // r, Y (−1 … 1)
      at.store(right, blend(r, exchange(at.of(cubes)))); // r, h³
    });
    f.call(multiplyPair, result, left, right); // r², Yh³
    eachVector(f, (at) => {
      const cube = at.of(cubes);
      const v = f.keep(exchange(cube));
      const x3 = f.keep(minus(minus(at.of(result), cube), plus(v, v)));
      at.store(XX, bothA(x3)); // X₃ (−3 … 1)
      at.store(left, exchange(at.of(differences))); // r
      at.store(right, minus(v, x3)); // V − X₃ (−1 … 4); nobody asks for the other half of this product
    });
    f.call(multiplyPair, left, left, right);
    eachVector(f, (at) => {
      const y3 = minus(at.of(left), exchange(at.of(result))); // Y₃ (−1 … 1)
      at.store(ZY, exchange(f.keep(blend(y3, at.of(squares)))));
    });
  }

  const coordinates = (p: Value): [Value, Value, Value] => [p, add(p, ELEMENT), add(p, 2 * ELEMENT)];
  const read = (f: Routine, p: Value): void => {
    const [x, y, z] = coordinates(p);
    eachVector(f, (at) => {
      const digits = at.digitsOf(x);
      at.store(ZY, pairOf(at.digitsOf(z), at.digitsOf(y)));
      at.store(XX, pairOf(digits, digits));
    });
  };
  const write = (f: Routine, p: Value): void => {
    const [x, y, z] = coordinates(p);
    eachVector(f, (at) => {
      at.storeDigits(at.of(ZY), z, y);
      at.storeDigits(at.of(XX), x);
    });
  };

  const double = program.routine('double', ['i32']);
  read(double, double.parameter(0));
  double.call(doublePair);
  write(double, double.parameter(0));

  const addAffine = program.routine('addAffine', ['i32', 'i32', 'i32']);
  read(addAffine, addAffine.parameter(0));
  addAffine.call(addPair, addAffine.parameter(1), addAffine.parameter(2), i32(0));
  write(addAffine, addAffine.parameter(0));

  const run = program.routine('run', ['i32']);
  {
    const f = run;
    const left = f.parameter(0);
    const at = f.local('i32', STEPS);
    const step = f.local('i32');
    read(f, i32(SUM));
    f.repeat(() => {
      f.set(step, load('i32', at));
      f.when(
        step,
        () => {
          const x = f.keep(and(step, -2));
          f.call(addPair, x, add(x, ELEMENT), sub(i32(0), and(step, 1)));
        },
        () => f.call(doublePair),
      );
      f.set(at, add(at, 4));
      f.set(left, sub(left, 1));
      return left;
    });
    write(f, i32(SUM));
  }
  return { double, addAffine, run, select: defineSelect(program) };
}

/** Reads every entry and keeps one by masks, so that neither branches nor addresses depend on the secret. */
function defineSelect(program: Program): Routine {
  const f = program.routine('select', ['i32', 'i32', 'i32', 'i32']);
  const [to, table, index] = [0, 1, 2].map((at) => f.parameter(at)) as [Value, Variable, Value];
  const words = Array.from({ length: AFFINE / 8 }, () => f.local('i64', 0));
  const entry = f.local('i32', 0);
  f.repeat(() => {
    const difference = f.keep(widen(op('xor', entry, index)));
    // −1 when the difference is 0, for then alone the subtraction of 1 borrows.
    const mask = f.keep(sar(sub(difference, 1), 63));
    for (const [i, word] of words.entries()) {
      f.set(word, op('or', word, and(load('i64', table, 8 * i), mask)));
    }
    f.set(table, add(table, AFFINE));
    f.set(entry, add(entry, 1));
    return op('below', entry, COMB_ENTRIES);
  });
  for (const [i, word] of words.entries()) f.store(to, word, 8 * i);
  const sign = f.parameter(3);
  for (let i = ELEMENT; i < AFFINE; i += 4) f.store(to, sub(op('xor', load('i32', to, i), sign), sign), i);
  return f;
}
