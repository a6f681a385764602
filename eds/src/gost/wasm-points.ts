import type { CurvePoint } from './curve.ts';
import type { Wasm } from './wasm.ts';
import {
  AFFINE,
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

/** How a comb is cut: each of its blocks has so many teeth. */
export interface CombShape {
  blocks: number;
  teeth: number;
}

/**
 * A table with which k·P needs few doublings (a signed comb, as in libsecp256k1): block b holds
 * Σ ±2^(spacing·(teeth·b + t))·P over the teeth t, the highest tooth positive. All digits of k are ±1, digit i standing
 * for the bit i of (k + 2^digits − 1)/2; so k must be odd.
 */
export interface Comb extends CombShape {
  table: number;
  /** Bits between two teeth; as many rounds, with a doubling between them, make a multiplication. */
  spacing: number;
}

const BITS = 512;
/** Points that are made affine at once. */
const MOST_POINTS = 128;

export function combSize({ blocks, teeth }: CombShape): number {
  return (blocks * AFFINE) << (teeth - 1);
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
   * `count` points of the workshop from `first` on as affine ones, with one inversion for all of them (Montgomery's
   * trick). None may be infinity.
   */
  private flatten(first: number, count: number, to: number): void {
    const { routines } = this.wasm;
    const from = WORKSHOP + first * JACOBIAN;
    const z = (i: number): number => from + i * JACOBIAN + 2 * ELEMENT;
    const product = (i: number): number => WORKSHOP_PRODUCTS + i * ELEMENT;
    const [rest, inverted, squared] = [SCRATCH, SCRATCH + ELEMENT, SCRATCH + 2 * ELEMENT];
    this.wasm.bytes.copyWithin(product(0), z(0), z(0) + ELEMENT);
    for (let i = 1; i < count; i++) routines.multiply(product(i), product(i - 1), z(i));
    this.wasm.bytes.copyWithin(rest, product(count - 1), product(count));
    this.invertElement(rest);
    for (let i = count - 1; i >= 0; i--) {
      if (i > 0) {
        routines.multiply(inverted, rest, product(i - 1));
        routines.multiply(rest, rest, z(i));
      } else this.wasm.bytes.copyWithin(inverted, rest, rest + ELEMENT);
      const point = from + i * JACOBIAN;
      const target = to + i * AFFINE;
      routines.square(squared, inverted);
      routines.multiply(target, point, squared);
      routines.multiply(squared, squared, inverted);
      routines.multiply(target + ELEMENT, point + ELEMENT, squared);
    }
  }

  /**
   * 1P, 3P, 5P … as affine points at MULTIPLES. With Z of 2P as the unit, 2P is an affine point already and P soon
   * becomes one; additions do not ask for the coefficients of the curve, which alone change with the unit.
   */
  makeOddMultiples(point: CurvePoint, count: number): void {
    const { routines, bytes } = this.wasm;
    const workshop = (i: number): number => WORKSHOP + i * JACOBIAN;
    const [squared, twice] = [SCRATCH, SCRATCH + ELEMENT];
    const unit = twice + 2 * ELEMENT;
    this.writeAffine(MULTIPLES, point);
    this.widen(workshop(0), MULTIPLES, false);
    bytes.copyWithin(twice, workshop(0), workshop(1));
    routines.double(twice);
    routines.square(squared, unit);
    routines.multiply(workshop(0), workshop(0), squared);
    routines.multiply(squared, squared, unit);
    routines.multiply(workshop(0) + ELEMENT, workshop(0) + ELEMENT, squared);
    for (let i = 1; i < count; i++) {
      bytes.copyWithin(workshop(i), workshop(i - 1), workshop(i));
      routines.addAffine(workshop(i), twice, twice + ELEMENT);
    }
    for (let i = 1; i < count; i++) {
      const z = workshop(i) + 2 * ELEMENT;
      routines.multiply(z, z, unit);
    }
    this.flatten(1, count - 1, MULTIPLES + AFFINE);
  }

  /** Writes a comb of `point` at `table`, where `combSize` bytes must be free. */
  makeComb(point: CurvePoint, table: number, { blocks, teeth }: CombShape): Comb {
    const { routines, bytes, words } = this.wasm;
    const spacing = Math.ceil(BITS / teeth / blocks);
    const entries = 1 << (teeth - 1);
    const copy = (to: number, from: number): void => void bytes.copyWithin(to, from, from + JACOBIAN);
    const workshop = (i: number): number => WORKSHOP + i * JACOBIAN;
    const chain = SCRATCH + 3 * ELEMENT;
    this.writeAffine(MULTIPLES, point);
    this.widen(chain, MULTIPLES, false);
    for (let block = 0; block < blocks; block++) {
      const at = (entry: number): number => table + (block * entries + entry) * AFFINE;
      // Each tooth, and behind them the double of each, from the one chain of doublings.
      for (let i = 0; i < teeth; i++) {
        copy(workshop(i), chain);
        routines.double(chain);
        copy(workshop(teeth + i), chain);
        for (let bit = 1; bit < spacing; bit++) routines.double(chain);
      }
      this.flatten(0, 2 * teeth, MULTIPLES);
      const tooth = (i: number): number => MULTIPLES + i * AFFINE;
      const addTwice = (to: number, entry: number): void => {
        const twice = tooth(teeth + 31 - Math.clz32(entry & -entry));
        routines.addAffine(to, twice, twice + ELEMENT);
      };
      this.widen(SUM, tooth(teeth - 1), false);
      for (let i = 0; i < teeth - 1; i++) words[STEPS / 4 + i] = tooth(i) | 1;
      routines.run(teeth - 1);
      copy(workshop(0), SUM);
      for (let first = 0; first < entries; first += MOST_POINTS) {
        if (first > 0) {
          this.widen(workshop(0), at(first & (first - 1)), false);
          addTwice(workshop(0), first);
        }
        const count = Math.min(MOST_POINTS, entries);
        for (let entry = 1; entry < count; entry++) {
          copy(workshop(entry), workshop(entry & (entry - 1)));
          addTwice(workshop(entry), entry);
        }
        this.flatten(0, count, at(first));
      }
    }
    return { table, blocks, teeth, spacing };
  }
}

/** The digits of an odd scalar for a comb: the bit i of these bytes is 1 where the digit i is +1, else it is −1. */
export function combDigits({ blocks, teeth, spacing }: Comb, scalar: bigint): Uint8Array {
  const count = blocks * teeth * spacing;
  const bytes = new Uint8Array(72);
  const view = new DataView(bytes.buffer);
  let rest = (scalar + (1n << BigInt(count)) - 1n) >> 1n;
  for (let at = 0; at < 72; at += 8, rest >>= 64n) view.setBigUint64(at, BigInt.asUintN(64, rest), true);
  return bytes;
}

/**
 * What a round adds from a block: the entry of the block times two, and 1 more when it is to be subtracted. The pattern
 * of operations is the same for all digits.
 */
export function combEntry(
  { teeth, spacing }: Comb,
  digits: Uint8Array,
  round: number,
  block: number,
): number {
  let all = 0;
  for (let tooth = 0, at = round + spacing * teeth * block; tooth < teeth; tooth++, at += spacing) {
    all |= ((digits[at >> 3]! >> (at & 7)) & 1) << tooth;
  }
  const negative = 1 - (all >> (teeth - 1));
  return (((all ^ -negative) & ((1 << (teeth - 1)) - 1)) << 1) | negative;
}
