import { z } from 'zod';
import { callsOf, defineCall, executorCall } from '../../kernel/call.ts';
import { date, id, ids, lines, moment, money, paperText } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { LEDGER_KINDS } from '../bookkeeping/bookkeeping.contract.ts';
import { DOCUMENT_STATUSES } from '../documents/document-status.ts';
import { bulkAnswer } from '../../kernel/runs.ts';
import { RECONCILIATION_STATES, RECONCILIATION_STATUSES } from './reconciliation-status.ts';

/** More lines than a person answers one by one; the period is to be shortened then. */
export const MOST_LINES = 2000;
const MOST_OWN_LINES = 100;

/** A sum of somebody's books: nothing too, where they have no such line, and less than nothing. */
const bookSum = z.string('field.money').regex(/^-?(0|[1-9]\d{0,14})(\.\d{1,2})?$/, 'field.money');

const party = z.object({ id, name: z.string(), bin: z.string() });
const state = z.enum(RECONCILIATION_STATES);
const period = { date_from: date, date_to: date };

const summary = z.object({
  id,
  company: party,
  executor: party,
  ...period,
  status: z.enum(RECONCILIATION_STATUSES),
  state,
  answer_until: date.nullable(),
  sent_at: moment,
  answered_at: moment.nullable(),
  /** How many lines, the opening balance included, the executor has otherwise. */
  differences: z.int(),
  /** What the company owes after the period; below zero what the executor owes. */
  closing: money,
  /** The paper that both sign, once there is one. */
  document: z.object({ id, number: z.int(), status: z.enum(DOCUMENT_STATUSES) }).nullable(),
});
export type ReconciliationSummary = z.output<typeof summary>;

const line = z.object({
  position: z.int(),
  date,
  late_of: date.nullable(),
  kind: z.enum(LEDGER_KINDS),
  /** Null of an advance, and in a line that the executor has added. */
  act_id: id.nullable(),
  number: z.string(),
  order_number: z.int().nullable(),
  contract: z.object({ number: z.string(), date }).nullable(),
  /** What the company has; null in a line that only the executor has. */
  amount: money.nullable(),
  /** What the executor has instead; null while they agree, or have said nothing. */
  their_amount: money.nullable(),
  remark: z.string().nullable(),
});
export type ReconciliationLine = z.output<typeof line>;

const view = summary.extend({
  lines: z.array(line),
  opening: money,
  their_opening: money.nullable(),
  owed: money,
  paid: money,
  their_closing: money,
  remark: z.string().nullable(),
  reminders: z.int(),
});
export type ReconciliationView = z.output<typeof view>;

const params = z.strictObject({ reconciliation_id: id });
const remark = paperText(300).nullish();

const manageCall = callsOf({ access: { who: 'business', right: 'manage_acts' } });
const readCall = callsOf({ access: { who: 'user' }, scope: 'books:read' });

export const reconciliationsCalls = {
  'reconciliations.parties': defineCall('GET /api/v1/reconciliations/parties', {
    access: { who: 'business' },
    scope: 'books:read',
    summary:
      'List executors with acts, payments or a balance in a period, and how far each reconciliation is',
    query: z.strictObject({ ...period, state: state.optional(), ...pageQuery }),
    answer: pageOf(
      z.object({ executor: party, state, closing: money, reconciliation: summary.nullable() }),
    ).extend({
      states: z.array(z.object({ state, count: z.int() })),
    }),
  }),
  'reconciliations.send': manageCall('POST /api/v1/reconciliations/send', {
    summary: 'Send the reconciliation of a period to executors, or to all who were not sent one yet',
    body: z.strictObject({
      ...period,
      executor_company_ids: ids.optional(),
      /** The executor is asked to answer by this day. */
      answer_until: date.nullish(),
    }),
    answer: bulkAnswer,
    idempotency: true,
  }),
  'reconciliations.list': readCall('GET /api/v1/reconciliations', {
    summary: 'List reconciliations that were sent, newest first',
    query: z.strictObject({
      state: state.optional(),
      /** Only those whose next step is the reader's own. */
      waiting: z.boolean().optional(),
      ...pageQuery,
    }),
    answer: pageOf(summary),
  }),
  'reconciliations.get': readCall('GET /api/v1/reconciliations/{reconciliation_id}', {
    summary: 'Get a reconciliation with its lines and the answer to each',
    params,
    answer: view,
  }),
  'reconciliations.answer': executorCall('POST /api/v1/reconciliations/{reconciliation_id}/answer', {
    summary: 'Answer a reconciliation: the executor agrees with each line that is not listed here',
    params,
    body: z.strictObject({
      /** The opening balance by the executor’s books, where it differs. */
      opening: bookSum.nullish(),
      lines: z
        .array(z.strictObject({ position: z.int('field.id').min(1, 'field.id'), amount: bookSum, remark }))
        .max(MOST_LINES, 'field.rows_many')
        .default([]),
      /** Lines that the company does not have. */
      own: z
        .array(
          z.strictObject({
            date,
            kind: z.enum(['act', 'payment'], 'field.choice'),
            number: paperText(60, 1),
            amount: bookSum,
            remark,
          }),
        )
        .max(MOST_OWN_LINES, 'field.rows_many')
        .default([]),
      comment: lines(1000).nullish(),
    }),
    answer: view,
  }),
  'reconciliations.issue': manageCall('POST /api/v1/reconciliations/{reconciliation_id}/issue', {
    summary: 'Make the paper for both signatures with the differences in it',
    params,
    answer: view,
  }),
  'reconciliations.withdraw': manageCall('POST /api/v1/reconciliations/{reconciliation_id}/withdraw', {
    summary: 'Withdraw a reconciliation that nobody can sign yet, so that it can be sent again',
    params,
    answer: view,
  }),
  'reconciliations.remind': manageCall('POST /api/v1/reconciliations/remind', {
    summary: 'Remind executors who have not answered; each at most once a day',
    body: z.strictObject({ reconciliation_ids: ids }),
    answer: z.object({ reminded: z.int() }),
  }),
  'reconciliations.pdf': readCall('GET /api/v1/reconciliations/{reconciliation_id}/pdf', {
    summary: 'Get the reconciliation act with both halves as a PDF',
    params,
    answer: { file: 'application/pdf' },
  }),
  'reconciliations.sheet': readCall('GET /api/v1/reconciliations/{reconciliation_id}/sheet', {
    summary: 'Get the reconciliation act with both halves as a spreadsheet',
    params,
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
};
