import { z } from 'zod';
import { callsOf, defineCall, publicCall, userCall } from '../../kernel/call.ts';
import { accessOf } from '../../kernel/deeds.ts';
import {
  base64,
  date,
  externalId,
  programFilter,
  formId,
  id,
  idOrText,
  ids,
  lines,
  moment,
  named,
  text,
  paperText,
} from '../../kernel/fields.ts';
import { jsonOf } from '../../kernel/json-of.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { party } from '../acts/acts.contract.ts';
import { bulkAnswer, signingAnswer } from '../../kernel/runs.ts';
import { run } from '../jobs/jobs.contract.ts';
import { awaitedProof, frozenFile, meansOfPage, signatureCard } from '../signing/signing.contract.ts';
import { FILE_KINDS } from '../../kernel/file-kinds.ts';
import { TEMPLATE_FIELDS } from '../templates/template-fields.ts';
import { MAX_CONTRACT_NUMBER } from './contract-number.ts';
import { PAPER_COLUMNS } from './paper-columns.ts';
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

const documentParams = z.strictObject({ doc_id: id });

/**
 * Number and date as on paper. Without a number it is the next of the company's counter, whose place in a number is
 * `{n}`; without a date it is the first day.
 */
const onPaper = {
  number: paperText(MAX_CONTRACT_NUMBER).optional(),
  date: date.optional(),
};

