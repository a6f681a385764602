import {
  looksLikeZip,
  openJudgedZip,
  ZipRefused,
  type JudgedZip,
  type ZipFault,
} from '../../../platform/files/judged-zip.ts';
import type { ReadError } from '../spreadsheet.ts';
import { TableRefused } from './refused.ts';
import { createXmlReader, type XmlEvents } from './xml-reader.ts';

const MAX_FILE_BYTES = 25 * 1_048_576;
const MAX_UNPACKED_BYTES = 50 * 1_048_576;
const MAX_ENTRIES = 1_000;
/** Macros, other documents inside, controls, and what fetches values from elsewhere. */
const UNSAFE_PARTS =
  /vbaProject|vbaData|\/(macrosheets|dialogsheets|embeddings|activeX|externalLinks|queryTables|webextensions)\/|\/connections\.xml$/i;

export type Archive = {
  /** Feeds one part to the events; false when the archive has no such part. */
  readPart(path: string, events: XmlEvents): Promise<boolean>;
  parts: string[];
};

/** Opens an XLSX after its directory was judged; its parts are read piece by piece. */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  if (!looksLikeZip(bytes)) throw new TableRefused('not_xlsx');
  if (bytes.length > MAX_FILE_BYTES) throw new TableRefused('too_large');
  const zip = await open(bytes);
  if (!zip.has('[Content_Types].xml')) throw new TableRefused('not_xlsx');

  async function readPart(path: string, events: XmlEvents): Promise<boolean> {
    if (!zip.has(path)) return false;
    const reader = createXmlReader(events);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      for await (const chunk of zip.read(path)) reader.write(decoder.decode(chunk, { stream: true }));
      reader.write(decoder.decode());
    } catch (error) {
      throw toRefusal(error);
    }
    reader.end();
    return true;
  }

  return { readPart, parts: zip.names };
}

async function open(bytes: Uint8Array): Promise<JudgedZip> {
  try {
    return await openJudgedZip(bytes, {
      entries: MAX_ENTRIES,
      unpacked_bytes: MAX_UNPACKED_BYTES,
      unsafe: UNSAFE_PARTS,
    });
  } catch (error) {
    throw toRefusal(error);
  }
}

const REFUSALS: Record<ZipFault, ReadError> = {
  encrypted: 'not_xlsx',
  broken: 'broken',
  unsafe: 'unsafe',
  too_large: 'too_large',
};

function toRefusal(error: unknown): TableRefused {
  if (error instanceof TableRefused) return error;
  return new TableRefused(error instanceof ZipRefused ? REFUSALS[error.fault] : 'broken');
}
