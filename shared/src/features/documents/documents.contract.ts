import { z } from 'zod';
import { callsOf, defineCall, publicCall } from '../../kernel/call.ts';
import { accessOf } from '../../kernel/deeds.ts';
import {
  base64,
  date,
  externalId,
  programFilter,
  formId,
  id,
  ids,
  lines,
  moment,
  text,
  paperText,
} from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { party } from '../acts/acts.contract.ts';
import { bulkAnswer, signingAnswer } from '../../kernel/runs.ts';
import { run } from '../jobs/jobs.contract.ts';
import { awaitedProof, frozenFile, meansOfPage, signatureCard } from '../signing/signing.contract.ts';
import { FILE_KINDS } from '../../kernel/file-kinds.ts';
import { MAX_CONTRACT_NUMBER } from './contract-number.ts';
import {
  DOCUMENT_ACTIONS,
  DOCUMENT_DEEDS,
  DOCUMENT_STATUSES,
  OTHER_PAPERS,
  PAPER_TYPES,
} from './document-status.ts';

export const documentRow = z.object({
  id,
  /** What the program that asks calls it; left out where it has given no name. */
  external_id: z.string().optional(),
  title: z.string(),
  /** As on paper. */
  number: z.string(),
  date,
  type_id: z.int(),
  type: z.object({ id: z.int(), code: z.enum(PAPER_TYPES), name: z.string() }),
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
  /** Of an addendum that ends its contract: the day, once both have signed it. */
  terminates_on: date.nullable(),
});
export type DocumentRow = z.output<typeof documentRow>;

/** A contract that this one belongs to, or the other way round. */
const relative = documentRow.pick({
  id: true,
  title: true,
  number: true,
  date: true,
  status: true,
  start_date: true,
  end_date: true,
  terminates_on: true,
});

export const documentView = documentRow.extend({
  file: frozenFile.nullable(),
  signatures: z.array(signatureCard),
  /** The Word file it was made of can be fetched. */
  has_original: z.boolean(),
  template: z.object({ id, name: z.string() }).nullable(),
  parent: relative.nullable(),
  addenda: z.array(relative),
  renewed_from: relative.nullable(),
  renewals: z.array(relative),
  /**
   * Signed on paper: how that stands. `counts_on` is the first day on which silence counts as consent; without a scan
   * it never does.
   */
  hand: z
    .object({
      state: z.enum(['waiting', 'disputed', 'settled']),
      marked_at: moment,
      counts_on: date.nullable(),
      confirmed_at: moment.nullable(),
      disputed_at: moment.nullable(),
      dispute_reason: z.string().nullable(),
      decided_at: moment.nullable(),
    })
    .nullable(),
  proofs: z.array(awaitedProof),
});
export type DocumentView = z.output<typeof documentView>;

export const documentEvent = z.object({
  id,
  action: z.enum([...DOCUMENT_ACTIONS, 'create']),
  side: z.enum(['business', 'executor', 'clock', 'support']),
  /** Of one's own company; the other side's people are not named. */
  person: z.string().nullable(),
  /** The name of their API key with which a program did it. */
  api_key: z.string().nullable(),
  from_status: z.enum(DOCUMENT_STATUSES).nullable(),
  to_status: z.enum(DOCUMENT_STATUSES),
  version: z.int(),
  note: z.string().nullable(),
  means: z.string().nullable(),
  created_at: moment,
});
export type DocumentEvent = z.output<typeof documentEvent>;

export const documentParams = z.strictObject({ doc_id: id });

/**
 * Number and date as on paper. Without a number it is the next of the company's counter, whose place in a number is
 * `{n}`; without a date it is the first day.
 */
export const onPaper = {
  number: paperText(MAX_CONTRACT_NUMBER).optional(),
  date: date.optional(),
};

/** What narrows and sorts the list and its table. */
const listFilter = {
  ...programFilter,
  is_expired: z.boolean().optional(),
  status_id: z.array(id).max(20, 'field.ids_many').optional(),
  contractor_company_id: id.optional(),
  search: text(100).optional(),
  waiting: z.boolean().optional(),
  sort_by: z
    .enum(['title', 'start_date', 'end_date', 'contractor', 'updated_at'], 'field.choice')
    .default('updated_at'),
  sort_order: z.enum(['asc', 'desc'], 'field.choice').default('desc'),
};

