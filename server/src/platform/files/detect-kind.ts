import { open } from 'node:fs/promises';
import type { FileKind } from '@kelisim/shared/kernel/file-kinds.ts';
import { openPromise } from 'yauzl';

/** As many parts as no honest document has. */
const MAX_PARTS = 3_000;
const MAIN_PARTS: Record<string, FileKind> = { 'word/document.xml': 'docx', 'xl/workbook.xml': 'xlsx' };

/**
 * What a file is by its first bytes, and an office document by the list of its parts; null for anything else. Says
 * nothing of whether the rest is whole and harmless: that is for the reader of its kind. An archive whose list
 * cannot be read is taken for the office kind among `wanted`, whose reader then says what is wrong with it.
 */
export async function detectKind(path: string, wanted: readonly FileKind[]): Promise<FileKind | null> {
  const head = await readHead(path);
  const text = head.toString('latin1');
  if (/^%PDF-\d\.\d/.test(text)) return 'pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (beginsAsPkcs12(head)) return 'pkcs12';
  if (text.startsWith('PK')) return officeKind(path, wanted);
  return null;
}

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
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

async function officeKind(path: string, wanted: readonly FileKind[]): Promise<FileKind | null> {
  const unreadable = wanted.find((kind) => kind === 'xlsx' || kind === 'docx') ?? null;
  const found = new Set<string>();
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    try {
      if (zip.entryCount > MAX_PARTS) return unreadable;
      for await (const entry of zip.eachEntry()) found.add(entry.fileName);
    } finally {
      zip.close();
    }
  } catch {
    return unreadable;
  }
  if (!found.has('[Content_Types].xml')) return null;
  const kinds = Object.keys(MAIN_PARTS).filter((part) => found.has(part));
  // What is two documents at once is neither.
  return kinds.length === 1 ? MAIN_PARTS[kinds[0]!]! : null;
}
