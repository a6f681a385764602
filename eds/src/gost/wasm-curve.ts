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
import type { Comb, CombShape } from './wasm-points.ts';

/** To sign with: 164 KB, made once a thread in about two milliseconds. Every entry of a block is read each time. */
const SIGNING: CombShape = { blocks: 8, teeth: 8 };
/** To verify with, where only one entry is read: 328 KB, made once a thread in about four milliseconds. */
const BASE: CombShape = { blocks: 1, teeth: 12 };
/** 41 KB for each key that is remembered. */
const KEY: CombShape = { blocks: 2, teeth: 8 };
const BASE_TABLE = TABLES + combSize(SIGNING);
const KEY_TABLES = BASE_TABLE + combSize(BASE);
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
  let signing: Comb | undefined;
  let base: Comb | undefined;

  function signingComb(): Comb {
    wasm.reserve(BASE_TABLE);
    signing ??= points.makeComb(parameters, TABLES, SIGNING);
    return signing;
  }

  function baseComb(): Comb {
    wasm.reserve(KEY_TABLES);
    base ??= points.makeComb(parameters, BASE_TABLE, BASE);
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
      const ofBase = stepsOf(baseComb(), z1, q);
      const known = keys.find(point);
      const ofKey = known === null ? windowSteps(z2) : stepsOf(known, z2, q);
      if (known === null) points.makeOddMultiples(point, 1 << (WINDOW - 2));
      const { words } = wasm;
      let at = STEPS / 4;
      let started = false;
      for (let round = Math.max(ofBase.rounds, ofKey.rounds) - 1; round >= 0; round--) {
        if (started) words[at++] = 0;
        for (const { steps, rounds, each } of [ofKey, ofBase]) {
          if (round >= rounds) continue;
          for (let i = round * each; i < (round + 1) * each; i++) {
            const step = steps[i]!;
            if (step === 0) continue;
            if (started) words[at++] = step;
            else points.widen(SUM, step & -2, (step & 1) === 1);
            started = true;
          }
        }
      }
      routines.run(at - STEPS / 4);
      return readSum()?.x ?? plain.sumX(z1, z2, point);
    },

    multiplyBase(scalar, blinding) {
      const comb = signingComb();
      // The comb takes odd scalars: q − k stands for an even k, and the result is turned round.
      const odd = Number(scalar & 1n) as 0 | 1;
      const digits = combDigits(comb, [q - scalar, scalar][odd]!);
      const [selected, factor] = [SCRATCH, SCRATCH + AFFINE];
      let started = false;
      for (let round = comb.spacing - 1; round >= 0; round--) {
        if (started) routines.double(SUM);
        for (let block = 0; block < comb.blocks; block++) {
          const entry = combEntry(comb, digits, round, block);
          const table = comb.table + block * COMB_ENTRIES * AFFINE;
          routines.select(selected, table, entry >> 1, -((entry & 1) ^ odd ^ 1));
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

/** The steps that `run` takes for a public scalar in [1, q): `each` in every round, the zeros left out. */
interface Steps {
  steps: Int32Array;
  rounds: number;
  each: number;
}

function stepsOf(comb: Comb, scalar: bigint, q: bigint): Steps {
  // The comb takes odd scalars: q − k stands for an even k, and every step is turned round.
  const even = (scalar & 1n) === 0n;
  const turned = even ? 1 : 0;
  const digits = combDigits(comb, even ? q - scalar : scalar);
  const { table, blocks, teeth, spacing } = comb;
  const steps = new Int32Array(spacing * blocks);
  for (let round = 0, at = 0; round < spacing; round++) {
    for (let block = 0; block < blocks; block++) {
      const entry = combEntry(comb, digits, round, block);
      steps[at++] = (table + ((block << (teeth - 1)) + (entry >> 1)) * AFFINE) | ((entry & 1) ^ turned);
    }
  }
  return { steps, rounds: spacing, each: blocks };
}

/** The steps of a key without a table: its odd multiples lie at MULTIPLES. */
function windowSteps(scalar: bigint): Steps {
  const digits = signedDigits(scalar, WINDOW);
  const steps = new Int32Array(digits.length);
  for (const [at, digit] of digits.entries()) {
    if (digit !== 0) steps[at] = (MULTIPLES + (Math.abs(digit) >> 1) * AFFINE) | (digit < 0 ? 1 : 0);
  }
  return { steps, rounds: steps.length, each: 1 };
}

interface KeyTables {
  /** The comb of a key that came often enough, or null. The point must lie on the curve. */
  find(point: CurvePoint): Comb | null;
}

/** Combs of keys seen before; the one that was not asked for the longest gives its place away. */
function createKeyTables(wasm: Wasm, points: WasmPoints): KeyTables {
  const combs = new Map<bigint, Comb>();
  const uses = new Map<bigint, number>();

  function makeRoom(): number {
    if (combs.size < MOST_KEY_TABLES) {
      const table = KEY_TABLES + combs.size * combSize(KEY);
      wasm.reserve(table + combSize(KEY));
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
      const comb = points.makeComb(point, makeRoom(), KEY);
      combs.set(name, comb);
      return comb;
    },
  };
}
