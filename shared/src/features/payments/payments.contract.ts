import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { date, iban, id, ids, knp, lines, moment, money, positiveMoney, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { meantActs, shownPayees } from '../acts/act-selection.contract.ts';
import { BANK_KINDS } from '../integrations/bank-kinds.ts';
import { ORDER_STATUSES, PAYMENT_CHANNELS, PAYMENT_FILE_FORMATS } from './order-status.ts';
import { MAX_PURPOSE } from './payment-purpose.ts';

const account = { iban: z.string().nullable(), bank_name: z.string().nullable() };

const orderVersion = z.string('field.shown').regex(/^[0-9a-f]{16}$/, 'field.shown');

export const paymentOrder = z.object({
  id,
  /** Per company and year; null for orders older than the numbers. */
  number: z.int().nullable(),
  status: z.enum(ORDER_STATUSES),
  channel: z.enum(PAYMENT_CHANNELS),
  amount: money,
  knp: z.string(),
  purpose: z.string(),
  act: z.object({ id, number: z.string() }),
  payee: z.object({
    company_id: id,
    name: z.string(),
    bin: z.string(),
    iban: z.string(),
    bic: z.string(),
    bank_name: z.string().nullable(),
  }),
  created_at: moment,
  created_by: z.string().nullable(),
  sent_at: moment.nullable(),
  settled_at: moment.nullable(),
  reason: z.string().nullable(),
  needs_approval: z.boolean(),
  approved_by: z.string().nullable(),
  /** Whether the caller may be the second person. */
  may_approve: z.boolean(),
  may_cancel: z.boolean(),
  /** КНП and words of the purpose may still be changed. */
  may_edit: z.boolean(),
  /** Whether a person may say by hand what became of it. */
  may_decide: z.boolean(),
  /** The bank has been silent for too long: somebody has to ask it. */
  needs_person: z.boolean(),
  payment_file_id: id.nullable(),
  /** Changes with anything that an approver reads of it; an approval sends it back. */
  version: orderVersion,
});
export type PaymentOrder = z.output<typeof paymentOrder>;

const paymentFile = z.object({
  id,
  format: z.enum(PAYMENT_FILE_FORMATS),
  name: z.string(),
  orders: z.int(),
  amount: money,
  /** Characters that the file's encoding lacks, and what stands instead. */
  changed: z.array(z.object({ from: z.string(), to: z.string() })),
  made_by: z.string(),
  created_at: moment,
});
export type PaymentFile = z.output<typeof paymentFile>;

const statement = z.object({
  id,
  name: z.string(),
  iban: z.string().nullable(),
  date_from: date.nullable(),
  date_to: date.nullable(),
  opening: money.nullable(),
  closing: money.nullable(),
  operations: z.int(),
  matched: z.int(),
  unmatched: z.int(),
  /** The connected bank that was asked for it; null: a file. */
  bank: z.enum(BANK_KINDS).nullable(),
  /** Null: asked by the clock. */
  uploaded_by: z.string().nullable(),
  created_at: moment,
});
export type BankStatement = z.output<typeof statement>;

const operation = z.object({
  id,
  statement_id: id,
  line: z.int(),
  direction: z.enum(['out', 'in']),
  number: z.string(),
  date,
  amount: money,
  counterparty: z.object({ name: z.string(), bin: z.string().nullable(), iban: z.string().nullable() }),
  knp: z.string().nullable(),
  purpose: z.string(),
  state: z.enum(['matched', 'unmatched', 'set_aside']),
  order: z.object({ id, number: z.int().nullable(), act_number: z.string() }).nullable(),
  note: z.string().nullable(),
});
export type BankOperation = z.output<typeof operation>;

const paymentSettings = z.object({
  /** What the company has chosen, or what there is. */
  channel: z.enum(PAYMENT_CHANNELS),
  /** Through which it can pay at all. */
  channels: z.array(z.enum(PAYMENT_CHANNELS)),
  /** The connected bank that was chosen; null: none, or that of the sandbox itself. */
  banking_integration_type: z.enum(BANK_KINDS).nullable(),
  /** Connected banks that take orders. */
  banks: z.array(z.enum(BANK_KINDS)),
  /** Orders above it want a second person. */
  payment_limit: money.nullable(),
  /** A higher limit, or none, that was asked for and does not hold yet. */
  pending_limit: z
    .object({
      id,
      payment_limit: money.nullable(),
      asked_by: z.string(),
      asked_at: moment,
      /** When it takes effect by itself; null: when a second person confirms it. */
      applies_at: moment.nullable(),
      /** Whether the reader is such a second person. */
      may_confirm: z.boolean(),
    })
    .nullable(),
  bookkeeper_name: z.string().nullable(),
  /** The connected bank that tells what happened on the accounts; it is asked every hour, and when somebody wishes. */
  statements: z
    .object({
      bank: z.enum(BANK_KINDS),
      asked_at: moment.nullable(),
      /** Why the last question was in vain, in the reader’s words. */
      fault: z.string().nullable(),
    })
    .nullable(),
});

const pay = { who: 'business', right: 'pay' } as const;
const order = z.strictObject({ order_id: id });
const operationId = z.strictObject({ operation_id: id });

export const paymentsCalls = {
  'payments.preview': defineCall({
    method: 'POST',
    path: '/api/v1/doc/acts/pay/preview',
    access: { who: 'business', right: 'pay' },
    summary: 'Preview payees, accounts and amounts of paying these acts; changes nothing',
    body: z.strictObject(meantActs),
    answer: z.object({
      payer: z.object({ name: z.string(), ...account }),
      payees: z.array(
        z.object({
          company_id: id,
          name: z.string(),
          bin: z.string(),
          ...account,
          acts: z.int(),
          amount: money,
        }),
      ),
      /** The accounts and sums above, to be sent back with the payment. */
      shown: shownPayees,
      /** How many of the acts are not to be paid now: not signed by both, paid already, or not there. */
      left_out: z.int(),
      /** Which way they would go. */
      channel: z.enum(PAYMENT_CHANNELS),
      /** How many of them are above the company's limit and wait for a second person. */
      above_limit: z.int(),
    }),
  }),
  'payments.orders': defineCall({
    method: 'GET',
    path: '/api/v1/payments/orders',
    access: pay,
    summary: 'List the company’s payment orders, newest first',
    query: z.strictObject({
      ...pageQuery,
      status: z.array(z.enum(ORDER_STATUSES)).max(7).optional(),
      channel: z.enum(PAYMENT_CHANNELS).optional(),
      payment_file_id: id.optional(),
      /** Only those that wait for a second person. */
      awaiting_approval: z.boolean().optional(),
      search: text(100).optional(),
    }),
    answer: pageOf(paymentOrder).extend({ total_amount: money }),
  }),
  'payments.summary': defineCall({
    method: 'GET',
    path: '/api/v1/payments/summary',
    access: pay,
    summary: 'Count what needs attention: files, approvals, silent banks, unmatched operations',
    answer: z.object({
      waiting_file: z.object({ orders: z.int(), amount: money }),
      awaiting_approval: z.object({ orders: z.int(), amount: money }),
      in_bank: z.object({ orders: z.int(), amount: money }),
      needs_person: z.int(),
      unmatched: z.int(),
    }),
  }),
  'payments.approve': defineCall({
    method: 'POST',
    path: '/api/v1/payments/orders/approve',
    access: pay,
    summary: 'Approve orders above the limit as the second person; one’s own are skipped',
    body: z.strictObject({
      order_ids: ids,
      /** What the approver saw of each. With it an order that was edited meanwhile is refused. */
      shown: z
        .array(z.strictObject({ order_id: id, version: orderVersion }), 'field.shown')
        .max(1000, 'field.ids_many')
        .optional(),
    }),
    answer: z.object({ approved: z.int(), left_out: z.int() }),
    fresh_proof: true,
  }),
  'payments.cancel': defineCall({
    method: 'POST',
    path: '/api/v1/payments/orders/{order_id}/cancel',
    access: pay,
    summary: 'Cancel an order that was not sent; its act can be paid again',
    params: order,
    answer: paymentOrder,
  }),
  'payments.edit': defineCall({
    method: 'PUT',
    path: '/api/v1/payments/orders/{order_id}',
    access: pay,
    summary: 'Correct КНП and purpose of an order before it is sent or approved',
    params: order,
    body: z.strictObject({ knp, purpose: text(MAX_PURPOSE, 1) }),
    answer: paymentOrder,
  }),
  'payments.callback': defineCall({
    method: 'POST',
    path: '/api/v1/payments/orders/{order_id}/callback/{mark}',
    access: { who: 'public' },
    summary: 'Receive a bank’s callback: the bank is queried, the content is not trusted',
    params: z.strictObject({ order_id: id, mark: z.string().regex(/^[0-9a-f]{32}$/) }),
    body: z.looseObject({}),
    body_optional: true,
    answer: z.object({ taken: z.literal(true) }),
  }),
  'payments.decide': defineCall({
    method: 'POST',
    path: '/api/v1/payments/orders/{order_id}/decide',
    access: pay,
    summary: 'State the outcome of an order in a file, or of one whose bank is silent',
    params: order,
    body: z.strictObject({ outcome: z.enum(['settled', 'rejected'], 'field.choice'), reason: lines(500, 1) }),
    answer: paymentOrder,
    fresh_proof: true,
  }),
  'payments.make_file': defineCall({
    method: 'POST',
    path: '/api/v1/payments/files',
    access: pay,
    summary: 'Create a payment file from waiting orders; all of them if none are named',
    body: z.strictObject({
      format: z.enum(PAYMENT_FILE_FORMATS, 'field.choice'),
      order_ids: ids.optional(),
      /** For MT102: the account of each payees’ bank from which it credits a list. */
      transit_accounts: z
        .array(z.strictObject({ bic: text(11, 8), iban }))
        .max(60, 'field.ids_many')
        .optional(),
    }),
    answer: paymentFile,
    idempotency: true,
    fresh_proof: true,
  }),
  'payments.files': defineCall({
    method: 'GET',
    path: '/api/v1/payments/files',
    access: pay,
    summary: 'List payment files, newest first',
    query: z.strictObject(pageQuery),
    answer: pageOf(paymentFile),
  }),
  'payments.file': defineCall({
    method: 'GET',
    path: '/api/v1/payments/files/{payment_file_id}/download',
    access: pay,
    summary: 'Get a payment file; the bytes never change',
    params: z.strictObject({ payment_file_id: id }),
    answer: { file: 'application/octet-stream' },
  }),
  'payments.read_statement': defineCall({
    method: 'POST',
    path: '/api/v1/payments/statements',
    access: pay,
    summary: 'Import a 1C bank statement and match it to orders; idempotent',
    files: { file: { required: true, max_bytes: 20_000_000, kinds: 'any' } },
    body: z.strictObject({}),
    answer: statement,
  }),
  'payments.ask_statement': defineCall({
    method: 'POST',
    path: '/api/v1/payments/statements/ask',
    access: pay,
    summary:
      'Get operations from the connected bank and match them to orders; without days, since the last time',
    body: z.strictObject({ date_from: date.optional(), date_to: date.optional() }),
    body_optional: true,
    /** What is new in it; what was told before is not counted again. */
    answer: z.object({ accounts: z.int(), operations: z.int(), matched: z.int(), unmatched: z.int() }),
  }),
  'payments.statements': defineCall({
    method: 'GET',
    path: '/api/v1/payments/statements',
    access: pay,
    summary: 'List imported statements, newest first',
    query: z.strictObject(pageQuery),
    answer: pageOf(statement),
  }),
  'payments.operations': defineCall({
    method: 'GET',
    path: '/api/v1/payments/operations',
    access: pay,
    summary: 'List statement operations, newest first',
    query: z.strictObject({
      ...pageQuery,
      statement_id: id.optional(),
      state: z.enum(['matched', 'unmatched', 'set_aside']).optional(),
      direction: z.enum(['out', 'in']).optional(),
    }),
    answer: pageOf(operation),
  }),
  'payments.candidates': defineCall({
    method: 'GET',
    path: '/api/v1/payments/operations/{operation_id}/candidates',
    access: pay,
    summary: 'List open orders of the same amount, those to the same account first',
    params: operationId,
    answer: z.array(paymentOrder),
  }),
  'payments.match': defineCall({
    method: 'POST',
    path: '/api/v1/payments/operations/{operation_id}/match',
    access: pay,
    summary: 'Match an operation to an order: settles the order and pays its act',
    params: operationId,
    body: z.strictObject({ order_id: id }),
    answer: operation,
  }),
  'payments.set_aside': defineCall({
    method: 'POST',
    path: '/api/v1/payments/operations/{operation_id}/set-aside',
    access: pay,
    summary: 'Dismiss an operation that concerns no order, or undo that',
    params: operationId,
    body: z.strictObject({ is_set_aside: z.boolean('field.boolean'), note: lines(500).nullish() }),
    answer: operation,
  }),
  'payments.settings': defineCall({
    method: 'GET',
    path: '/api/v1/payments/settings',
    access: { who: 'business' },
    summary: 'Get the company’s payment settings',
    answer: paymentSettings,
  }),
  'payments.change_settings': defineCall({
    method: 'PUT',
    path: '/api/v1/payments/settings',
    access: { who: 'business', right: 'manage_settings' },
    summary:
      'Change payment settings; a higher limit needs another user’s confirmation, or 24 hours if there is none',
    body: z.strictObject({
      channel: z.enum(PAYMENT_CHANNELS, 'field.choice'),
      /** Left out: the one that was chosen before. */
      banking_integration_type: z.enum(BANK_KINDS, 'field.choice').nullish(),
      payment_limit: positiveMoney.nullable(),
      bookkeeper_name: text(200).nullable(),
    }),
    answer: paymentSettings,
    fresh_proof: true,
  }),
  'payments.confirm_limit': defineCall({
    method: 'POST',
    path: '/api/v1/payments/settings/limit/{change_id}/confirm',
    access: { who: 'business', right: 'manage_settings' },
    summary: 'Confirm a higher limit as the second person; idempotent',
    params: z.strictObject({ change_id: id }),
    answer: paymentSettings,
    fresh_proof: true,
  }),
  'payments.cancel_limit': defineCall({
    method: 'DELETE',
    path: '/api/v1/payments/settings/limit/{change_id}',
    access: { who: 'business', right: 'manage_settings' },
    summary: 'Cancel a limit change that is not in force yet; idempotent',
    params: z.strictObject({ change_id: id }),
    answer: paymentSettings,
  }),
};
