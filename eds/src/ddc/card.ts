import type { PdfAttachment, PdfAttachments } from './attachments.ts';

/**
 * The electronic document card (карточка электронного документа, specification of kaarkz/ddcard): a PDF for people to
 * look at, whose attachments are what counts: the document first, then its signatures in the order of their time.
 */
export interface DdcParts {
  document: PdfAttachment;
  /** Detached CMS, one signer each. */
  signatures: PdfAttachment[];
}

export const DDC_FAULTS = [
  'not_pdf',
  'no_document',
  'no_signatures',
  'executable_inside', // the specification does not allow it
  'signature_not_cms',
  'signature_not_single', // more signers than one, or none
  'timestamp_missing',
  'content_attached', // the document is in the signature, and is another one
] as const;

export type DdcFault = (typeof DDC_FAULTS)[number];

/** Takes a card apart; nothing is verified. */
export async function readDdc(
  pdf: Uint8Array,
  attachments: PdfAttachments,
): Promise<{ status: 'ok'; parts: DdcParts } | { status: 'error'; reason: DdcFault }> {
  const files = await attachments.read(pdf);
  if (files === null) return { status: 'error', reason: 'not_pdf' };
  const [document, ...signatures] = files;
  if (document === undefined) return { status: 'error', reason: 'no_document' };
  if (signatures.length === 0) return { status: 'error', reason: 'no_signatures' };
  if (files.some(isExecutable)) return { status: 'error', reason: 'executable_inside' };
  return { status: 'ok', parts: { document, signatures } };
}

/** Names that a computer would run. */
const RUNS =
  /\.(exe|dll|com|scr|pif|cpl|msi|msp|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|jar|lnk|reg|sh|command|app|apk|deb|rpm|dmg|elf|bin|run)$/i;
const MZ = [0x4d, 0x5a];
const ELF = [0x7f, 0x45, 0x4c, 0x46];
const SCRIPT = [0x23, 0x21];

export function isExecutable({ name, bytes }: PdfAttachment): boolean {
  return RUNS.test(name) || [MZ, ELF, SCRIPT].some((magic) => magic.every((byte, i) => bytes[i] === byte));
}

/** A name that every system can keep: no paths, no signs that are reserved, not too long. */
export function safeFileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const cleaned = name.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_').replace(/^[. ]+|[. ]+$/g, '');
  const points = Array.from(cleaned === '' ? '_' : cleaned);
  if (points.length <= 120) return points.join('');
  const extension = /\.[^.]{1,10}$/.exec(cleaned)?.[0] ?? '';
  return points.slice(0, 120 - extension.length).join('') + extension;
}
