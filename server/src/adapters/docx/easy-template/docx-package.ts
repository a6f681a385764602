import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ZipFile as NewZip } from 'yazl';
import type { DocxRefusal } from '../docx.ts';

const MAX_ENTRIES = 2_000;
const MAX_UNPACKED_BYTES = 80 * 1_048_576;
/** Of the parts that are read as text. A contract of a hundred pages has three. */
const MAX_XML_BYTES = 10 * 1_048_576;
const MAX_RATIO = 200;
/** Small parts of repeating markup may well shrink more than that. */
const RATIO_MATTERS_BYTES = 1_048_576;
/** Macros, other documents, controls and programs inside. */
const UNSAFE_PARTS =
  /vbaProject|vbaData|(^|\/)(embeddings|activeX|customUI|webextensions|afchunk)[^/]*(\/|$)|attachedToolbars|\.(bin|html?|mht|rtf|exe|dll|js|vbs|bat|cmd|ps1|do[ct]m?|xls[xm]?|swf)$/i;
const TEXT_PARTS = /\.(xml|rels|svg|vml)$/i;

export class DocxRefused extends Error {
  readonly code: DocxRefusal;
  constructor(code: DocxRefusal) {
    super(`The DOCX was refused: ${code}`);
    this.name = 'DocxRefused';
    this.code = code;
  }
}

export interface DocxPackage {
  /** Names of the parts that are text. */
  texts: string[];
  readText(name: string): Promise<string>;
  /** The file anew, with some of its texts changed. */
  rewrite(changed: ReadonlyMap<string, string>): Promise<Uint8Array>;
}

/**
 * Judges a DOCX by its directory, before anything is unpacked: how many parts, how large by their own word, how much
 * larger than packed, and which names. What a part says of its size is held against it while it is unpacked.
 */
export async function openPackage(bytes: Uint8Array): Promise<DocxPackage> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new DocxRefused('not_docx');
  const zip = await open(bytes);
  const entries = await listEntries(zip);
  if (!entries.has('[Content_Types].xml') || !entries.has('word/document.xml'))
    throw new DocxRefused('not_docx');
  const texts = [...entries.keys()].filter((name) => TEXT_PARTS.test(name));

  return {
    texts,
    async readText(name) {
      return toText(await unpack(zip, entries.get(name)!));
    },
    async rewrite(changed) {
      const anew = new NewZip();
      for (const [name, entry] of entries) {
        const text = changed.get(name);
        if (!name.endsWith('/'))
          anew.addBuffer(text === undefined ? await unpack(zip, entry) : Buffer.from(text), name);
      }
      anew.end();
      return Buffer.concat(await Array.fromAsync(anew.outputStream as AsyncIterable<Buffer>));
    },
  };
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
  if (zip.entryCount > MAX_ENTRIES) throw new DocxRefused('docx_too_large');
  const entries = new Map<string, Entry>();
  let [unpacked, text] = [0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      checkEntry(entry, entries);
      unpacked += entry.uncompressedSize;
      if (TEXT_PARTS.test(entry.fileName)) text += entry.uncompressedSize;
      if (unpacked > MAX_UNPACKED_BYTES || text > MAX_XML_BYTES) throw new DocxRefused('docx_too_large');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw toRefusal(error);
  }
  return entries;
}

function checkEntry(entry: Entry, earlier: Map<string, Entry>): void {
  if (entry.isEncrypted()) throw new DocxRefused('not_docx');
  // Readers disagree which of two parts of one name counts, and whether capitals matter.
  const twice = earlier.has(entry.fileName) || earlier.has(entry.fileName.toLowerCase());
  if (twice || UNSAFE_PARTS.test(entry.fileName)) throw new DocxRefused('docx_active_content');
  // The upper half of the attributes are those of Unix: 0xA000 is a symbolic link.
  if (entry.externalFileAttributes >>> 28 === 0xa) throw new DocxRefused('docx_active_content');
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  if (entry.uncompressedSize > RATIO_MATTERS_BYTES && ratio > MAX_RATIO)
    throw new DocxRefused('docx_too_large');
}

async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    const stream = await zip.openReadStreamPromise(entry);
    return Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>));
  } catch (error) {
    throw toRefusal(error);
  }
}

/** XML is UTF-8, or UTF-16 with its mark; anything else would hide from those who look into it. */
function toText(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/i.exec(text)?.[1];
    if (declared && !/^(utf-?8|us-ascii|utf-?16(le|be)?)$/i.test(declared))
      throw new DocxRefused('docx_broken');
    return text;
  } catch (error) {
    throw error instanceof DocxRefused ? error : new DocxRefused('docx_broken');
  }
}

/** yauzl tells its reasons in words only. */
function toRefusal(error: unknown): DocxRefused {
  if (error instanceof DocxRefused) return error;
  const reason = error instanceof Error ? error.message : '';
  if (/relative path|absolute path|invalid characters/.test(reason))
    return new DocxRefused('docx_active_content');
  if (/too many bytes/.test(reason)) return new DocxRefused('docx_too_large');
  return new DocxRefused('docx_broken');
}
