import type { FileDigests } from './digest.worker.ts';

/** SHA-256 in lower-case hex; null where the browser has no WebCrypto (a page without https). */
export async function sha256Of(file: Blob): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * True when a file in hand has the digests that are to be signed: Streebog-512, which GOST keys sign, and SHA-256, which
 * RSA keys sign (passed over where the browser has no WebCrypto; it signs with no RSA key then).
 */
export async function hasDigests(
  file: Blob,
  wanted: { sha256: string; streebog512: string },
): Promise<boolean> {
  const worker = new Worker(new URL('./digest.worker.ts', import.meta.url), { type: 'module' });
  try {
    const own = await new Promise<NonNullable<FileDigests>>((done, fail) => {
      const refuse = () => fail(new Error('The digest of the file cannot be counted'));
      worker.addEventListener('message', ({ data }) => (data ? done(data) : refuse()));
      worker.addEventListener('error', refuse);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      worker.postMessage(file);
    });
    return own.streebog512 === wanted.streebog512 && (own.sha256 ?? wanted.sha256) === wanted.sha256;
  } finally {
    worker.terminate();
  }
}

/** The bytes of base64. */
export function blobOf(base64: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]);
}
