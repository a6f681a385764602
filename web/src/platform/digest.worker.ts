import { toHex } from '@kelisim/eds/bytes.ts';
import { streebog512 } from '@kelisim/eds/gost/streebog.ts';

/**
 * Both digests that keys sign, counted beside the page; null when the file cannot be read. `sha256` is null where there
 * is no WebCrypto (a page without https).
 */
export type FileDigests = { sha256: string | null; streebog512: string } | null;

/** A worker has one listener and no origins, unlike the window that the compiler takes `self` for. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is the port of a worker
const tell = (message: FileDigests): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  count(data).then(tell, () => tell(null));
});

async function count(file: Blob): Promise<FileDigests> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return {
    sha256: subtle ? toHex(new Uint8Array(await subtle.digest('SHA-256', bytes))) : null,
    streebog512: toHex(streebog512(bytes)),
  };
}
