import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { TableRefused } from './refused.ts';
import { createXmlReader, type XmlEvents } from './xml-reader.ts';

const MAX_FILE_BYTES = 25 * 1_048_576;
const MAX_UNPACKED_BYTES = 50 * 1_048_576;
const MAX_RATIO = 200;
/** Small parts of repeating markup may well shrink more than that. */
const RATIO_MATTERS_BYTES = 1_048_576;
const MAX_ENTRIES = 1_000;
/** Macros, other documents inside, controls, and what fetches values from elsewhere. */
const UNSAFE_PARTS =
  /vbaProject|vbaData|\/(macrosheets|dialogsheets|embeddings|activeX|externalLinks|queryTables|webextensions)\/|\/connections\.xml$/i;

export type Archive = {
  /** Feeds one part to the events; false when the archive has no such part. */
  readPart(path: string, events: XmlEvents): Promise<boolean>;
  parts: string[];
};

/**
 * Judges an XLSX by its directory, before anything is unpacked: how many parts, how large by their own word, how
 * much larger than packed, and which names. What a part says of its size is held against it while it is unpacked.
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new TableRefused('not_xlsx');
  if (bytes.length > MAX_FILE_BYTES) throw new TableRefused('too_large');
  const zip = await open(bytes);
  const entries = await listEntries(zip);
  if (!entries.has('[Content_Types].xml')) throw new TableRefused('not_xlsx');

  async function readPart(path: string, events: XmlEvents): Promise<boolean> {
    const entry = entries.get(path);
    if (!entry) return false;
    const reader = createXmlReader(events);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        reader.write(decoder.decode(chunk as Uint8Array, { stream: true }));
      }
      reader.write(decoder.decode());
    } catch (error) {
      throw toRefusal(error);
    }
    reader.end();
    return true;
  }

  return { readPart, parts: [...entries.keys()] };
}

async function open(bytes: Uint8Array): Promise<ZipFile> {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return await fromBufferPromise(buffer, {
      autoClose: false,
      lazyEntries: true,
      validateEntrySizes: true,
      strictFileNames: true,
    });
  } catch (error) {
    throw toRefusal(error);
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new TableRefused('too_large');
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      checkEntry(entry, entries);
      if (unpacked > MAX_UNPACKED_BYTES) throw new TableRefused('too_large');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw toRefusal(error);
  }
  return entries;
}

function checkEntry(entry: Entry, earlier: Map<string, Entry>): void {
  if (entry.isEncrypted()) throw new TableRefused('not_xlsx');
  // Readers disagree which of two parts of one name counts.
  if (earlier.has(entry.fileName) || UNSAFE_PARTS.test(entry.fileName)) throw new TableRefused('unsafe');
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  if (entry.uncompressedSize > RATIO_MATTERS_BYTES && ratio > MAX_RATIO) throw new TableRefused('too_large');
}

/** yauzl tells its reasons in words only. */
function toRefusal(error: unknown): TableRefused {
  if (error instanceof TableRefused) return error;
  const reason = error instanceof Error ? error.message : '';
  if (/relative path|absolute path|invalid characters/.test(reason)) return new TableRefused('unsafe');
  if (/too many bytes/.test(reason)) return new TableRefused('too_large');
  return new TableRefused('broken');
}