const byTemplate = {
  template_id: id,
  title: paperText(200, 1),
  ...onPaper,
  start_date: date,
  end_date: date,
  type_id: id.default(1),
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

/** A contract that both have signed on paper long ago. */
export const takenPaper = z.strictObject({
  title: paperText(200, 1),
  contractor_id: id,
  number: paperText(MAX_CONTRACT_NUMBER, 1),
  date,
  start_date: date,
  end_date: date,
  /** What `documents.keep_scan` answered. */
  scan: base64.max(600),
});

const readCall = callsOf({ access: { who: 'user' }, scope: 'contracts:read' });
const contractCall = callsOf({ params: documentParams, answer: documentView });
const writeCall = callsOf({
  access: { who: 'business', right: 'manage_contracts' },
  scope: 'contracts:write',
});
const supportCall = callsOf({ access: { who: 'platform', right: 'support' } });
const paperCall = callsOf({ access: accessOf(DOCUMENT_DEEDS.sign_by_hand) });

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
  'documents.sign_by_hand': paperCall('POST /api/v1/doc/documents/sign/hand', {
    summary:
      'Mark a contract as signed on paper; counts once the executor confirms it or, with a scan (multipart), does not dispute it',
    body: z.strictObject({ document_id: idOrText }),
    files: { file: { required: false, max_bytes: 20_000_000, kinds: ['pdf', 'jpeg'] } },
    json_too: true,
    answer: documentView,
  }),
  'documents.check_papers': paperCall('POST /api/v1/doc/documents/paper/check', {
    summary:
      'Read a register of contracts signed on paper (XLSX or CSV): what each row would make, or its faults',
    body: z.strictObject({}),
    files: { file: { required: true, max_bytes: 10_000_000, kinds: 'any' } },
    answer: z.object({
      rows: z.array(
        z.object({
          row: z.int(),
          contractor: z.object({ id, name: z.string(), bin: z.string() }).nullable(),
          said: z.string(),
          number: z.string(),
          title: z.string(),
          date: z.string(),
          start_date: z.string(),
          end_date: z.string(),
          /** Name of the file of its scan, where the register has it. */
          scan: z.string(),
          errors: z.array(z.object({ column: z.enum(PAPER_COLUMNS), code: z.string(), message: z.string() })),
        }),
      ),
      /** Rows below the heading that are no contracts: totals, notes. */
      passed: z.int(),
    }),
  }),
  'documents.papers_rest': paperCall('POST /api/v1/doc/documents/paper/rest', {
    summary: 'Get the rows of a register with faults or without scans, as XLSX with a column of remarks',
    body: z.strictObject({
      /** Rows that no scan was found for: JSON of the `row` of each. */
      without_scan: jsonOf(z.array(z.int().min(1)).max(2000)).optional(),
    }),
    files: { file: { required: true, max_bytes: 10_000_000, kinds: 'any' } },
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
  'documents.keep_scan': paperCall('POST /api/v1/doc/documents/paper/scan', {
    summary: 'Keep a scan for `documents.take_over`; it is given up after a day without a contract',
    body: z.strictObject({}),
    files: { file: { required: true, max_bytes: 20_000_000, kinds: ['pdf', 'jpeg'] } },
    /** Names the scan for this company alone. */
    answer: z.object({ scan: z.string() }),
  }),
  'documents.take_over': paperCall('POST /api/v1/doc/documents/paper', {
    summary:
      'Add contracts that both signed on paper, as a run; each counts as `documents.sign_by_hand` does',
    body: z.strictObject({
      papers: z.array(takenPaper).min(1).max(2000),
    }),
    body_bytes: 4_000_000,
    answer: run,
    idempotency: true,
  }),
  'documents.scan': readCall('GET /api/v1/doc/documents/{doc_id}/scan', {
    summary: 'Get the scan of a contract signed on paper',
    params: documentParams,
    answer: { file: 'application/pdf' },
  }),
  'documents.confirm_hand': contractCall('POST /api/v1/doc/documents/{doc_id}/hand/confirm', {
    access: accessOf(DOCUMENT_DEEDS.confirm_hand),
    summary: 'Confirm the signature on paper',
  }),
  'documents.dispute_hand': contractCall('POST /api/v1/doc/documents/{doc_id}/hand/dispute', {
    access: accessOf(DOCUMENT_DEEDS.dispute_hand),
    summary: 'Dispute the signature on paper; new payments under the contract wait for a decision',
    body: z.strictObject({ reason: lines(1000, 1) }),
  }),
  'documents.disputes': supportCall('GET /api/v1/doc/admin/disputes', {
    summary: 'List disputed paper signatures that wait for a decision, oldest first',
    query: z.strictObject({ ...pageQuery }),
    answer: pageOf(
      z.object({
        document_id: id,
        title: z.string(),
        number: z.string(),
        company: party.omit({ display_name: true }),
        contractor_company: party.omit({ display_name: true }),
        reason: z.string(),
        has_scan: z.boolean(),
        disputed_at: moment,
      }),
    ),
  }),
  'documents.disputed_scan': supportCall('GET /api/v1/doc/admin/disputes/{doc_id}/scan', {
    summary: 'Get the disputed scan',
    params: documentParams,
    answer: { file: 'application/pdf' },
  }),
  'documents.decide_dispute': supportCall('POST /api/v1/doc/admin/disputes/{doc_id}', {
    summary: 'Decide a dispute: the signature stands or the contract is refused; both parties see the reason',
    params: documentParams,
    body: z.strictObject({
      decision: z.enum(['uphold', 'reject'], 'field.choice'),
      reason: lines(1000, 1),
    }),
    answer: z.object({ message: z.string() }),
  }),
  'documents.convert': userCall('POST /api/v1/doc/convert/pdf', {
    scope: 'contracts:write',
    summary: 'Convert a Word file to PDF; a valid PDF is returned unchanged',
    body: z.strictObject({ file_type: z.enum(['docx', 'pdf'], 'field.choice') }),
    files: { file: { required: true, max_bytes: 20_000_000, kinds: ['docx', 'pdf'] } },
    answer: { file: 'application/pdf' },
  }),
  'documents.check_template': writeCall('POST /api/v1/template/contract/check', {
    summary: 'List what a template could not fill for whom; creates nothing',
    body: z.strictObject({ template_id: id, executor_company_ids: ids }),
    answer: z.object({
      ready: z.int(),
      items: z.array(
        z.object({
          executor_company_id: id,
          name: z.string(),
          bin: z.string(),
          missing: z.array(
            z.object({
              field: z.enum(TEMPLATE_FIELDS),
              title: z.string(),
              filled_by: z.enum(['contract', 'company', 'executor']),
            }),
          ),
        }),
      ),
    }),
  }),
  'documents.create_by_template': writeCall('POST /api/v1/template/contract/create-by-template', {
    summary: 'Create a draft contract with one executor from a template',
    body: z.strictObject({ ...byTemplate, executor_company_id: id }),
    answer: z.object({ contract_id: id }),
    idempotency: true,
  }),
  'documents.create_many': writeCall('POST /api/v1/template/contract/create-many', {
    field_scopes: { send: 'contracts:send' },
    summary:
      'Create a contract with each of many executors, as a run with a row for each; `send` also sends them',
    body: z.strictObject({ ...byTemplate, executor_company_ids: ids, send: z.boolean().default(false) }),
    answer: run,
    idempotency: true,
  }),
  'documents.statuses': readCall('GET /api/v1/doc/documents/statuses', {
    summary: 'List the states of contracts',
    answer: z.array(named),
  }),
  'documents.types': readCall('GET /api/v1/doc/documents/types', {
    summary: 'List the types of contracts',
    answer: z.array(named),
  }),
};
