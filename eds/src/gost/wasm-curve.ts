import { signedDigits } from './curve.ts';
import type { Curve, CurveParameters, CurvePoint } from './curve.ts';
import { modulo } from './numbers.ts';
import type { Wasm } from './wasm.ts';
import {
  AFFINE,
  COMB_ENTRIES,
  ELEMENT,
  INPUT,
  MULTIPLES,
  ORDER,
  OUTPUT,
  PRIME,
  SCRATCH,
  STEPS,
  SUM,
  TABLES,
} from './wasm-layout.ts';
import { combDigits, combEntry, combSize, WasmPoints } from './wasm-points.ts';
import type { Comb } from './wasm-points.ts';

/** 164 KB, made once a thread in about a millisecond and a half. */
const BASE_BLOCKS = 8;
/** 41 KB for each key that is remembered. */
const KEY_BLOCKS = 2;
const MOST_KEY_TABLES = 64;
/** Keys of which is only known how often they came. */
const MOST_STRANGERS = 1000;
/** A table costs as much as two or three verifications save, so a key earns one by coming back. */
const USES_BEFORE_TABLE = 3;
const WINDOW = 5;

/** Points of the curve with 512 bits over WebAssembly; what the formulas there do not cover goes to `plain`. */
export function createWasmCurve(wasm: Wasm, parameters: CurveParameters, plain: Curve): Curve {
  const { routines } = wasm;
  const { q } = parameters;
  const p = (1n << BigInt(parameters.bits)) - parameters.fold;
  const points = new WasmPoints(wasm);
  points.writeNumber(PRIME, p);
  points.writeNumber(ORDER, q);
  const keys = createKeyTables(wasm, points);
  let base: Comb | undefined;

  function baseComb(): Comb {
    wasm.reserve(TABLES + combSize(BASE_BLOCKS));
    base ??= points.makeComb(parameters, TABLES, BASE_BLOCKS);
    return base;
  }

  /** Answers null when the sum is infinity, or was on its way there: the formulas of additions break then. */
  function readSum(): CurvePoint | null {
    const [x, y, z] = [SUM, SUM + ELEMENT, SUM + 2 * ELEMENT];
    if (points.readElement(z) === 0n) return null;
    points.invertElement(z);
    const squared = SCRATCH;
    routines.square(squared, z);
    routines.multiply(x, x, squared);
    routines.multiply(squared, squared, z);
    routines.multiply(y, y, squared);
    return { x: points.readElement(x), y: points.readElement(y) };
  }

  return {
    q,
    invert(value) {
      points.writeNumber(INPUT, modulo(value, q));
      routines.invert(OUTPUT, INPUT, ORDER);
      return points.readNumber(OUTPUT);
    },
    isOnCurve: (point) => plain.isOnCurve(point),

    sumX(z1, z2, point) {
      if (z1 === 0n || z2 === 0n) return plain.sumX(z1, z2, point);
      const ofBase = makeRounds(baseComb(), z1, q);
      const known = keys.find(point);
      const ofKey = known === null ? null : makeRounds(known, z2, q);
      const digits = known === null ? signedDigits(z2, WINDOW) : null;
      if (known === null) points.makeOddMultiples(point, 1 << (WINDOW - 2));
      const { words } = wasm;
      let at = STEPS / 4;
      let started = false;
      const take = (step: number): void => {
        if (started) words[at++] = step;
        else points.widen(SUM, step & -2, (step & 1) === 1);
        started = true;
      };
      const rounds = Math.max(ofBase.length, ofKey?.length ?? 0, digits?.length ?? 0);
      for (let round = rounds - 1; round >= 0; round--) {
        if (started) words[at++] = 0;
        const digit = digits?.[round] ?? 0;
        if (digit !== 0) take((MULTIPLES + (Math.abs(digit) >> 1) * AFFINE) | (digit < 0 ? 1 : 0));
        for (const step of ofKey?.[round] ?? []) take(step);
        for (const step of ofBase[round] ?? []) take(step);
      }
      routines.run(at - STEPS / 4);
      return readSum()?.x ?? plain.sumX(z1, z2, point);
    },

    multiplyBase(scalar, blinding) {
      const comb = baseComb();
      // The comb takes odd scalars: q − k stands for an even k, and the result is turned round.
      const odd = Number(scalar & 1n) as 0 | 1;
      const digits = combDigits([q - scalar, scalar][odd]!);
      const [selected, factor] = [SCRATCH, SCRATCH + AFFINE];
      let started = false;
      for (let round = comb.spacing - 1; round >= 0; round--) {
        if (started) routines.double(SUM);
        for (let block = 0; block < comb.blocks; block++) {
          const { index, negative } = combEntry(comb, digits, round, block);
          const table = comb.table + block * COMB_ENTRIES * AFFINE;
          routines.select(selected, table, index, -(negative ^ odd ^ 1));
          if (started) routines.addAffine(SUM, selected, selected + ELEMENT);
          else {
            // A random Z from the beginning hides all later coordinates (Coron, 1999).
            const [x, y, z] = [SUM, SUM + ELEMENT, SUM + 2 * ELEMENT];
            points.writeElement(z, randomFactor(blinding.subarray(0, 64)));
            routines.square(factor, z);
            routines.multiply(x, selected, factor);
            routines.multiply(factor, factor, z);
            routines.multiply(y, selected + ELEMENT, factor);
            started = true;
          }
        }
      }
      // The inversion takes a time that depends on its number, so it gets Z under a second random factor.
      const z = SUM + 2 * ELEMENT;
      points.writeElement(factor, randomFactor(blinding.subarray(64, 128)));
      routines.multiply(z, z, factor);
      if (points.readElement(z) === 0n) return plain.multiplyBase(scalar, blinding);
      points.invertElement(z);
      routines.multiply(z, z, factor);
      const squared = SCRATCH;
      routines.square(squared, z);
      routines.multiply(SUM, SUM, squared);
      routines.multiply(squared, squared, z);
      routines.multiply(SUM + ELEMENT, SUM + ELEMENT, squared);
      return { x: points.readElement(SUM), y: points.readElement(SUM + ELEMENT) };
    },
  };

  function randomFactor(bytes: Uint8Array): bigint {
    let value = 0n;
    for (const byte of bytes) value = (value << 8n) | BigInt(byte);
    return modulo(value, p - 1n) + 1n;
  }
}

