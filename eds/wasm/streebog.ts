import { STREEBOG_CONSTANTS, STREEBOG_STATE, STREEBOG_TABLES } from '../src/gost/wasm-layout.ts';
import { add, and, i32, i64, load, op, shr, sub, widen, wrap, xor } from './assembler.ts';
import type { Program, Routine, Value, Variable } from './assembler.ts';

const WORDS = 8;
const BLOCK = 64;
const ROUNDS = 12;
const [H, N, SIGMA] = [0, 1, 2].map((n) => STREEBOG_STATE + n * BLOCK) as [number, number, number];

/**
 * Streebog's compression (RFC 6986, 8) over 64-bit words: substitution, permutation and the linear map of a byte
 * are one look-up in a table of words.
 */
export function defineStreebog(program: Program): { absorb: Routine; compress: Routine } {
  /** (n, m): h = E(LPS(h xor n), m) xor h xor m for two blocks in memory */
  const compress = program.routine('compress', ['i32', 'i32']);
  {
    const f = compress;
    const words = (at: Value): Variable[] =>
      Array.from({ length: WORDS }, (_, i) => f.keep(load('i64', at, 8 * i)));
    const h = words(i32(H));
    const m = words(f.parameter(1));
    const key = mix(
      f,
      words(f.parameter(0)).map((word, i) => xor(word, h[i]!)),
    );
    const state = m.map((word) => f.keep(word));
    const constants = f.local('i32', STREEBOG_CONSTANTS);
    f.repeat(() => {
      assign(
        f,
        state,
        mix(
          f,
          state.map((word, i) => xor(word, key[i]!)),
        ),
      );
      assign(
        f,
        key,
        mix(
          f,
          key.map((word, i) => xor(word, load('i64', constants, 8 * i))),
        ),
      );
      f.set(constants, add(constants, BLOCK));
      return op('below', constants, STREEBOG_CONSTANTS + ROUNDS * BLOCK);
    });
    for (let i = 0; i < WORDS; i++) {
      f.store(i32(H), xor(xor(xor(h[i]!, state[i]!), key[i]!), m[i]!), 8 * i);
    }
  }

  /** (m, blocks, bits): takes whole blocks from memory and counts so many bits for each */
  const absorb = program.routine('absorb', ['i32', 'i32', 'i32']);
  {
    const f = absorb;
    const [m, left] = [f.parameter(0), f.parameter(1)];
    f.repeat(() => {
      f.call(compress, i32(N), m);
      addBlock(f, N, (i) => (i === 0 ? widen(f.parameter(2)) : undefined));
      addBlock(f, SIGMA, (i) => load('i64', m, 8 * i));
      f.set(m, add(m, BLOCK));
      f.set(left, sub(left, 1));
      return left;
    });
  }
  return { absorb, compress };
}

function assign(f: Routine, targets: readonly Variable[], values: readonly Value[]): void {
  for (const [i, target] of targets.entries()) f.set(target, values[i]!);
}

/** LPS of eight words. */
function mix(f: Routine, input: readonly Value[]): Variable[] {
  const words = input.map((word) => f.keep(word));
  return words.map((_, byte) => {
    const looked = words.map((word, place) => {
      // The byte times eight, which is the place of its word in the table.
      const shifted = byte === 0 ? op('shl', word, 3) : shr(word, 8 * byte - 3);
      return load('i64', and(wrap(shifted), 255 * 8), STREEBOG_TABLES + place * 256 * 8);
    });
    return f.keep(looked.slice(1).reduce(xor, looked[0]!));
  });
}

/** Adds modulo 2^512 in memory; a term left out is zero. */
function addBlock(f: Routine, at: number, term: (i: number) => Value | undefined): void {
  let carry: Variable | undefined;
  for (let i = 0; i < WORDS; i++) {
    const old = f.keep(load('i64', i32(at), 8 * i));
    const addend = term(i);
    const sum = f.keep(addend === undefined ? old : add(old, addend));
    const over = addend === undefined ? i64(0) : carryOf(sum, old);
    const whole: Variable = f.keep(carry === undefined ? sum : add(sum, carry));
    if (carry === undefined) carry = f.keep(over);
    else carry = f.keep(op('or', over, carryOf(whole, sum)));
    f.store(i32(at), whole, 8 * i);
  }
}

/** 1 when the sum is below one of its terms as unsigned numbers, else 0; i64. */
function carryOf(sum: Value, term: Value): Value {
  return widen(op('below', sum, term));
}
