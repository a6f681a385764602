/** Hashes of the outside world; Streebog is our own and is not among them. */
export type HashName = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/**
 * What this package takes from its surroundings, so that it runs alike in a browser and on a server.
 *
 * - `hash` answers the digest of `data`.
 * - `rsaVerify`, `rsaSign`: RSASSA-PKCS1-v1_5 (RFC 8017, 8.2); `spki` and `pkcs8` are DER.
 *   `rsaVerify` answers false on any bad input; `rsaSign` may throw on a broken key.
 * - `randomBytes` answers `n` bytes of a cryptographic source.
 */
export interface Primitives {
  hash(name: HashName, data: Uint8Array): Uint8Array | Promise<Uint8Array>;
  rsaVerify(input: {
    hash: HashName;
    spki: Uint8Array;
    data: Uint8Array;
    signature: Uint8Array;
  }): boolean | Promise<boolean>;
  rsaSign(input: { hash: HashName; pkcs8: Uint8Array; data: Uint8Array }): Uint8Array | Promise<Uint8Array>;
  randomBytes(n: number): Uint8Array;
}
