import type { FileKind } from '../../kernel/file-kinds.ts';

/** What people put beside an act: reports, photographs, receipts, spreadsheets. */
export const ACT_DOCUMENT_KINDS = [
  'pdf',
  'jpeg',
  'png',
  'docx',
  'xlsx',
] as const satisfies readonly FileKind[];
export const ACT_DOCUMENT_MAX_BYTES = 25_000_000;
/** Of one act. */
export const ACT_DOCUMENTS_MAX = 20;
