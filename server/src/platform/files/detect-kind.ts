import { open, readFile } from 'node:fs/promises';
import type { FileKind } from '@kelisim/shared/kernel/file-kinds.ts';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { decodePart, findMainPart, looksLikeOle, oleKind } from './office-package.ts';

/**
 * Kinds the product does not take, told apart so that a refusal can say what to do:
 * - `locked`: an office document under a password
 * - `late_pdf`: a PDF that begins behind other bytes, within the kilobyte in which readers look for it
 */
export type ForeignKind = 'locked' | 'doc' | 'odt' | 'xls' | 'xlsb' | 'ods' | 'late_pdf';

/** As many parts as no honest document has. */
const MAX_PARTS = 3_000;
/** Of the list of content types; one of a document with a thousand pictures has 200 kilobytes. */
const MAX_LIST_BYTES = 1_048_576;
/** Readers look for the header of a PDF so far (ISO 32000-1, annex H, note 13). */
const PDF_HEADER_WITHIN = 1_024;

/**
 * What a file is by its first bytes, and an office document by the part that its package names as the main one; null
 * for anything else. Says nothing of whether the rest is whole and harmless: that is for the reader of its kind. An
 * archive whose list cannot be read is taken for the office kind among `wanted`, whose reader then says what is wrong
 * with it.
 */
export async function detectKind(
  path: string,
  wanted: readonly FileKind[],
): Promise<FileKind | ForeignKind | null> {
  const head = await readHead(path);
  const text = head.toString('latin1');
  if (/^%PDF-\d\.\d/.test(text)) return 'pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (beginsAsPkcs12(head)) return 'pkcs12';
  if (text.startsWith('PK')) return officeKind(path, wanted);
  if (looksLikeOle(head)) return oleKind(await readFile(path));
  return /%PDF-\d\.\d/.test(text) ? 'late_pdf' : null;
}

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PDF_HEADER_WITHIN), 0, PDF_HEADER_WITHIN, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** `PFX ::= SEQUENCE { version INTEGER {v3(3)}, …` (RFC 7292, 4), in any form of the length. */
function beginsAsPkcs12(head: Buffer): boolean {
  if (head[0] !== 0x30) return false;
  const length_bytes = head[1]! > 0x80 ? head[1]! & 0x7f : 0;
  return head.subarray(2 + length_bytes, 5 + length_bytes).equals(Buffer.from([2, 1, 3]));
}

async function officeKind(path: string, wanted: readonly FileKind[]): Promise<FileKind | ForeignKind | null> {
  const unreadable = wanted.find((kind) => kind === 'xlsx' || kind === 'docx') ?? null;
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    try {
      if (zip.entryCount > MAX_PARTS) return unreadable;
      const parts = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry);
      const [types, relations] = [parts.get('[Content_Types].xml'), parts.get('_rels/.rels')];
      if (!types || !relations) return openDocumentKind(zip, parts.get('mimetype'));
      const main = findMainPart(await readList(zip, relations), await readList(zip, types));
      return main && (main.format === 'xlsb' || parts.has(main.path)) ? main.format : null;
    } finally {
      zip.close();
    }
  } catch {
    return unreadable;
  }
}

/** The type stands in a part of its own (OpenDocument 1.3 part 2, 3.3). */
async function openDocumentKind(zip: ZipFile, mimetype: Entry | undefined): Promise<ForeignKind | null> {
  const type = mimetype ? await readList(zip, mimetype) : '';
  if (type.startsWith('application/vnd.oasis.opendocument.spreadsheet')) return 'ods';
  return type.startsWith('application/vnd.oasis.opendocument.text') ? 'odt' : null;
}

async function readList(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > MAX_LIST_BYTES) throw new Error('The list is too long');
  const stream = (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
  return decodePart(Buffer.concat(await Array.fromAsync(stream))) ?? '';
}
