/** What the first parts of an office document (ECMA-376 part 2) say of it; texts are read, never resolved. */

/** One relationship element as it is written. */
export const RELATIONSHIP = /<(?:\w+:)?Relationship\b[^>]*>/g;
const TYPE_OF_PART = /<(?:\w+:)?Override\b[^>]*>/g;

export type OfficeFormat = 'docx' | 'xlsx' | 'xlsb';

export interface MainPart {
  path: string;
  format: OfficeFormat;
}

/**
 * Returns the part that the package names as its document, or null when there is none, or more than one: Office 365
 * also calls it `word/document2.xml`. Its content type tells the format, and its folder where that type is no more than
 * «XML».
 */
export function findMainPart(relationships: string, content_types: string): MainPart | null {
  const targets = [...relationships.matchAll(RELATIONSHIP)]
    .filter(([tag]) => attributeOf(tag, 'Type').endsWith('/officeDocument'))
    .map(([tag]) => attributeOf(tag, 'Target').replace(/^\.?\//, ''));
  const [path, ...others] = targets;
  if (!path || others.length > 0) return null;
  const override = [...content_types.matchAll(TYPE_OF_PART)].find(
    ([tag]) => attributeOf(tag, 'PartName').toLowerCase() === `/${path.toLowerCase()}`,
  );
  const format = formatOf(override ? attributeOf(override[0], 'ContentType') : '', path);
  return format && { path, format };
}

function formatOf(content_type: string, path: string): OfficeFormat | null {
  if (/wordprocessingml|ms-word/i.test(content_type)) return 'docx';
  if (/ms-excel\.sheet\.binary/i.test(content_type)) return 'xlsb';
  if (/spreadsheetml|ms-excel/i.test(content_type)) return 'xlsx';
  if (content_type !== '' && !/^(application|text)\/xml$/i.test(content_type)) return null;
  if (path.startsWith('word/')) return 'docx';
  return path.startsWith('xl/') ? 'xlsx' : null;
}

/** The value of an attribute in a tag; empty when it is not there. */
export function attributeOf(tag: string, name: string): string {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return decodeEntities(match?.[1] ?? match?.[2] ?? '');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi, (all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : -1;
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    return ENTITIES[String(name).toLowerCase()] ?? all;
  });
}

/**
 * The text of a part: UTF-8, or UTF-16 with its mark. Null for anything else, which would hide from those who look
 * into it.
 */
export function decodePart(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/i.exec(text)?.[1];
    return declared && !/^(utf-?8|us-ascii|utf-?16(le|be)?)$/i.test(declared) ? null : text;
  } catch {
    return null;
  }
}

/** An OLE file: what Office wrote before 2007, and what it still wraps a document with a password in. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

export const looksLikeOle = (bytes: Uint8Array) => OLE.equals(bytes.subarray(0, OLE.length));

/** What an OLE file is by the names of its streams, which are UTF-16 ([MS-CFB] 2.6.1). */
export function oleKind(bytes: Buffer): 'locked' | 'doc' | 'xls' | null {
  const names = (name: string) => bytes.includes(Buffer.from(`${name}\0`, 'utf16le'));
  if (names('EncryptedPackage')) return 'locked';
  if (names('WordDocument')) return 'doc';
  return names('Workbook') || names('Book') ? 'xls' : null;
}
