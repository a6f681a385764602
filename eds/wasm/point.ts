import {
  AFFINE,
  COMB_ENTRIES,
  ELEMENT,
  STEPS,
  SUM,
  TEMPORARIES,
  TEMPORARY,
} from '../src/gost/wasm-layout.ts';
import { add, and, i32, load, op, sar, sub, widen } from './assembler.ts';
import type { Program, Routine, Value, Variable } from './assembler.ts';
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

/** Elements of scratch by number. */
function temporary(n: number): Value {
  if (n >= TEMPORARIES) throw new RangeError('No such element of scratch');
  return i32(TEMPORARY + n * ELEMENT);
}

const [t0, t1, t2, t3, t4, t5, NEGATED] = Array.from({ length: 7 }, (_, n) => temporary(n)) as [
  Value,
  Value,
  Value,
  Value,
  Value,
  Value,
  Value,
];

/** y² = x³ − 3x + b. Behind each line is how large the digits are; see `field.ts`. */
export function definePoints(program: Program, field: Field): Points {
  const {
    multiply,
    square,
    multiplySubtract,
    squareSubtract,
    plus,
    minus,
    twicePlus,
    fourTimesMinus,
    settle,
  } = field;
  const coordinates = (f: Routine): [Value, Value, Value] => {
    const p = f.parameter(0);
    return [p, add(p, ELEMENT), add(p, 2 * ELEMENT)];
  };

  // dbl-2001-b of the Explicit-Formulas Database: 3 products, 5 squares.
  const double = program.routine('double', ['i32']);
  {
    const [x, y, z] = coordinates(double);
    const [delta, gamma, beta, alpha] = [t0, t1, t2, t3];
    double.call(square, delta, z);
    double.call(square, gamma, y);
    double.call(multiply, beta, x, gamma);
    double.call(minus, t4, x, delta); // 2
    double.call(plus, t5, x, delta); // 2
    double.call(multiply, alpha, t4, t5);
    double.call(twicePlus, alpha, alpha, alpha); // 3
    double.call(settle, alpha);
    double.call(plus, t4, y, z); // 2
    double.call(plus, t5, gamma, delta); // 2
    double.call(squareSubtract, z, t4, t5, 0);
    double.call(squareSubtract, x, alpha, beta, 3);
    double.call(fourTimesMinus, t4, beta, x); // 5
    double.call(square, gamma, gamma);
    double.call(multiplySubtract, y, alpha, t4, gamma, 3);
  }

  // The usual mixed addition: 8 products, 3 squares.
  const addAffine = program.routine('addAffine', ['i32', 'i32', 'i32']);
  {
    const f = addAffine;
    const [x, y, z] = coordinates(f);
    const [h, r, hh, hhh, v] = [t0, t1, t2, t3, t4];
    f.call(square, t5, z);
    f.call(multiply, h, f.parameter(1), t5);
    f.call(multiply, r, f.parameter(2), z);
    f.call(multiply, r, r, t5);
    f.call(minus, h, h, x); // 2
    f.call(minus, r, r, y); // 2
    f.call(multiply, z, z, h);
    f.call(square, hh, h);
    f.call(multiply, hhh, h, hh);
    f.call(multiply, v, x, hh);
    f.call(multiply, t5, y, hhh);
    f.call(twicePlus, hh, v, hhh); // 3
    f.call(squareSubtract, x, r, hh, 0);
    f.call(minus, v, v, x); // 2
    f.call(multiplySubtract, y, r, v, t5, 0); // 2 · 2
  }

  const run = program.routine('run', ['i32']);
  {
    const f = run;
    const left = f.parameter(0);
    const at = f.local('i32', STEPS);
    const step = f.local('i32');
    const zero = i32(0);
    f.repeat(() => {
      f.set(step, load('i32', at));
      f.when(
        step,
        () => {
          const x = f.keep(and(step, -2));
          const y = f.keep(add(x, ELEMENT));
          f.when(and(step, 1), () => {
            for (let i = 0; i < ELEMENT; i += 4) f.store(NEGATED, sub(zero, load('i32', y, i)), i);
            f.set(y, NEGATED);
          });
          f.call(addAffine, i32(SUM), x, y);
        },
        () => f.call(double, i32(SUM)),
      );
      f.set(at, add(at, 4));
      f.set(left, sub(left, 1));
      return left;
    });
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
