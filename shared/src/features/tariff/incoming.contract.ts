import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';
import { date, id, lines, moment, money, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { tariffEntry } from './tariff-entry.ts';

const candidate = z.object({ company_id: id, company_name: z.string(), entry: tariffEntry });
export type BillCandidate = z.output<typeof candidate>;

const incoming = z.object({
  id,
  operated_on: date,
  number: z.string(),
  amount: money,
  payer_name: z.string(),
  payer_bin: z.string().nullable(),
  payer_iban: z.string().nullable(),
  purpose: z.string(),
  /** Null until somebody, or the number in its purpose, has said what it pays. */
  company: z.object({ id, name: z.string() }).nullable(),
  entry_ids: z.array(id),
  /** It pays no bill, and why. */
  set_aside: z.object({ reason: z.string(), at: moment }).nullable(),
  /** Bills it could pay: of a company with that БИН those that no payment is matched with, and open ones of this sum. */
  candidates: z.array(candidate),
});
export type IncomingPayment = z.output<typeof incoming>;

const administrator = { who: 'platform', right: 'tariffs' } as const;
const administratorCall = callsOf({ access: administrator });
const paymentCall = callsOf({
  access: administrator,
  params: z.strictObject({ payment_id: id }),
  answer: incoming,
});

/** What has come to the account of who sells the tariffs, and the bills that it pays. */
export const incomingCalls = {
  'tariff.read_payments': administratorCall('POST /api/v1/tariff/admin/incoming', {
    summary:
      'Import a statement of the seller’s account; matches payments that name their bill and have its amount',
    body: z.strictObject({}),
    files: { file: { required: true, max_bytes: 20_000_000, kinds: 'any' } },
    answer: z.object({
      read: z.int(),
      added: z.int(),
      matched: z.int(),
      /** Operations that could not be read, and why; the others were. */
      refused: z.array(z.object({ line: z.int(), message: z.string() })),
    }),
  }),
  'tariff.incoming': administratorCall('GET /api/v1/tariff/admin/incoming', {
    summary: 'List incoming payments, newest first; `matched: false` are those to decide',
    query: z.strictObject({ ...pageQuery, matched: z.boolean('field.boolean').optional() }),
    answer: pageOf(incoming),
  }),
  'tariff.match': paymentCall('POST /api/v1/tariff/admin/incoming/{payment_id}/match', {
    summary: 'Match a payment to bills of one company with the same total, or to a bill already marked paid',
    body: z.strictObject({
      entry_ids: z.array(id, 'field.ids').min(1, 'field.ids_empty').max(100, 'field.ids_many'),
    }),
  }),
  'tariff.unmatch': paymentCall('POST /api/v1/tariff/admin/incoming/{payment_id}/unmatch', {
    summary:
      'Undo a match or a dismissal: the payment waits and its bills are open again, unless a change of plan ended one',
    body: z.strictObject({ reason: lines(500, 1) }),
  }),
  'tariff.set_aside': paymentCall('POST /api/v1/tariff/admin/incoming/{payment_id}/set_aside', {
    summary: 'Dismiss a payment that pays no bill, with a reason; idempotent',
    body: z.strictObject({ reason: lines(500, 1) }),
  }),
  'tariff.bills': administratorCall('GET /api/v1/tariff/admin/bills', {
    summary: 'Find unmatched bills by number, or by name or БИН of the company; at most twenty',
    query: z.strictObject({ search: text(100, 1) }),
    answer: z.object({ items: z.array(candidate) }),
  }),
};
