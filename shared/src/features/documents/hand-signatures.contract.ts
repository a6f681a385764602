import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';
import { accessOf } from '../../kernel/deeds.ts';
import { base64, date, id, idOrText, lines, moment, paperText } from '../../kernel/fields.ts';
import { jsonOf } from '../../kernel/json-of.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { party } from '../acts/acts.contract.ts';
import { run } from '../jobs/jobs.contract.ts';
import { MAX_CONTRACT_NUMBER } from './contract-number.ts';
import { PAPER_COLUMNS } from './paper-columns.ts';
import { DOCUMENT_DEEDS } from './document-status.ts';
import { documentParams, documentView } from './documents.contract.ts';

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
const supportCall = callsOf({ access: { who: 'platform', right: 'support' } });
const paperCall = callsOf({ access: accessOf(DOCUMENT_DEEDS.sign_by_hand) });

export const handSignaturesCalls = {
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
};
