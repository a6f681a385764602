import type { HashName, Primitives } from './primitives.ts';

/** The part of the browser's `crypto` that is needed; typed by shape, because no DOM types are used here. */
export interface WebCryptoLike<Key> {
  subtle: {
    digest(name: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
    importKey(
      format: 'spki' | 'pkcs8',
      key: Uint8Array<ArrayBuffer>,
      algorithm: { name: string; hash: string },
      extractable: boolean,
      usages: ('sign' | 'verify')[],
    ): Promise<Key>;
    sign(name: string, key: Key, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
    verify(
      name: string,
      key: Key,
      signature: Uint8Array<ArrayBuffer>,
      data: Uint8Array<ArrayBuffer>,
    ): Promise<boolean>;
  };
  getRandomValues(array: Uint8Array<ArrayBuffer>): unknown;
}

const RSA = 'RSASSA-PKCS1-v1_5';
const WEB_NAME: Record<HashName, string> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
};

/** WebCrypto refuses views of shared memory, therefore each input is copied into memory of its own. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** Primitives over WebCrypto: `webPrimitives(globalThis.crypto)` in a browser or in Node. */
export function webPrimitives<Key>(crypto: WebCryptoLike<Key>): Primitives {
  const { subtle } = crypto;
  return {
    async hash(name, data) {
      return new Uint8Array(await subtle.digest(WEB_NAME[name], own(data)));
    },
    async rsaVerify({ hash, spki, data, signature }) {
      try {
        const algorithm = { name: RSA, hash: WEB_NAME[hash] };
        const key = await subtle.importKey('spki', own(spki), algorithm, false, ['verify']);
        return await subtle.verify(RSA, key, own(signature), own(data));
      } catch {
        return false;
      }
    },
    async rsaSign({ hash, pkcs8, data }) {
      const algorithm = { name: RSA, hash: WEB_NAME[hash] };
      const key = await subtle.importKey('pkcs8', own(pkcs8), algorithm, false, ['sign']);
      return new Uint8Array(await subtle.sign(RSA, key, own(data)));
    },
    randomBytes(n) {
      const bytes = new Uint8Array(n);
      // The browser gives at most 65,536 bytes at once.
      for (let start = 0; start < n; start += 65_536)
        crypto.getRandomValues(bytes.subarray(start, start + 65_536));
      return bytes;
    },
  };
}
