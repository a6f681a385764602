import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Log } from '../log.ts';

export interface Archive {
  /** Stores one entry as it is. Resolves when the archive has taken all of it, so that the next is read only then. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The reader has gone: nothing more needs to be read. */
  isLeft(): boolean;
}

/**
 * A streamed ZIP that `fill` writes entry by entry: only what is written now is in memory. PDFs and pictures do not
 * shrink, so entries are stored. With `changed_at`, equal entries make equal bytes.
 */
export function streamArchive(
  log: Pick<Log, 'error'>,
  event: string,
  fill: (archive: Archive) => Promise<void>,
  changed_at = new Date(),
): Readable {
  const zip = new ZipFile();
  // A reader who leaves closes the stream; what is still to be read is left.
  const out = zip.outputStream.pipe(new PassThrough());
  const put = (name: string, bytes: Uint8Array) => {
    // The archive remembers its entries until its end, so their content must not hang on what it remembers.
    let held: Buffer | null = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new Promise<void>((resolve, reject) => {
      const gone = () => reject(new Error('nobody takes the archive any more'));
      if (out.destroyed) return gone();
      out.once('close', gone);
      zip.addReadStreamLazy(name, { compress: false, size: held!.length, mtime: changed_at }, (pass) => {
        const stream = Readable.from([held]);
        held = null;
        stream.once('end', () => {
          out.off('close', gone);
          resolve();
        });
        pass(null, stream);
      });
    });
  };
  fill({ put, isLeft: () => out.destroyed })
    .then(() => zip.end())
    .catch((error: unknown) => {
      if (out.destroyed) return;
      log.error({ event, message: String(error) });
      out.destroy(error as Error);
    });
  return out;
}

/** So many are read at once: cards are drawn by two threads. */
const AHEAD = 4;

/** What `read` returns for each item, in their order; the next few are read while one is used. */
export async function* readAhead<Item, Found>(
  items: Iterable<Item> | AsyncIterable<Item>,
  read: (item: Item) => Promise<Found>,
): AsyncGenerator<Found> {
  const ahead: Promise<Found>[] = [];
  const next = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  for (;;) {
    while (ahead.length < AHEAD) {
      const { value, done } = await next.next();
      if (done) break;
      const one = read(value);
      // A failure is thrown when its turn comes.
      one.catch(() => undefined);
      ahead.push(one);
    }
    const first = ahead.shift();
    if (!first) return;
    yield await first;
  }
}
