import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { base64, date, id, moment, named, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { party } from '../acts/acts.contract.ts';
import { bulkAnswer } from '../jobs/jobs.contract.ts';
import { awaitedProof, frozenFile, meansOfPage, signatureCard } from '../signing/signing.contract.ts';
import { DOCUMENT_STATUSES, DOCUMENT_TYPES } from './document-status.ts';

export const documentRow = z.object({
  id,
  title: z.string(),
  number: z.string(),
  type_id: z.int(),
  type: z.object({ id: z.int(), code: z.enum(DOCUMENT_TYPES), name: z.string() }),
  file_id: id,
  status: z.object({ id: z.int(), code: z.enum(DOCUMENT_STATUSES), name: z.string() }),
  start_date: date,
  end_date: date,
  created_at: moment,
  updated_at: moment,
  company: party,
  contractor_company: party,
  customer_signed_at: moment.nullable(),
  contractor_signed_at: moment.nullable(),
  sign_info_file_id: id.nullable(),
  signed_cms_file_id: id.nullable(),
  additional_info: z.string().nullable(),
  reason: z.string().nullable(),
});
export type DocumentRow = z.output<typeof documentRow>;

export const documentView = documentRow.extend({
  file: frozenFile.nullable(),
  signatures: z.array(signatureCard),
  proofs: z.array(awaitedProof),
});
export type DocumentView = z.output<typeof documentView>;

const documentParams = z.strictObject({ doc_id: id });

/** Numbers travel as text in a multipart call; only whole positive ones are ids. */
const formId = z
  .string('field.id')
  .regex(/^[1-9]\d{0,14}$/, 'field.id')
  .transform(Number);

export const documentsCalls = {
  'documents.list': defineCall({
    method: 'GET',
    path: '/api/v1/doc/documents',
    access: { who: 'user' },
    summary: 'Contracts of the company of the caller, on either side',
    query: z.strictObject({
      ...pageQuery,
      is_expired: z.boolean().optional(),
      status_id: z.array(id).max(20, 'field.ids_many').optional(),
      contractor_company_id: id.optional(),
      search: text(100).optional(),
      waiting: z.boolean().optional(),
      sort_by: z
        .enum(['title', 'start_date', 'end_date', 'contractor', 'updated_at'], 'field.choice')
        .default('updated_at'),
      sort_order: z.enum(['asc', 'desc'], 'field.choice').default('desc'),
    }),
    answer: pageOf(documentRow),
  }),
  'documents.create': defineCall({
    method: 'POST',
    path: '/api/v1/doc/documents',
    access: { who: 'business', right: 'manage_contracts' },
    summary: 'Upload a contract as PDF',
    body: z.strictObject({
      title: text(200, 1),
      contractor_id: formId,
      type_id: formId,
      start_date: date,
      end_date: date,
      additional_info: text(2000).optional(),
    }),
    files: { file: { required: true, max_bytes: 20_000_000, kinds: ['pdf'] } },
    answer: documentView,
    idempotency: 'required',
  }),
  'documents.get': defineCall({
    method: 'GET',
    path: '/api/v1/doc/documents/{doc_id}',
    access: { who: 'user' },
    summary: 'One contract',
    params: documentParams,
    answer: documentView,
  }),
  'documents.replace': defineCall({
    method: 'PUT',
    path: '/api/v1/doc/documents/{doc_id}',
    access: { who: 'business', right: 'manage_contracts' },
    summary: 'Another file for a draft or a refused contract',
    params: documentParams,
    body: z.strictObject({}),
    files: { file: { required: true, max_bytes: 20_000_000, kinds: ['pdf'] } },
    answer: documentView,
  }),
  'documents.delete': defineCall({
    method: 'DELETE',
    path: '/api/v1/doc/documents/{doc_id}',
    access: { who: 'business', right: 'manage_contracts' },
    summary: 'Delete a draft or a refused contract; again is the same',
    params: documentParams,
    answer: z.object({ message: z.string() }),
  }),
  'documents.file': defineCall({
    method: 'GET',
    path: '/api/v1/doc/documents/{doc_id}/file',
    access: { who: 'user' },
    summary: 'The contract as PDF, the very bytes that are signed',
    params: documentParams,
    answer: { file: 'application/pdf' },
  }),
  'documents.send': defineCall({
    method: 'POST',
    path: '/api/v1/doc/documents/{doc_id}/send',
    access: { who: 'business', right: 'manage_contracts' },
    summary: 'Freeze the file and show it to the executor',
    params: documentParams,
    answer: documentView,
  }),
  'documents.refuse': defineCall({
    method: 'POST',
    path: '/api/v1/doc/documents/{doc_id}/refuse',
    access: { who: 'executor' },
    summary: 'Refuse to sign, saying why',
    params: documentParams,
    body: z.strictObject({ reason: text(1000, 1) }),
    answer: documentView,
  }),
  'documents.sign': defineCall({
    method: 'POST',
    path: '/api/v1/doc/documents/sign',
    access: { who: 'user', right: 'sign' },
    summary: 'Detached CMS for each contract; the rows of the answer carry the document id as `act_id`',
    body: z.strictObject({
      signatures: z
        .array(
          z.strictObject({ document_id: id, cms: base64.max(100_000, 'field.too_long') }),
          'field.signatures',
        )
        .min(1, 'field.ids_empty')
        .max(1000, 'field.ids_many'),
      means: meansOfPage,
    }),
    answer: bulkAnswer,
    idempotency: 'required',
  }),
  'documents.statuses': defineCall({
    method: 'GET',
    path: '/api/v1/doc/documents/statuses',
    access: { who: 'user' },
    summary: 'States of contracts',
    answer: z.array(named),
  }),
  'documents.types': defineCall({
    method: 'GET',
    path: '/api/v1/doc/documents/types',
    access: { who: 'user' },
    summary: 'Types of contracts',
    answer: z.array(named),
  }),
};
