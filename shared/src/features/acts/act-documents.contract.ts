import { z } from 'zod';
import { defineCall, userCall } from '../../kernel/call.ts';
import { formId, id, moment } from '../../kernel/fields.ts';
import { FILE_KINDS } from '../../kernel/file-kinds.ts';
import { ACT_DOCUMENT_KINDS, ACT_DOCUMENT_MAX_BYTES, ACT_DOCUMENTS_MAX } from './act-document-limits.ts';

const actDocument = z.object({
  id,
  act_id: id,
  title: z.string(),
  media_type: z.string(),
  size: z.int(),
  side: z.enum(['business', 'executor']),
  company_name: z.string(),
  user_name: z.string(),
  /** By the caller's side, while nobody has signed the act. */
  can_remove: z.boolean(),
  created_at: moment,
});
export type ActDocument = z.output<typeof actDocument>;

const byAct = z.strictObject({ act_id: id });
const byDocument = z.strictObject({ additional_document_id: id });

export const actDocumentsCalls = {
  'act_documents.list': userCall('GET /api/v1/doc/acts/{act_id}/additional-documents', {
    scope: 'acts:read',
    summary: 'List the attachments of an act in the order they were added; they are not signed',
    params: byAct,
    answer: z.array(actDocument),
  }),
  'act_documents.add': defineCall('POST /api/v1/doc/acts/additional-file', {
    access: { who: 'user', right: 'manage_acts' },
    scope: 'acts:write',
    summary: `Attach a file to an act; at most ${ACT_DOCUMENTS_MAX} per act`,
    body: z.strictObject({ act_id: formId }),
    files: { file: { required: true, max_bytes: ACT_DOCUMENT_MAX_BYTES, kinds: ACT_DOCUMENT_KINDS } },
    answer: actDocument,
  }),
  'act_documents.file': userCall('GET /api/v1/doc/acts/additional-documents/{additional_document_id}/file', {
    scope: 'acts:read',
    summary: 'Get an attachment',
    params: byDocument,
    answer: { file: FILE_KINDS.pdf.media_type, kinds: ACT_DOCUMENT_KINDS },
  }),
  'act_documents.remove': defineCall(
    'DELETE /api/v1/doc/acts/additional-documents/{additional_document_id}',
    {
      access: { who: 'user', right: 'manage_acts' },
      scope: 'acts:write',
      summary: 'Remove one’s own attachment while nobody has signed the act; idempotent',
      params: byDocument,
      answer: z.object({ message: z.string() }),
    },
  ),
};
