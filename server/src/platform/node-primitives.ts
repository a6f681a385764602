import {
  createPrivateKey,
  createPublicKey,
  hash,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { Primitives } from '@kelisim/eds/primitives.ts';

/** Reading a key costs more than verifying with it; a known certificate hands over the same bytes every time. */
const keys = new WeakMap<Uint8Array, KeyObject>();

function publicKeyOf(spki: Uint8Array): KeyObject {
  const known = keys.get(spki);
  if (known) return known;
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  keys.set(spki, key);
  return key;
}

/** Hashes, RSA and random bytes of Node for the signature package; all of them synchronous. */
export const nodePrimitives: Primitives = {
  // In one call: an object for a hash of a few hundred bytes costs more than the hash.
  hash: (name, data) => {
    const { buffer, byteOffset, length } = hash(name, data, 'buffer');
    return new Uint8Array(buffer, byteOffset, length);
  },
  rsaVerify({ hash: digest, spki, data, signature }) {
    try {
      const key = publicKeyOf(spki);
      return key.asymmetricKeyType === 'rsa' && verify(digest, data, key, signature);
    } catch {
      return false;
    }
  },
  rsaSign({ hash: digest, pkcs8, data }) {
    const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
    return new Uint8Array(sign(digest, data, key));
  },
  randomBytes: (n) => new Uint8Array(randomBytes(n)),
};
