import {
  looksLikeZip,
  openJudgedZip,
  ZipRefused,
  type JudgedZip,
  type ZipFault,
} from '../../../platform/files/judged-zip.ts';
import { looksLikeOle, oleKind } from '../../../platform/files/office-package.ts';
import type { ReadError } from '../spreadsheet.ts';
import { TableRefused } from './refused.ts';
import { createXmlReader, type XmlEvents } from './xml-reader.ts';

const MAX_FILE_BYTES = 25 * 1_048_576;
const MAX_UNPACKED_BYTES = 50 * 1_048_576;
const MAX_ENTRIES = 1_000;
const MACROS = /vbaProject|vbaData|\/(macrosheets|dialogsheets|activeX)\//i;
const OUTSIDE = /\/(externalLinks|queryTables)\/|\/connections\.xml$/i;
const UNSAFE_PARTS = new RegExp(`${MACROS.source}|${OUTSIDE.source}|\\/(embeddings|webextensions)\\/`, 'i');
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

export type Archive = {
  /** Feeds one part to the events; false when the archive has no such part. */
  readPart(path: string, events: XmlEvents): Promise<boolean>;
  parts: string[];
};

/** Opens an XLSX after its directory was judged; its parts are read piece by piece. */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  if (looksLikeOle(bytes)) throw new TableRefused(errorOfOle(bytes));
  if (!looksLikeZip(bytes)) throw new TableRefused('not_xlsx');
  if (bytes.length > MAX_FILE_BYTES) throw new TableRefused('table_too_large');
  const zip = await open(bytes);
  if (!zip.has('[Content_Types].xml'))
    throw new TableRefused((await mimetypeOf(zip)).startsWith(ODS) ? 'ods' : 'not_xlsx');

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

function errorOfOle(bytes: Uint8Array): ReadError {
  const kind = oleKind(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (kind === 'locked') return 'office_encrypted';
  return kind === 'xls' ? 'xls' : 'not_xlsx';
}

async function mimetypeOf(zip: JudgedZip): Promise<string> {
  if (!zip.has('mimetype')) return '';
  return Buffer.concat(await Array.fromAsync(zip.read('mimetype'))).toString('latin1');
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
  encrypted: 'office_encrypted',
  broken: 'broken',
  unsafe: 'unsafe',
  too_large: 'table_too_large',
};

function toRefusal(error: unknown): TableRefused {
  if (error instanceof TableRefused) return error;
  if (!(error instanceof ZipRefused)) return new TableRefused('broken');
  const { part, fault } = error;
  if (part === null) return new TableRefused(REFUSALS[fault]);
  if (MACROS.test(part)) return new TableRefused('table_macros');
  return new TableRefused(OUTSIDE.test(part) ? 'table_outside' : 'unsafe');
}
