import { createCurve } from './curve.ts';
import type { Curve, CurveParameters } from './curve.ts';
import { createWasmCurve } from './wasm-curve.ts';
import { sharedWasm } from './wasm.ts';

/**
 * The curve of GOST 34.310-2015 keys of 512 bits (1.2.398.3.10.1.1.2.2.1):
 * id-tc26-gost-3410-2012-512-paramSetA of RFC 7836, A.1; p = 2^512 − 569.
 */
export const PARAMETERS_512: CurveParameters = {
  bits: 512,
  fold: 569n,
  b: BigInt(
    '0x' +
      'E8C2505DEDFC86DDC1BD0B2B6667F1DA34B82574761CB0E879BD081CFD0B6265' +
      'EE3CB090F30D27614CB4574010DA90DD862EF9D4EBEE4761503190785A71C760',
  ),
  q: BigInt(
    '0x' +
      'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF' +
      '27E69532F48D89116FF22B8D4E0560609B4B38ABFAD2B85DCACDB1411F10B275',
  ),
  x: 3n,
  y: BigInt(
    '0x' +
      '7503CFE87A836AE3A61B8816E25450E6CE5E1C93ACF1ABC1778064FDCBEFA921' +
      'DF1626BE4FD036E93D75E6A50E3A41E98028FE5FC235F5B889A589CB5215F2A4',
  ),
};

/** In BigInt: where WebAssembly is missing, and as the reference for it. */
export const plainCurve512: Curve = createCurve(PARAMETERS_512);

let chosen: Curve | undefined;

/** The fastest arithmetic there is on this platform, made when first asked for. */
export function curve512(): Curve {
  if (chosen === undefined) {
    const wasm = sharedWasm();
    chosen = wasm === null ? plainCurve512 : createWasmCurve(wasm, PARAMETERS_512, plainCurve512);
  }
  return chosen;
}
