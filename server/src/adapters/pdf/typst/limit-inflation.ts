import { decodePDFRawStream, PDFContext, PDFRawStream } from '@cantoo/pdf-lib';

/** Real object streams hold some hundred kilobytes, and all of a file some megabytes; a bomb holds gigabytes. */
const MAX_STREAM_BYTES = 32 * 1_048_576;
const MAX_FILE_BYTES = 96 * 1_048_576;

type DecodeStream = { ensureBuffer(requested: number): Uint8Array };

/**
 * pdf-lib unpacks object streams while it loads and sets no bound to them. Its decoders share one class, which it
 * does not export, so that class is reached through a decoder. The bombs in the tests show that this still holds.
 * @returns `begin` is called before each file, for whose streams there is a bound together
 */
export function limitInflation(): { begin(): void } {
  const dict = PDFContext.create().obj({ Filter: 'FlateDecode' });
  // An empty zlib stream, only to get hold of a decoder.
  const decoder = decodePDFRawStream(PDFRawStream.of(dict, Uint8Array.of(0x78, 0x9c, 0x03, 0x00)));
  const shared = Object.getPrototypeOf(Object.getPrototypeOf(decoder)) as DecodeStream;
  const ensureBuffer = shared.ensureBuffer;
  if (typeof ensureBuffer !== 'function') throw new Error('pdf-lib decodes in another way than expected');
  let unpacked = 0;
  let largest = new WeakMap<DecodeStream, number>();
  shared.ensureBuffer = function limited(this: DecodeStream, requested) {
    const before = largest.get(this) ?? 0;
    if (requested > before) {
      unpacked += requested - before;
      largest.set(this, requested);
    }
    if (requested > MAX_STREAM_BYTES || unpacked > MAX_FILE_BYTES)
      throw new RangeError('The PDF unpacks to too much');
    return ensureBuffer.call(this, requested);
  };
  return {
    begin() {
      unpacked = 0;
      largest = new WeakMap();
    },
  };
}
