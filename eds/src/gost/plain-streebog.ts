import { A, C, PI } from './streebog-constants.ts';

/**
 * Streebog in plain TypeScript: where WebAssembly is missing, and as the reference for it.
 * A 64-bit word is two 32-bit halves: low at 2i, high at 2i+1.
 */

/** A hash in progress; see `streebog.ts`. */
export interface Streebog {
  update(data: Uint8Array): Streebog;
  /** 64 or 32 bytes; the object must not be used afterwards. */
  digest(): Uint8Array;
}

const WORDS = 16;

/** Substitution, permutation and linear map of one byte in one table: 8 places x 256 values. */
const LOW = new Int32Array(8 * 256);
const HIGH = new Int32Array(8 * 256);
/** The twelve iteration constants as words. */
const ROUND = C.map(wordsOf);

function wordsOf(hex: string): Int32Array {
  const words = new Int32Array(WORDS);
  for (let i = 0; i < WORDS; i++) {
    const end = hex.length - 8 * i;
    words[i] = Number.parseInt(hex.slice(end - 8, end), 16) | 0;
  }
  return words;
}

for (let place = 0; place < 8; place++) {
  for (let value = 0; value < 256; value++) {
    const substituted = Number.parseInt(PI.slice(2 * value, 2 * value + 2), 16);
    let low = 0;
    let high = 0;
    for (let bit = 0; bit < 8; bit++) {
      if (((substituted >> bit) & 1) === 0) continue;
      const row = 16 * (63 - 8 * place - bit);
      high ^= Number.parseInt(A.slice(row, row + 8), 16);
      low ^= Number.parseInt(A.slice(row + 8, row + 16), 16);
    }
    LOW[place * 256 + value] = low;
    HIGH[place * 256 + value] = high;
  }
}

/**
 * out = LPS(x xor y); out must be neither x nor y.
 * The whole cost of the hash lies here, therefore the eight look-ups are written out.
 */
function mix(x: Int32Array, y: Int32Array, out: Int32Array): void {
  for (let half = 0; half < 2; half++) {
    const w0 = x[half]! ^ y[half]!;
    const w1 = x[half + 2]! ^ y[half + 2]!;
    const w2 = x[half + 4]! ^ y[half + 4]!;
    const w3 = x[half + 6]! ^ y[half + 6]!;
    const w4 = x[half + 8]! ^ y[half + 8]!;
    const w5 = x[half + 10]! ^ y[half + 10]!;
    const w6 = x[half + 12]! ^ y[half + 12]!;
    const w7 = x[half + 14]! ^ y[half + 14]!;
    for (let shift = 0; shift < 32; shift += 8) {
      const i0 = (w0 >>> shift) & 255;
      const i1 = 256 | ((w1 >>> shift) & 255);
      const i2 = 512 | ((w2 >>> shift) & 255);
      const i3 = 768 | ((w3 >>> shift) & 255);
      const i4 = 1024 | ((w4 >>> shift) & 255);
      const i5 = 1280 | ((w5 >>> shift) & 255);
      const i6 = 1536 | ((w6 >>> shift) & 255);
      const i7 = 1792 | ((w7 >>> shift) & 255);
      const at = half * 8 + (shift >> 2);
      out[at] = LOW[i0]! ^ LOW[i1]! ^ LOW[i2]! ^ LOW[i3]! ^ LOW[i4]! ^ LOW[i5]! ^ LOW[i6]! ^ LOW[i7]!;
      out[at + 1] =
        HIGH[i0]! ^ HIGH[i1]! ^ HIGH[i2]! ^ HIGH[i3]! ^ HIGH[i4]! ^ HIGH[i5]! ^ HIGH[i6]! ^ HIGH[i7]!;
    }
  }
}

/** Adds modulo 2^512. */
function add(sum: Int32Array, term: Int32Array): void {
  let carry = 0;
  for (let i = 0; i < WORDS; i++) {
    const total = (sum[i]! >>> 0) + (term[i]! >>> 0) + carry;
    sum[i] = total | 0;
    carry = total > 0xffffffff ? 1 : 0;
  }
}

