import { createPlainStreebog } from './plain-streebog.ts';
import type { Streebog } from './plain-streebog.ts';
import { createWasmStreebog } from './wasm-streebog.ts';
import { sharedWasm } from './wasm.ts';

export type { Streebog } from './plain-streebog.ts';

/**
 * Streebog: GOST R 34.11-2012, RFC 6986; in Kazakhstan the hash of GOST 34.310-2015 signatures
 * (1.2.398.3.10.1.3.3 with 512 bits, 1.2.398.3.10.1.3.2 with 256).
 *
 * Bytes go in and come out in the order in which files and ASN.1 carry them, which is the reverse of
 * the big-endian printing in the RFC.
 */
export function createStreebog(bits: 256 | 512): Streebog {
  const wasm = sharedWasm();
  return wasm === null ? createPlainStreebog(bits) : createWasmStreebog(wasm, bits);
}

/** 64 bytes. */
export function streebog512(data: Uint8Array): Uint8Array {
  return createStreebog(512).update(data).digest();
}

/** 32 bytes. */
export function streebog256(data: Uint8Array): Uint8Array {
  return createStreebog(256).update(data).digest();
}
