import type { CurvePoint } from './curve.ts';
import type { Wasm } from './wasm.ts';
import {
  AFFINE,
  COMB_ENTRIES,
  ELEMENT,
  INPUT,
  JACOBIAN,
  MULTIPLES,
  OUTPUT,
  PRIME,
  SCRATCH,
  STEPS,
  SUM,
  WORKSHOP,
  WORKSHOP_PRODUCTS,
} from './wasm-layout.ts';

/**
 * A table with which k·P needs no doublings of its own (a signed comb of eight teeth, as in libsecp256k1): block b
 * holds Σ ±2^(spacing·(8b + t))·P over the teeth t, the highest tooth positive. All 512 digits of k are ±1, digit i
 * standing for the bit i of (k + 2^512 − 1)/2; so k must be odd.
 */
export interface Comb {
  table: number;
  blocks: number;
  /** Bits between two teeth; as many rounds, with a doubling between them, make a multiplication. */
  spacing: number;
}

const TEETH = 8;
const BITS = 512;

export function combSize(blocks: number): number {
  return blocks * COMB_ENTRIES * AFFINE;
}

/** Copies, conversions and tables of points in the memory of the module. */
export class WasmPoints {
  private readonly wasm: Wasm;

  constructor(wasm: Wasm) {
    this.wasm = wasm;
  }

  writeNumber(at: number, value: bigint): void {
    const { view } = this.wasm;
    for (let i = 0, rest = value; i < 64; i += 8, rest >>= 64n) {
      view.setBigUint64(at + i, BigInt.asUintN(64, rest), true);
    }
  }

  readNumber(at: number): bigint {
    const { view } = this.wasm;
    let value = 0n;
    for (let i = 56; i >= 0; i -= 8) value = (value << 64n) | view.getBigUint64(at + i, true);
    return value;
  }

  writeElement(at: number, value: bigint): void {
    this.writeNumber(INPUT, value);
    this.wasm.routines.fromBytes(at, INPUT);
  }

  readElement(at: number): bigint {
    this.wasm.routines.toBytes(OUTPUT, at);
    return this.readNumber(OUTPUT);
  }

  writeAffine(at: number, point: CurvePoint): void {
    this.writeElement(at, point.x);
    this.writeElement(at + ELEMENT, point.y);
  }

  /** to = from as a point with Z = 1, negated when asked for. */
  widen(to: number, from: number, negated: boolean): void {
    const { bytes, words } = this.wasm;
    bytes.copyWithin(to, from, from + AFFINE);
    this.writeElement(to + AFFINE, 1n);
    if (!negated) return;
    const first = (to + ELEMENT) / 4;
    for (let i = first; i < first + ELEMENT / 4; i++) words[i] = -words[i]!;
  }

  /** Not of constant time. */
  invertElement(at: number): void {
    const { routines } = this.wasm;
    routines.toBytes(INPUT, at);
    routines.invert(OUTPUT, INPUT, PRIME);
    routines.fromBytes(at, OUTPUT);
  }

  /**
   * The first `count` points of the workshop as affine ones, with one inversion for all of them (Montgomery's
   * trick). None may be infinity.
   */
  private flatten(count: number, to: number): void {
    const { routines } = this.wasm;
    const z = (i: number): number => WORKSHOP + i * JACOBIAN + 2 * ELEMENT;
    const product = (i: number): number => WORKSHOP_PRODUCTS + i * ELEMENT;
    const [rest, inverted, squared] = [SCRATCH, SCRATCH + ELEMENT, SCRATCH + 2 * ELEMENT];
    this.wasm.bytes.copyWithin(product(0), z(0), z(0) + ELEMENT);
    for (let i = 1; i < count; i++) routines.multiply(product(i), product(i - 1), z(i));
    this.wasm.bytes.copyWithin(rest, product(count - 1), product(count));
    this.invertElement(rest);
    for (let i = count - 1; i >= 0; i--) {
      if (i > 0) routines.multiply(inverted, rest, product(i - 1));
      else this.wasm.bytes.copyWithin(inverted, rest, rest + ELEMENT);
      routines.multiply(rest, rest, z(i));
      const from = WORKSHOP + i * JACOBIAN;
      const target = to + i * AFFINE;
      routines.square(squared, inverted);
      routines.multiply(target, from, squared);
      routines.multiply(squared, squared, inverted);
      routines.multiply(target + ELEMENT, from + ELEMENT, squared);
    }
  }

