import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/**
 * - `encrypted`: with a password
 * - `broken`: damaged
 * - `unsafe`: names that lead out, twice the same name, links, or parts that the caller does not take
 * - `too_large`: more parts or bytes than the limits, or far larger than packed
 */
export type ZipFault = 'encrypted' | 'broken' | 'unsafe' | 'too_large';

export interface ZipLimits {
  entries: number;
  /** Of all parts together, by their own word. */
  unpacked_bytes: number;
  /** Names of parts that are not taken. */
  unsafe: RegExp;
  /** A limit of its own for some of the parts. */
  some?: { parts: RegExp; bytes: number };
}

export class ZipRefused extends Error {
  readonly fault: ZipFault;
  /** The part that the caller does not take. */
  readonly part: string | null;
  constructor(fault: ZipFault, part: string | null = null) {
    super(`The archive was refused: ${fault}`);
    this.name = 'ZipRefused';
    this.fault = fault;
    this.part = part;
  }
}

export interface JudgedZip {
  /** In the order of the directory. */
  names: string[];
  has(name: string): boolean;
  /** The bytes of a part piece by piece; a part that is larger than it says is a `ZipRefused`. */
  read(name: string): AsyncIterable<Buffer>;
}

const MAX_RATIO = 200;
/** Small parts of repeating markup may well shrink more than that. */
const RATIO_MATTERS_BYTES = 1_048_576;

/** True for bytes that begin as an archive does. */
export const looksLikeZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * Judges an archive by its directory, before anything is unpacked: how many parts, how large by their own word, how
 * much larger than packed, and which names. What a part says of its size is held against it while it is unpacked.
 * @throws {ZipRefused}
 */
export async function openJudgedZip(bytes: Uint8Array, limits: ZipLimits): Promise<JudgedZip> {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const zip = await fromBufferPromise(buffer, {
      autoClose: false,
      lazyEntries: true,
      validateEntrySizes: true,
      strictFileNames: true,
    });
    const entries = await listEntries(zip, limits);
    return {
      names: [...entries.keys()],
      has: (name) => entries.has(name),
      read: (name) => unpack(zip, entries.get(name)!),
    };
  } catch (error) {
    throw toRefusal(error);
  }
}

async function listEntries(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw new ZipRefused('too_large');
  const entries = new Map<string, Entry>();
  // Readers disagree which of two parts of one name counts, and whether capitals matter.
  const names = new Set<string>();
  let [unpacked, some] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (names.has(name)) throw new ZipRefused('unsafe');
    if (limits.unsafe.test(entry.fileName)) throw new ZipRefused('unsafe', entry.fileName);
    checkEntry(entry);
    unpacked += entry.uncompressedSize;
    if (limits.some?.parts.test(entry.fileName)) some += entry.uncompressedSize;
    if (unpacked > limits.unpacked_bytes || some > (limits.some?.bytes ?? Infinity))
      throw new ZipRefused('too_large');
    names.add(name);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

function checkEntry(entry: Entry): void {
  if (entry.isEncrypted()) throw new ZipRefused('encrypted');
  // The upper half of the attributes are those of Unix: 0xA000 is a symbolic link.
  if (entry.externalFileAttributes >>> 28 === 0xa) throw new ZipRefused('unsafe');
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  if (entry.uncompressedSize > RATIO_MATTERS_BYTES && ratio > MAX_RATIO) throw new ZipRefused('too_large');
}

async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
  } catch (error) {
    throw toRefusal(error);
  }
}

/** yauzl tells its reasons in words only. */
function toRefusal(error: unknown): ZipRefused {
  if (error instanceof ZipRefused) return error;
  const reason = error instanceof Error ? error.message : '';
  if (/relative path|absolute path|invalid characters/.test(reason)) return new ZipRefused('unsafe');
  return new ZipRefused(/too many bytes/.test(reason) ? 'too_large' : 'broken');
}
