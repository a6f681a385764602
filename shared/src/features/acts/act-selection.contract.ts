import { z } from 'zod';
import { callsOf, publicCall } from '../../kernel/call.ts';
import { date, id, ids, moment, money, positiveMoney, programFilter, text } from '../../kernel/fields.ts';
import { ACT_BULK_DEEDS } from './act-status.ts';

/** What narrows the list of acts; the same words for the page, for its export and for a deed over all of it. */
export const actFilter = {
  id: id.optional(),
  contractor_company_id: id.optional(),
  company_id: id.optional(),
  contract_id: id.optional(),
  document_id: id.optional(),
  status_id: z.array(id).max(20, 'field.ids_many').optional(),
  is_signed: z.boolean().optional(),
  is_payed: z.boolean().optional(),
  is_copy: z.boolean().optional(),
  /** What waits for a deed that the caller may do: a signature, an answer, a correction, a payment. */
  waiting: z.boolean().optional(),
  /** Signed by both, with VAT, and no electronic invoice that stands. */
  without_invoice: z.boolean().optional(),
  date_from: date.optional(),
  date_to: date.optional(),
  amount_from: positiveMoney.optional(),
  amount_to: positiveMoney.optional(),
  search: text(100).optional(),
  ...programFilter,
};

/** So many acts one selection holds: twice what one table may bring. */
export const SELECTION_MAX = 20_000;

/** Which acts are meant: up to a thousand named one by one, or a selection that the server keeps. */
export const meantActs = { act_ids: ids.optional(), selection_id: id.optional() };

/** Accounts and sums as a preview of a payment showed them: the payer's, then one of each payee. Not to be read. */
export const shownPayees = z
  .array(z.string('field.shown').regex(/^\d{1,16}:[0-9a-f]{16}:[\d.]{0,20}$/, 'field.shown'), 'field.shown')
  .min(1, 'field.shown')
  .max(SELECTION_MAX + 1, 'field.ids_many');

const readCall = callsOf({ access: { who: 'user' }, scope: 'acts:read' });

export const actSelectionCalls = {
  'acts.selection': readCall('POST /api/v1/doc/acts/selection', {
    summary: `Store the acts of a filter, or rows of a run, as a selection: up to ${SELECTION_MAX}, for a day`,
    body: z.strictObject({
      filter: z.strictObject(actFilter).optional(),
      /** Acts of a work of this person: those that went well, those that failed, those it was stopped before. */
      run: z
        .strictObject({ run_id: id, rows: z.enum(['ok', 'failed', 'stopped'], 'field.choice') })
        .optional(),
      /** Only these, which somebody picked one by one: a deed itself names a thousand at most. */
      only: z
        .array(id, 'field.ids')
        .min(1, 'field.ids_empty')
        .max(SELECTION_MAX, 'field.ids_many')
        .optional(),
      /** Only those that this person may do so with now. */
      can: z.enum(ACT_BULK_DEEDS, 'field.choice').optional(),
      /** Left out of it. */
      without: z.array(id, 'field.ids').max(1000, 'field.ids_many').optional(),
    }),
    body_bytes: 524_288,
    answer: z.object({
      selection_id: id,
      count: z.int(),
      amount: money,
      /** What this person may do with every one of them. */
      deeds: z.array(z.enum(ACT_BULK_DEEDS)),
      /** What they may do with some of them, and with how many. */
      partly: z.array(z.object({ deed: z.enum(ACT_BULK_DEEDS), count: z.int(), amount: money })),
    }),
  }),
  'acts.selection_ids': readCall('GET /api/v1/doc/acts/selection/{selection_id}', {
    summary: 'Get the ids of a selection, a thousand at a time, in its order',
    params: z.strictObject({ selection_id: id }),
    query: z.strictObject({ page: z.int().min(1, 'field.page').default(1) }),
    answer: z.object({ act_ids: z.array(id), pages: z.int() }),
  }),
  'acts.download_ticket': readCall('POST /api/v1/doc/acts/download', {
    summary: 'Get a one-time ticket, valid for a minute, for an archive of many acts with their proofs',
    body: z.strictObject(meantActs),
    answer: z.object({ ticket: z.string(), url: z.string(), expires_at: moment }),
  }),
  'acts.download_by_ticket': publicCall('GET /api/v1/doc/acts/download/{ticket}', {
    summary: 'Get the archive of a ticket: PDF, CMS, index and a list of what is missing; uses up the ticket',
    params: z.strictObject({ ticket: z.string().regex(/^[\w-]{43}$/) }),
    answer: { file: 'application/zip' },
  }),
};
