import { ZipFile as NewZip } from 'yazl';
import {
  looksLikeZip,
  openJudgedZip,
  ZipRefused,
  type JudgedZip,
  type ZipFault,
} from '../../../platform/files/judged-zip.ts';
import { decodePart, findMainPart } from '../../../platform/files/office-package.ts';
import type { DocxRefusal, LeftInText } from '../docx.ts';

const MAX_ENTRIES = 2_000;
const MAX_UNPACKED_BYTES = 80 * 1_048_576;
/** Of the parts that are read as text. A contract of a hundred pages has three. */
const MAX_XML_BYTES = 10 * 1_048_576;
/** Macros, controls, panes of add-ins, and other documents and programs inside. */
const UNSAFE_PARTS =
  /vbaProject|vbaData|(^|\/)(embeddings|activeX|customUI|webextensions|afchunk)[^/]*(\/|$)|attachedToolbars|\.(bin|html?|mht|rtf|exe|dll|js|vbs|bat|cmd|ps1|do[ct]m?|xls[xm]?|swf)$/i;
const CAUSES: [RegExp, DocxRefusal][] = [
  [/vbaProject|vbaData|attachedToolbars|customUI/i, 'docx_macros'],
  [/(^|\/)webextensions/i, 'docx_task_pane'],
  [/(^|\/)activeX/i, 'docx_control'],
  // Word keeps the table of a chart, and one of Excel that was put in, under the same names.
  [/(^|\/)embeddings\/[^/]*\.xls[xmb]?$/i, 'docx_chart'],
];
const [TYPES, RELATIONS] = ['[Content_Types].xml', '_rels/.rels'];
const TEXT_PARTS = /\.(xml|rels|svg|vml)$/i;

export class DocxRefused extends Error {
  readonly code: DocxRefusal;
  readonly left: LeftInText | undefined;
  constructor(code: DocxRefusal, left?: LeftInText) {
    super(`The DOCX was refused: ${code}`);
    this.name = 'DocxRefused';
    this.code = code;
    this.left = left;
  }
}

export interface DocxPackage {
  /** Names of the parts that are text. */
  texts: string[];
  readText(name: string): Promise<string>;
  /** Returns the file with some of its texts changed. */
  rewrite(changed: ReadonlyMap<string, string>): Promise<Uint8Array>;
}

/** Opens a DOCX after its directory was judged; nothing is unpacked that is not asked for. */
export async function openPackage(bytes: Uint8Array): Promise<DocxPackage> {
  if (!looksLikeZip(bytes)) throw new DocxRefused('not_docx');
  const zip = await open(bytes);
  if (!zip.has(TYPES) || !zip.has(RELATIONS)) throw new DocxRefused('not_docx');
  const readText = async (name: string) => toText(await unpack(zip, name));
  const main = findMainPart(await readText(RELATIONS), await readText(TYPES));
  if (main?.format !== 'docx' || !zip.has(main.path)) throw new DocxRefused('not_docx');

  return {
    texts: zip.names.filter((name) => TEXT_PARTS.test(name)),
    readText,
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

function toText(bytes: Buffer): string {
  const text = decodePart(bytes);
  if (text === null) throw new DocxRefused('docx_broken');
  return text;
}

const REFUSALS: Record<ZipFault, DocxRefusal> = {
  encrypted: 'office_encrypted',
  broken: 'docx_broken',
  unsafe: 'docx_active_content',
  too_large: 'docx_too_large',
};

function toRefusal(error: unknown): unknown {
  if (!(error instanceof ZipRefused)) return error;
  return new DocxRefused(error.part ? causeOfPart(error.part) : REFUSALS[error.fault]);
}

function causeOfPart(name: string): DocxRefusal {
  return CAUSES.find(([part]) => part.test(name))?.[1] ?? 'docx_object';
}
