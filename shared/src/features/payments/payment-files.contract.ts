import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { iban, id, ids, lines, moment, money, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { FILE_RULES, REFUSAL_RULES } from './file-rules.ts';
import { PAYMENT_FILE_FORMATS } from './order-status.ts';

const debit = z.object({ bank_name: z.string(), people: z.int(), amount: money });

const refusal = z.object({
  rule: z.enum(REFUSAL_RULES),
  words: z.string(),
  told_by: z.string(),
  told_at: moment,
});
export type FileRefusal = z.output<typeof refusal>;

const paymentFile = z.object({
  id,
  format: z.enum(PAYMENT_FILE_FORMATS),
  name: z.string(),
  orders: z.int(),
  amount: money,
  /** Characters that the file's encoding lacks, and what stands instead. */
  changed: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Lists of people in it: the bank takes each sum at once. */
  debits: z.array(debit),
  /** The bank did not take it: its words, and the rule they are about. */
  refusals: z.array(refusal),
  /** Some of its orders still wait for the bank, so that a refusal can be told. */
  may_refuse: z.boolean(),
  made_by: z.string(),
  created_at: moment,
});
export type PaymentFile = z.output<typeof paymentFile>;

const fileInput = {
  format: z.enum(PAYMENT_FILE_FORMATS, 'field.choice'),
  order_ids: ids.optional(),
  /** For MT102: the account of each payees’ bank from which it credits a list. */
  transit_accounts: z
    .array(z.strictObject({ bic: text(11, 8), iban }))
    .max(60, 'field.ids_many')
    .optional(),
};

const readCall = callsOf({ access: { who: 'business', right: 'pay' }, scope: 'payments:read' });
const payCall = callsOf({ access: { who: 'business', right: 'pay' } });

export const paymentFilesCalls = {
  'payments.check_file': payCall('POST /api/v1/payments/files/check', {
    summary: 'Check a payment file against the rules of the bank before it is made; changes nothing',
    body: z.strictObject(fileInput),
    answer: z.object({
      orders: z.int(),
      amount: money,
      /** Waiting orders of another account: they stay for the next file. */
      left_out: z.int(),
      bank: z.object({ bic: z.string(), name: z.string() }),
      /** No rules of this bank itself are known: general ones were used. */
      is_general: z.boolean(),
      /** Lists of people: the bank takes each sum at once. */
      debits: z.array(debit),
      faults: z.array(z.object({ rule: z.enum(FILE_RULES), number: z.int(), message: z.string() })),
      /** What this bank said of earlier files of the company, newest first. */
      refusals: z.array(refusal),
    }),
  }),
  'payments.refuse_file': payCall('POST /api/v1/payments/files/{payment_file_id}/refused', {
    summary: 'State that the bank did not take a file: orders still in it are rejected and can be paid again',
    params: z.strictObject({ payment_file_id: id }),
    body: z.strictObject({ rule: z.enum(REFUSAL_RULES, 'field.choice'), words: lines(500, 1) }),
    answer: paymentFile,
    fresh_proof: true,
  }),
  'payments.refused_files': defineCall('GET /api/v1/payments/admin/refusals', {
    access: { who: 'platform', right: 'companies' },
    summary: 'List what banks said of the payment files of all companies, newest first',
    query: z.strictObject(pageQuery),
    answer: pageOf(
      refusal.extend({
        company: z.object({ id, name: z.string() }),
        bank_name: z.string(),
        format: z.enum(PAYMENT_FILE_FORMATS),
      }),
    ),
  }),
  'payments.make_file': payCall('POST /api/v1/payments/files', {
    summary: 'Create a payment file from waiting orders; all of them if none are named',
    body: z.strictObject(fileInput),
    answer: paymentFile,
    idempotency: true,
    fresh_proof: true,
  }),
  'payments.files': readCall('GET /api/v1/payments/files', {
    summary: 'List payment files, newest first',
    query: z.strictObject(pageQuery),
    answer: pageOf(paymentFile),
  }),
  'payments.file': payCall('GET /api/v1/payments/files/{payment_file_id}/download', {
    summary: 'Get a payment file; the bytes never change',
    params: z.strictObject({ payment_file_id: id }),
    answer: { file: 'application/octet-stream' },
  }),
};
