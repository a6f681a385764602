import { Readable, type PassThrough } from 'node:stream';
import type { ZipFile } from 'yazl';

/** One entry of a streamed archive, stored as it is. Resolves when the archive has taken the whole entry, so that the next is read only then. */
export function writeEntry(zip: ZipFile, out: PassThrough, name: string, bytes: Uint8Array): Promise<void> {
  // The archive remembers its entries until its end, so their content must not hang on what it remembers.
  let held: Buffer | null = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('nobody takes the archive any more'));
    if (out.destroyed) return gone();
    out.once('close', gone);
    zip.addReadStreamLazy(name, { compress: false, size: held!.length }, (pass) => {
      const stream = Readable.from([held]);
      held = null;
      stream.once('end', () => {
        out.off('close', gone);
        resolve();
      });
      pass(null, stream);
    });
  });
}