  /** 1P, 3P, 5P … as affine points at MULTIPLES. */
  makeOddMultiples(point: CurvePoint, count: number): void {
    const { routines, bytes } = this.wasm;
    this.writeAffine(MULTIPLES, point);
    this.widen(WORKSHOP, MULTIPLES, false);
    routines.double(WORKSHOP);
    this.flatten(1, MULTIPLES);
    const twice = SCRATCH + 3 * ELEMENT;
    bytes.copyWithin(twice, MULTIPLES, MULTIPLES + AFFINE);
    this.writeAffine(MULTIPLES, point);
    this.widen(WORKSHOP, MULTIPLES, false);
    for (let i = 1; i < count; i++) {
      const to = WORKSHOP + i * JACOBIAN;
      bytes.copyWithin(to, to - JACOBIAN, to);
      routines.addAffine(to, twice, twice + ELEMENT);
    }
    this.flatten(count, MULTIPLES);
  }

  /** Writes a comb of `point` at `table`, where `combSize(blocks)` bytes must be free. */
  makeComb(point: CurvePoint, table: number, blocks: number): Comb {
    const { routines, bytes, words } = this.wasm;
    const spacing = BITS / TEETH / blocks;
    const copy = (to: number, from: number): void => void bytes.copyWithin(to, from, from + JACOBIAN);
    const workshop = (i: number): number => WORKSHOP + i * JACOBIAN;
    const chain = SCRATCH + 3 * ELEMENT;
    this.writeAffine(MULTIPLES, point);
    this.widen(chain, MULTIPLES, false);
    for (let block = 0; block < blocks; block++) {
      // Each tooth at 0 … 7 and its double at 8 … 15, from the one chain of doublings.
      for (let tooth = 0; tooth < TEETH; tooth++) {
        copy(workshop(tooth), chain);
        routines.double(chain);
        copy(workshop(TEETH + tooth), chain);
        for (let i = 1; i < spacing; i++) routines.double(chain);
      }
      this.flatten(2 * TEETH, MULTIPLES);
      const tooth = (i: number): number => MULTIPLES + i * AFFINE;
      const [highest, lower] = [TEETH - 1, Array.from({ length: TEETH - 1 }, (_, i) => i)];
      this.widen(SUM, tooth(highest), false);
      for (const i of lower) words[STEPS / 4 + i] = tooth(i) | 1;
      routines.run(lower.length);
      copy(WORKSHOP, SUM);
      for (let entry = 1; entry < COMB_ENTRIES; entry++) {
        const lowest = 31 - Math.clz32(entry & -entry);
        copy(workshop(entry), workshop(entry & (entry - 1)));
        const twice = tooth(TEETH + lowest);
        routines.addAffine(workshop(entry), twice, twice + ELEMENT);
      }
      this.flatten(COMB_ENTRIES, table + combSize(block));
    }
    return { table, blocks, spacing };
  }
}

/** The digits of an odd scalar for a comb: the bit i of these 64 bytes is 1 where the digit i is +1, else it is −1. */
export function combDigits(scalar: bigint): Uint8Array {
  const bytes = new Uint8Array(64);
  const view = new DataView(bytes.buffer);
  let rest = (scalar + (1n << 512n) - 1n) >> 1n;
  for (let at = 0; at < 64; at += 8, rest >>= 64n) view.setBigUint64(at, BigInt.asUintN(64, rest), true);
  return bytes;
}

/** What a round adds from a block: the entry of the block, and 1 when it is to be subtracted (0 otherwise). */
export function combEntry(
  { spacing }: Comb,
  digits: Uint8Array,
  round: number,
  block: number,
): { index: number; negative: number } {
  let all = 0;
  for (let tooth = 0; tooth < TEETH; tooth++) {
    const at = round + spacing * (tooth + TEETH * block);
    all |= ((digits[at >> 3]! >> (at & 7)) & 1) << tooth;
  }
  const negative = 1 - (all >> (TEETH - 1));
  return { index: (all ^ -negative) & (COMB_ENTRIES - 1), negative };
}
