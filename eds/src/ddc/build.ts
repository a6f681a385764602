import { equalBytes } from '../bytes.ts';
import { parseCms } from '../cms/parse.ts';
import { contentOfCms, detachContent } from '../cms/rearrange.ts';
import { unsignedValues } from '../cms/unsigned.ts';
import { OID } from '../oids.ts';
import { parseTimestampToken } from '../timestamp/token.ts';
import type { AttachedFile, PdfAttachment } from './attachments.ts';
import { isExecutable, safeFileName } from './card.ts';
import type { DdcFault } from './card.ts';

export interface BuildDdcInput {
  /** Makes the part for people: title, contents, pictures of the document and of the signatures, with these files inside. */
  draw: (files: readonly AttachedFile[]) => Promise<Uint8Array>;
  document: PdfAttachment & { mime: string };
  /** CMS with one signer and a time stamp each; `signer` is for the description. */
  signatures: readonly { name: string; cms: Uint8Array; signer: string }[];
  /** What stands beside the files in a reader of PDF. */
  words?: { document: string; signature: string };
}

/**
 * Makes a card: the document first, then the signatures in the order of their stamped times. A document inside a
 * signature is taken out. The signatures are not verified here; see `verifyDdc`.
 */
export async function buildDdc(
  input: BuildDdcInput,
): Promise<{ status: 'ok'; pdf: Uint8Array } | { status: 'error'; reason: DdcFault }> {
  const { document } = input;
  const words = input.words ?? { document: 'Подлинник электронного документа', signature: 'ЭЦП' };
  if (input.signatures.length === 0) return { status: 'error', reason: 'no_signatures' };
  if (isExecutable(document)) return { status: 'error', reason: 'executable_inside' };
  const timed: { at: Date; name: string; bytes: Uint8Array; signer: string }[] = [];
  for (const { name, cms, signer } of input.signatures) {
    const content = contentOfCms(cms);
    if (content !== null && !equalBytes(content, document.bytes))
      return { status: 'error', reason: 'content_attached' };
    const bytes = detachContent(cms);
    if (bytes === null) return { status: 'error', reason: 'signature_not_cms' };
    const time = stampedTime(bytes);
    if (typeof time === 'string') return { status: 'error', reason: time };
    timed.push({ at: time, name, bytes, signer });
  }
  timed.sort((a, b) => a.at.getTime() - b.at.getTime());
  const taken = new Set<string>();
  const files = [
    {
      name: document.name,
      bytes: document.bytes,
      mime: document.mime,
      description: words.document,
      relationship: 'Source' as const,
    },
    ...timed.map(({ name, bytes, signer }) => ({
      name,
      bytes,
      mime: 'application/pkcs7-signature',
      description: `${words.signature}, ${signer}`,
      relationship: 'Supplement' as const,
    })),
  ].map((file) => ({ ...file, name: uniqueName(safeFileName(file.name), taken) }));
  return { status: 'ok', pdf: await input.draw(files) };
}

function stampedTime(cms: Uint8Array): Date | DdcFault {
  const parsed = parseCms(cms);
  if ('reason' in parsed) return 'signature_not_cms';
  const [signer, ...others] = parsed.signed_data.signers;
  if (signer === undefined || others.length > 0) return 'signature_not_single';
  const [token] = unsignedValues(signer.unsigned_attributes, OID.timeStampToken);
  const stamp = token === undefined ? null : parseTimestampToken(token.raw);
  return stamp?.info.gen_time ?? 'timestamp_missing';
}

function uniqueName(name: string, taken: Set<string>): string {
  const point = name.lastIndexOf('.');
  const [stem, extension] = point > 0 ? [name.slice(0, point), name.slice(point)] : [name, ''];
  let free = name;
  for (let i = 2; taken.has(free.toLowerCase()); i++) free = `${stem} (${i})${extension}`;
  taken.add(free.toLowerCase());
  return free;
}
