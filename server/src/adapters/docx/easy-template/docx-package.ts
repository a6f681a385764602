import { ZipFile as NewZip } from 'yazl';
import {
  looksLikeZip,
  openJudgedZip,
  ZipRefused,
  type JudgedZip,
  type ZipFault,
} from '../../../platform/files/judged-zip.ts';
import type { DocxRefusal } from '../docx.ts';

const MAX_ENTRIES = 2_000;
const MAX_UNPACKED_BYTES = 80 * 1_048_576;
/** Of the parts that are read as text. A contract of a hundred pages has three. */
const MAX_XML_BYTES = 10 * 1_048_576;
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

/** Opens a DOCX after its directory was judged; nothing is unpacked that is not asked for. */
export async function openPackage(bytes: Uint8Array): Promise<DocxPackage> {
  if (!looksLikeZip(bytes)) throw new DocxRefused('not_docx');
  const zip = await open(bytes);
  if (!zip.has('[Content_Types].xml') || !zip.has('word/document.xml')) throw new DocxRefused('not_docx');

  return {
    texts: zip.names.filter((name) => TEXT_PARTS.test(name)),
    readText: async (name) => toText(await unpack(zip, name)),
    async rewrite(changed) {
      const anew = new NewZip();
      for (const name of zip.names) {
        if (name.endsWith('/')) continue;
        const text = changed.get(name);
        anew.addBuffer(text === undefined ? await unpack(zip, name) : Buffer.from(text), name);
      }
      anew.end();
      return Buffer.concat(await Array.fromAsync(anew.outputStream as AsyncIterable<Buffer>));
    },
  };
}

async function open(bytes: Uint8Array): Promise<JudgedZip> {
  try {
    return await openJudgedZip(bytes, {
      entries: MAX_ENTRIES,
      unpacked_bytes: MAX_UNPACKED_BYTES,
      unsafe: UNSAFE_PARTS,
      some: { parts: TEXT_PARTS, bytes: MAX_XML_BYTES },
    });
  } catch (error) {
    throw toRefusal(error);
  }
}

async function unpack(zip: JudgedZip, name: string): Promise<Buffer> {
  try {
    return Buffer.concat(await Array.fromAsync(zip.read(name)));
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

const REFUSALS: Record<ZipFault, DocxRefusal> = {
  encrypted: 'not_docx',
  broken: 'docx_broken',
  unsafe: 'docx_active_content',
  too_large: 'docx_too_large',
};

function toRefusal(error: unknown): unknown {
  return error instanceof ZipRefused ? new DocxRefused(REFUSALS[error.fault]) : error;
}
