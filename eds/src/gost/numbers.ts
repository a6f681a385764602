/** Whole numbers as bytes, little-endian: the order of keys and signatures of GOST 34.310-2015. */

/** The length must be a multiple of eight: it is 32 or 64 for all numbers of GOST. */
export function numberFromLittleEndian(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let value = 0n;
  for (let at = bytes.length - 8; at >= 0; at -= 8) value = (value << 64n) | view.getBigUint64(at, true);
  return value;
}

/** `value` must be less than 256^length and not negative; the length as above. */
export function numberToLittleEndian(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let rest = value;
  for (let at = 0; at < length; at += 8, rest >>= 64n) view.setBigUint64(at, BigInt.asUintN(64, rest), true);
  if (rest !== 0n) throw new RangeError('The number does not fit its bytes');
  return bytes;
}

/** The non-negative rest of the division. */
export function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** Extended Euclid; `value` must not be a multiple of the prime `modulus`. Not of constant time. */
export function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b] = [modulo(value, modulus), modulus];
  let [x, y] = [1n, 0n];
  if (a === 0n) throw new RangeError('Zero has no inverse');
  while (a > 1n) {
    const quotient = b / a;
    [a, b] = [b - quotient * a, a];
    [x, y] = [y - quotient * x, x];
  }
  return modulo(x, modulus);
}