class State implements Streebog {
  private readonly bits: 256 | 512;
  private readonly h = new Int32Array(WORDS);
  private readonly n = new Int32Array(WORDS);
  private readonly sigma = new Int32Array(WORDS);
  private readonly block = new Uint8Array(64);
  private readonly message = new Int32Array(WORDS);
  private readonly length = new Int32Array(WORDS);
  private readonly keyA = new Int32Array(WORDS);
  private readonly keyB = new Int32Array(WORDS);
  private readonly stateA = new Int32Array(WORDS);
  private readonly stateB = new Int32Array(WORDS);
  private used = 0;

  constructor(bits: 256 | 512) {
    this.bits = bits;
    if (bits === 256) this.h.fill(0x01010101);
  }

  update(data: Uint8Array): Streebog {
    let at = 0;
    if (this.used > 0) {
      at = Math.min(64 - this.used, data.length);
      this.block.set(data.subarray(0, at), this.used);
      this.used += at;
      if (this.used < 64) return this;
      this.absorb(this.block, 0, 512);
      this.used = 0;
    }
    for (; at + 64 <= data.length; at += 64) this.absorb(data, at, 512);
    this.block.set(data.subarray(at));
    this.used = data.length - at;
    return this;
  }

  digest(): Uint8Array {
    const bits = this.used * 8;
    this.block.fill(0, this.used);
    this.block[this.used] = 1;
    this.absorb(this.block, 0, bits);
    const zero = new Int32Array(WORDS);
    this.compress(zero, this.n);
    this.compress(zero, this.sigma);
    const out = new Uint8Array(64);
    for (let i = 0; i < 64; i++) out[i] = (this.h[i >> 2]! >>> (8 * (i & 3))) & 255;
    return this.bits === 512 ? out : out.slice(32);
  }

  private absorb(data: Uint8Array, at: number, bits: number): void {
    const m = this.message;
    for (let i = 0, b = at; i < WORDS; i++, b += 4) {
      m[i] = data[b]! | (data[b + 1]! << 8) | (data[b + 2]! << 16) | (data[b + 3]! << 24);
    }
    this.compress(this.n, m);
    this.length[0] = bits;
    add(this.n, this.length);
    add(this.sigma, m);
  }

  /** h = E(LPS(h xor n), m) xor h xor m (RFC 6986, 8). */
  private compress(n: Int32Array, m: Int32Array): void {
    const { h, keyA, keyB, stateA, stateB } = this;
    mix(h, n, keyA);
    mix(m, keyA, stateA);
    mix(keyA, ROUND[0]!, keyB);
    for (let round = 1; round < 11; round += 2) {
      mix(stateA, keyB, stateB);
      mix(keyB, ROUND[round]!, keyA);
      mix(stateB, keyA, stateA);
      mix(keyA, ROUND[round + 1]!, keyB);
    }
    mix(stateA, keyB, stateB);
    mix(keyB, ROUND[11]!, keyA);
    for (let i = 0; i < WORDS; i++) h[i] = h[i]! ^ stateB[i]! ^ keyA[i]! ^ m[i]!;
  }
}

export function createPlainStreebog(bits: 256 | 512): Streebog {
  return new State(bits);
}

/** The tables and constants as WebAssembly takes them: 64-bit words, little-endian, one after the other. */
export function streebogTables(): Uint8Array {
  const words = new Int32Array(2 * LOW.length + C.length * WORDS);
  for (let i = 0; i < LOW.length; i++) {
    words[2 * i] = LOW[i]!;
    words[2 * i + 1] = HIGH[i]!;
  }
  for (const [i, constants] of ROUND.entries()) words.set(constants, 2 * LOW.length + i * WORDS);
  return bytesOf(words);
}

function bytesOf(words: Int32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * words.length));
  for (const [i, word] of words.entries()) view.setInt32(4 * i, word, true);
  return new Uint8Array(view.buffer);
}