const readCall = callsOf({ access: { who: 'user' }, scope: 'contracts:read' });
const contractCall = callsOf({ params: documentParams, answer: documentView });
const writeCall = callsOf({
  access: { who: 'business', right: 'manage_contracts' },
  scope: 'contracts:write',
});

export const documentsCalls = {
  'documents.list': readCall('GET /api/v1/doc/documents', {
    summary: 'List the company’s contracts, as customer or executor',
    query: z.strictObject({
      ...pageQuery,
      ...listFilter,
      /** Instead of contracts: papers of this type. */
      type: z.enum(OTHER_PAPERS, 'field.choice').optional(),
    }),
    answer: pageOf(documentRow),
  }),
  'documents.sheet': readCall('GET /api/v1/company/contracts/sheet', {
    summary: 'Get the contracts of a filter with what was accrued and paid by each as a spreadsheet',
    query: z.strictObject(listFilter),
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
  'documents.create': writeCall('POST /api/v1/doc/documents', {
    summary: 'Upload a contract as PDF, or as DOCX, which is converted to PDF; an addendum names its parent',
    body: z.strictObject({
      title: paperText(200, 1),
      contractor_id: formId,
      type_id: formId,
      ...onPaper,
      start_date: date,
      end_date: date,
      additional_info: lines(2000).optional(),
      parent_id: formId.optional(),
      /** Of an addendum: it ends the contract on this day, once both have signed it. */
      terminates_on: date.optional(),
      external_id: externalId.optional(),
    }),
    files: { file: { required: true, max_bytes: 20_000_000, kinds: ['pdf', 'docx'] } },
    answer: documentView,
    idempotency: true,
  }),
  'documents.get': readCall('GET /api/v1/doc/documents/{doc_id}', {
    summary: 'Get one contract',
    params: documentParams,
    answer: documentView,
  }),
  'documents.name': contractCall('PUT /api/v1/doc/documents/{doc_id}/external-id', {
    access: { who: 'user', right: 'manage_contracts' },
    scope: 'contracts:write',
    summary: 'Set or remove what a program of the company calls the contract',
    body: z.strictObject({ external_id: externalId.nullable() }),
  }),
  'documents.replace': contractCall('PUT /api/v1/doc/documents/{doc_id}', {
    access: accessOf(DOCUMENT_DEEDS.replace),
    scope: 'contracts:write',
    summary: 'Replace the file of a draft or refused contract',
    body: z.strictObject({}),
    files: { file: { required: true, max_bytes: 20_000_000, kinds: ['pdf', 'docx'] } },
  }),
  'documents.delete': defineCall('DELETE /api/v1/doc/documents/{doc_id}', {
    access: accessOf(DOCUMENT_DEEDS.delete),
    scope: 'contracts:write',
    summary: 'Delete a draft or refused contract; idempotent',
    params: documentParams,
    answer: z.object({ message: z.string() }),
  }),
  'documents.restore': contractCall('POST /api/v1/doc/documents/{doc_id}/restore', {
    access: accessOf(DOCUMENT_DEEDS.restore),
    scope: 'contracts:write',
    summary: 'Restore a deleted contract as it was; idempotent',
  }),
  'documents.file': readCall('GET /api/v1/doc/documents/{doc_id}/file', {
    summary: 'Get the contract as PDF, the exact bytes that are signed',
    params: documentParams,
    answer: { file: 'application/pdf' },
  }),
  'documents.send': contractCall('POST /api/v1/doc/documents/{doc_id}/send', {
    access: accessOf(DOCUMENT_DEEDS.send),
    scope: 'contracts:send',
    summary: 'Send a contract: freezes its file and shows it to the executor',
  }),
  'documents.refuse': contractCall('POST /api/v1/doc/documents/{doc_id}/refuse', {
    access: accessOf(DOCUMENT_DEEDS.refuse),
    summary: 'Refuse to sign a contract, with a reason',
    body: z.strictObject({ reason: lines(1000, 1) }),
  }),
  'documents.sign': defineCall('POST /api/v1/doc/documents/sign', {
    access: accessOf(DOCUMENT_DEEDS.sign),
    summary: 'Sign contracts with a detached CMS each; rows of the answer carry the document id as `act_id`',
    body: z.strictObject({
      signatures: z
        .array(
          z.strictObject({ document_id: id, cms: base64.max(100_000, 'field.too_long') }),
          'field.signatures',
        )
        .min(1, 'field.ids_empty')
        .max(1000, 'field.ids_many')
        .optional(),
      /** Ids alone sign nothing: the answer names the ways to sign. */
      document_ids: ids.optional(),
      means: meansOfPage,
    }),
    body_bytes: 24_000_000,
    answer: signingAnswer,
    idempotency: true,
  }),
  'documents.original': defineCall('GET /api/v1/doc/documents/{doc_id}/original', {
    access: { who: 'business' },
    scope: 'contracts:read',
    summary: 'Get the Word file of a contract: the upload, or the filled template',
    params: documentParams,
    answer: { file: FILE_KINDS.docx.media_type },
  }),
  'documents.history': readCall('GET /api/v1/doc/documents/{doc_id}/history', {
    summary: 'List the history of a contract, newest first',
    params: documentParams,
    answer: z.array(documentEvent),
  }),
  'documents.terminate': contractCall('POST /api/v1/doc/documents/{doc_id}/terminate', {
    access: accessOf(DOCUMENT_DEEDS.terminate),
    summary: 'Terminate a signed contract early, with a reason; the executor is told',
    body: z.strictObject({ reason: lines(1000, 1) }),
  }),
  'documents.delete_many': defineCall('DELETE /api/v1/doc/documents/bulk', {
    access: accessOf(DOCUMENT_DEEDS.delete),
    scope: 'contracts:write',
    summary: 'Delete many drafts and refused contracts; ids in the body, or up to a hundred in the query',
    query: z.strictObject({ document_ids: z.array(id).max(100, 'field.ids_many').optional() }),
    body: z.strictObject({ document_ids: ids.optional() }),
    body_optional: true,
    answer: bulkAnswer,
    idempotency: true,
  }),
  'documents.send_many': defineCall('POST /api/v1/doc/documents/send', {
    access: accessOf(DOCUMENT_DEEDS.send),
    scope: 'contracts:send',
    summary: 'Send many drafts: freezes their files and shows them to their executors',
    body: z.strictObject({ document_ids: ids }),
    answer: bulkAnswer,
    idempotency: true,
  }),
  'documents.renew': writeCall('POST /api/v1/doc/documents/renew', {
    field_scopes: { send: 'contracts:send' },
    summary: 'Renew contracts with other dates, from their template or else with the same file',
    body: z.strictObject({
      document_ids: ids,
      ...onPaper,
      start_date: date,
      end_date: date,
      /** Freeze them and show them to the executors at once. */
      send: z.boolean().default(false),
    }),
    answer: run,
    idempotency: true,
  }),
  'documents.download_many': readCall('GET /api/v1/doc/documents/download/bulk', {
    summary: 'Get up to a hundred contracts with signatures in one archive, which lists what is missing',
    query: z.strictObject({
      ids: z.array(id, 'field.ids').min(1, 'field.ids_empty').max(100, 'field.ids_many'),
    }),
    answer: { file: 'application/zip' },
  }),
  'documents.download_ticket': readCall('POST /api/v1/doc/documents/download/bulk', {
    summary: 'Get a one-time ticket, valid for a minute, for an archive of up to a thousand contracts',
    body: z.strictObject({ document_ids: ids }),
    answer: z.object({ ticket: z.string(), url: z.string(), expires_at: moment }),
  }),
  'documents.download_by_ticket': publicCall('GET /api/v1/doc/documents/download/ticket/{ticket}', {
    summary: 'Get the archive of a ticket; uses up the ticket',
    params: z.strictObject({ ticket: z.string().regex(/^[\w-]{43}$/) }),
    answer: { file: 'application/zip' },
  }),
};
