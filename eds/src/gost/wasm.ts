import { decodeBase64 } from '../base64.ts';
import { latin1ToBytes } from '../bytes.ts';
import { WASM_BASE64 } from './wasm-bytes.ts';

/** What the module exports; `eds/wasm` says what each routine does. Numbers are addresses, see `wasm-layout.ts`. */
export interface WasmRoutines {
  multiply(to: number, a: number, b: number): void;
  square(to: number, a: number): void;
  multiplyPair(to: number, a: number, b: number): void;
  squarePair(to: number, a: number): void;
  fromBytes(to: number, from: number): void;
  toBytes(to: number, from: number): void;
  invert(to: number, from: number, modulus: number): void;
  double(point: number): void;
  addAffine(point: number, x: number, y: number): void;
  run(steps: number): void;
  select(to: number, table: number, index: number, sign: number): void;
  absorb(message: number, blocks: number, bits: number): void;
  compress(n: number, message: number): void;
}

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part of the platform that is needed; typed by shape, because no DOM types are used here. */
interface Platform {
  WebAssembly?: {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object) => { exports: object };
  };
}

const PAGE = 65_536;

/** The running module with views of its memory. */
export class Wasm {
  readonly routines: WasmRoutines;
  bytes: Uint8Array;
  view: DataView;
  words: Int32Array;
  private readonly memory: Memory;

  constructor(exports: WasmRoutines & { memory: Memory }) {
    this.routines = exports;
    this.memory = exports.memory;
    this.bytes = new Uint8Array(this.memory.buffer);
    this.view = new DataView(this.memory.buffer);
    this.words = new Int32Array(this.memory.buffer);
  }

  /** Makes the memory at least `size` bytes long. Throws RangeError when there is none to be had. */
  reserve(size: number): void {
    const missing = size - this.bytes.length;
    if (missing <= 0) return;
    this.memory.grow(Math.ceil(missing / PAGE));
    this.bytes = new Uint8Array(this.memory.buffer);
    this.view = new DataView(this.memory.buffer);
    this.words = new Int32Array(this.memory.buffer);
  }
}

/** Compiles at once, without waiting and without a request; null where the platform does not allow it. */
export function createWasm(platform: object = globalThis): Wasm | null {
  try {
    const { WebAssembly } = platform as Platform;
    const bytes = decodeBase64(latin1ToBytes(WASM_BASE64));
    if (WebAssembly === undefined || bytes === null) return null;
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    return new Wasm(exports as WasmRoutines & { memory: Memory });
  } catch {
    // A policy of the page may forbid it, or an old browser not know it: then the plain code counts.
    return null;
  }
}

let shared: Wasm | null | undefined;

/** The one module of this thread, made when first asked for. */
export function sharedWasm(): Wasm | null {
  if (shared === undefined) shared = createWasm();
  return shared;
}