/** For each round of a comb the steps that `run` takes, for a public scalar in [1, q). */
function makeRounds(comb: Comb, scalar: bigint, q: bigint): number[][] {
  const even = (scalar & 1n) === 0n;
  const digits = combDigits(even ? q - scalar : scalar);
  return Array.from({ length: comb.spacing }, (_, round) =>
    Array.from({ length: comb.blocks }, (_, block) => {
      const { index, negative } = combEntry(comb, digits, round, block);
      const address = comb.table + (block * COMB_ENTRIES + index) * AFFINE;
      return address | (even ? 1 - negative : negative);
    }),
  );
}

interface KeyTables {
  /** The comb of a key that came often enough, or null. The point must lie on the curve. */
  find(point: CurvePoint): Comb | null;
}

/** Combs of keys seen before; the one that was not asked for the longest gives its place away. */
function createKeyTables(wasm: Wasm, points: WasmPoints): KeyTables {
  const combs = new Map<bigint, Comb>();
  const uses = new Map<bigint, number>();
  const first = TABLES + combSize(BASE_BLOCKS);

  function makeRoom(): number {
    if (combs.size < MOST_KEY_TABLES) {
      const table = first + combs.size * combSize(KEY_BLOCKS);
      wasm.reserve(table + combSize(KEY_BLOCKS));
      return table;
    }
    const [oldest, comb] = combs.entries().next().value!;
    combs.delete(oldest);
    return comb.table;
  }

  return {
    find(point) {
      // x and the parity of y name a point.
      const name = (point.x << 1n) | (point.y & 1n);
      const known = combs.get(name);
      if (known !== undefined) {
        combs.delete(name);
        combs.set(name, known);
        return known;
      }
      const count = uses.get(name) ?? 0;
      uses.delete(name);
      if (count < USES_BEFORE_TABLE) {
        if (uses.size >= MOST_STRANGERS) uses.delete(uses.keys().next().value!);
        uses.set(name, count + 1);
        return null;
      }
      const comb = points.makeComb(point, makeRoom(), KEY_BLOCKS);
      combs.set(name, comb);
      return comb;
    },
  };
}
