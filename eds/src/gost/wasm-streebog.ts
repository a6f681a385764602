import { streebogTables } from './plain-streebog.ts';
import type { Streebog } from './plain-streebog.ts';
import type { Wasm } from './wasm.ts';
import { STREEBOG_MESSAGE, STREEBOG_MESSAGE_SIZE, STREEBOG_STATE, STREEBOG_TABLES } from './wasm-layout.ts';

const BLOCK = 64;
const [N, SUM, ZERO] = [1, 2, 3].map((n) => STREEBOG_STATE + n * BLOCK) as [number, number, number];
const STATE_SIZE = 3 * BLOCK;

const prepared = new WeakSet<Wasm>();

/** Streebog over WebAssembly. Hashes in progress share one module: each brings its state in and takes it out. */
export function createWasmStreebog(wasm: Wasm, bits: 256 | 512): Streebog {
  if (!prepared.has(wasm)) {
    wasm.bytes.set(streebogTables(), STREEBOG_TABLES);
    prepared.add(wasm);
  }
  return new State(wasm, bits);
}

class State implements Streebog {
  private readonly wasm: Wasm;
  private readonly bits: 256 | 512;
  private readonly state = new Uint8Array(STATE_SIZE);
  private readonly rest = new Uint8Array(BLOCK);
  private used = 0;

  constructor(wasm: Wasm, bits: 256 | 512) {
    this.wasm = wasm;
    this.bits = bits;
    if (bits === 256) this.state.fill(1, 0, BLOCK);
  }

  update(data: Uint8Array): Streebog {
    let at = 0;
    if (this.used > 0) {
      at = Math.min(BLOCK - this.used, data.length);
      this.rest.set(data.subarray(0, at), this.used);
      this.used += at;
      if (this.used < BLOCK) return this;
      this.absorb(this.rest);
    }
    const whole = data.length - ((data.length - at) % BLOCK);
    if (whole > at) this.absorb(data.subarray(at, whole));
    this.rest.set(data.subarray(whole));
    this.used = data.length - whole;
    return this;
  }

  digest(): Uint8Array {
    const { bytes, routines } = this.wasm;
    bytes.set(this.state, STREEBOG_STATE);
    this.rest.fill(0, this.used);
    this.rest[this.used] = 1;
    bytes.set(this.rest, STREEBOG_MESSAGE);
    routines.absorb(STREEBOG_MESSAGE, 1, 8 * this.used);
    routines.compress(ZERO, N);
    routines.compress(ZERO, SUM);
    const start = STREEBOG_STATE + (this.bits === 512 ? 0 : BLOCK / 2);
    return bytes.slice(start, STREEBOG_STATE + BLOCK);
  }

  /** Whole blocks. */
  private absorb(data: Uint8Array): void {
    const { bytes, routines } = this.wasm;
    bytes.set(this.state, STREEBOG_STATE);
    for (let at = 0; at < data.length; at += STREEBOG_MESSAGE_SIZE) {
      const part = data.subarray(at, at + STREEBOG_MESSAGE_SIZE);
      bytes.set(part, STREEBOG_MESSAGE);
      routines.absorb(STREEBOG_MESSAGE, part.length / BLOCK, 8 * BLOCK);
    }
    this.state.set(bytes.subarray(STREEBOG_STATE, STREEBOG_STATE + STATE_SIZE));
  }
}
