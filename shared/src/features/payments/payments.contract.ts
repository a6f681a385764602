import { z } from 'zod';
import { REGISTER_OBJECTIONS } from '../taxes/against-register.ts';
import { callsOf, defineCall, publicCall } from '../../kernel/call.ts';
import {
  binOrIin,
  changedFilter,
  date,
  iban,
  id,
  ids,
  knp,
  lines,
  moment,
  money,
  month,
  positiveMoney,
  text,
} from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { meantActs, shownPayees } from '../acts/act-selection.contract.ts';
import { COSTS } from '../taxes/standing.ts';
import { OBLIGATION_KINDS } from '../obligations/obligation-kinds.ts';
import { BANK_KINDS } from '../integrations/bank-kinds.ts';
import { CANDIDATE_KINDS, CANDIDATE_REASONS } from './candidates.ts';
import { FILE_RULES, REFUSAL_RULES } from './file-rules.ts';
import { ORDER_STATUSES, PAYMENT_CHANNELS, PAYMENT_FILE_FORMATS, SET_ASIDE_KINDS } from './order-status.ts';
import { MAX_PURPOSE } from './payment-purpose.ts';
import { mappingField } from './statement-tables.contract.ts';

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
  /** What the bank has carried out of it, less what came back. */
  settled_amount: money,
  /** The bank's day of the last money. */
  settled_on: date.nullable(),
  /** Taxes and contributions that it withholds of the payee. */
  withheld: money,
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
  /** It waits: the executor has another account by now. It is to be cancelled, and its act paid again. */
  payee_changed: z.boolean(),
  /** Changes with anything that an approver reads of it; an approval sends it back. */
  version: orderVersion,
});
export type PaymentOrder = z.output<typeof paymentOrder>;

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
  /** Operations that were not taken, and why; the others were. */
  refused: z.array(z.object({ line: z.int(), message: z.string() })),
  /** The connected bank that was asked for it; null: a file. */
  bank: z.enum(BANK_KINDS).nullable(),
  /** Null: asked by the clock. */
  uploaded_by: z.string().nullable(),
  /** The name of the key by which a program of that person sent it. */
  api_key: z.string().nullable(),
  created_at: moment,
});
export type BankStatement = z.output<typeof statement>;

const candidate = z.object({
  kind: z.enum(CANDIDATE_KINDS),
  reasons: z.array(z.enum(CANDIDATE_REASONS)),
  /** Empty: it is proposed to set the operation aside, or to count all of it as an advance. */
  orders: z.array(
    z.object({
      id,
      number: z.int().nullable(),
      act_number: z.string(),
      payee: z.string(),
      iban: z.string(),
      /** What of the operation goes to it, or came back of it. */
      amount: money,
      /** What is left of the order; of a return what was settled of it. */
      left: money,
    }),
  ),
  advance: z.object({ executor_company_id: id, name: z.string(), amount: money }).nullable(),
  /** The tax or contribution that it pays, or that came back; of the latter whose it was, where that is known. */
  obligation: z
    .object({
      month,
      kind: z.enum(OBLIGATION_KINDS),
      /** What is left of it; of money that came back what was paid. */
      left: money,
      person: z.object({ executor_company_id: id, name: z.string() }).nullable(),
    })
    .nullable(),
});
export type OperationCandidate = z.output<typeof candidate>;

const operation = z.object({
  id,
  statement_id: id,
  line: z.int(),
  direction: z.enum(['out', 'in']),
  number: z.string(),
  date,
  amount: money,
  /** Only an operation in `KZT` can be matched. */
  currency: z.string(),
  counterparty: z.object({ name: z.string(), bin: z.string().nullable(), iban: z.string().nullable() }),
  knp: z.string().nullable(),
  purpose: z.string(),
  state: z.enum(['matched', 'unmatched', 'set_aside']),
  /** The orders that it settled, or of which it returned money, each with its part. */
  orders: z.array(
    z.object({ id, number: z.int().nullable(), act_number: z.string(), payee: z.string(), amount: money }),
  ),
  /** What remained for an executor beyond the orders. */
  advance: z.object({ executor_company_id: id, name: z.string(), amount: money }).nullable(),
  /** The tax or contribution of a month that it paid, or of which it came back. */
  obligation: z.object({ month, kind: z.enum(OBLIGATION_KINDS), person: z.string().nullable() }).nullable(),
  /** What an operation that is set aside is. */
  kind: z.enum(SET_ASIDE_KINDS).nullable(),
  /** A rule of the company has set it aside. */
  is_by_rule: z.boolean(),
  note: z.string().nullable(),
  /** What it most likely is, while it is unmatched; a user confirms it. */
  candidate: candidate.nullable(),
});
export type BankOperation = z.output<typeof operation>;

/** All conditions that are not null must hold. */
const rule = z.object({
  id,
  direction: z.enum(['out', 'in']),
  counterparty_bin: z.string().nullable(),
  counterparty_iban: z.string().nullable(),
  /** Part of the purpose, in any case. */
  words: z.string().nullable(),
  kind: z.enum(SET_ASIDE_KINDS),
  /** How many operations it has set aside. */
  operations: z.int(),
  made_by: z.string(),
  made_at: moment,
});
export type BankRule = z.output<typeof rule>;

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
  /** Template of the purpose, with fields in braces; null: the common one. */
  purpose: z.string().nullable(),
  /** Of orders whose act says none; null: 859. */
  knp: z.string().nullable(),
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

const order = z.strictObject({ order_id: id });
const fileInput = {
  format: z.enum(PAYMENT_FILE_FORMATS, 'field.choice'),
  order_ids: ids.optional(),
  /** For MT102: the account of each payees’ bank from which it credits a list. */
  transit_accounts: z
    .array(z.strictObject({ bic: text(11, 8), iban }))
    .max(60, 'field.ids_many')
    .optional(),
};
const operationId = z.strictObject({ operation_id: id });
/** What an operation is: orders in the order in which the money goes to them, and whose advance the remainder is. */
const match = {
  orders: z
    .array(z.strictObject({ order_id: id, amount: positiveMoney.optional() }), 'field.ids')
    .max(1000, 'field.ids_many'),
  advance_to: id.nullish(),
  /** Instead of orders: a tax or contribution; of money that came back whose it was, where that is known. */
  obligation: z
    .strictObject({
      month,
      kind: z.enum(OBLIGATION_KINDS, 'field.choice'),
      executor_company_id: id.nullish(),
    })
    .optional(),
};

/** What narrows the list of orders and its table. */
const orderFilter = {
  id: id.optional(),
  status: z.array(z.enum(ORDER_STATUSES)).max(7).optional(),
  channel: z.enum(PAYMENT_CHANNELS).optional(),
  payment_file_id: id.optional(),
  /** Only those that wait for a second person. */
  awaiting_approval: z.boolean().optional(),
  /** Of the bank's day, or the day it was made where the bank has carried out nothing yet. */
  date_from: date.optional(),
  date_to: date.optional(),
  payee_company_id: id.optional(),
  search: text(100).optional(),
};

const readCall = callsOf({ access: { who: 'business', right: 'pay' }, scope: 'payments:read' });
const statementsCall = callsOf({ access: { who: 'business', right: 'pay' }, scope: 'payments:statements' });
const payCall = callsOf({ access: { who: 'business', right: 'pay' } });
const settingsCall = callsOf({ access: { who: 'business', right: 'manage_settings' } });

export const paymentsCalls = {
  'payments.preview': defineCall('POST /api/v1/doc/acts/pay/preview', {
    access: { who: 'business', right: 'pay' },
    scope: 'payments:read',
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
          /** What all of these acts come to: what is left of them, less the advance and what is withheld. */
          amount: money,
          /**
           * Of that what goes now, and of how many acts: nothing of who waits or has no account, but what fits below a
           * limit of the month.
           */
          going: money,
          going_acts: z.int(),
          /** Before anything is withheld. */
          gross: money,
          opv: money,
          vosms: money,
          so: money,
          ipn: money,
          /** The single payment of a self-employed person, where somebody is the operator of the platform. */
          self_employed: money,
          /** Whether `payments.explain` says how that was reckoned. */
          is_explained: z.boolean(),
          /**
           * What the payment waits for: the company's choice, what the person is, a limit of the month, or the register,
           * which says otherwise.
           */
          waits: z.enum(['choice', 'standing', 'limit', ...REGISTER_OBJECTIONS]).nullable(),
          /** The day on which its account was changed, where that is less than three days ago; the first one is no change. */
          account_changed_on: date.nullable(),
          /** Money the payee got in advance, which is set off now. */
          advance: money,
          /**
           * Debits to the payee that statements show and that nobody has matched or set aside: the acts may be paid by them
           * already. Null where there are none.
           */
          undecided: z.object({ operations: z.int(), amount: money, last_on: date }).nullable(),
          /** Whether a customer of the general regime deducts it, by the regime on the day of each act; null of people. */
          costs: z.enum(COSTS).nullable(),
          /**
           * What the register of taxpayers says of a payee whose payment it may stop: how old the answer is that counts, and its
           * day. Null of all others, and where there is no register.
           */
          register: z
            .object({ state: z.enum(['fresh', 'old', 'never']), answered_on: date.nullable() })
            .nullable(),
        }),
      ),
      /** What goes out, and what is kept back for the budget and the funds. */
      amount: money,
      withheld: money,
      /** Whether the company withholds of individuals; null: it has not chosen. */
      withholding: z.enum(['on', 'off']).nullable(),
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
  'payments.explain': defineCall('POST /api/v1/doc/acts/pay/explain', {
    access: { who: 'business', right: 'pay' },
    scope: 'payments:read',
    summary: 'Say in sentences how what is withheld of one payee in the month was reckoned; changes nothing',
    body: z.strictObject({ ...meantActs, executor_company_id: id }),
    answer: z.object({ sentences: z.array(z.string()) }),
  }),
  'payments.orders': readCall('GET /api/v1/payments/orders', {
    summary: 'List the company’s payment orders, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...orderFilter,
      ...changedFilter,
    }),
    answer: pageOf(paymentOrder).extend({ total_amount: money }),
  }),
  'payments.orders_sheet': readCall('GET /api/v1/payments/orders/sheet', {
    summary: 'Get the payment orders of a filter as a spreadsheet',
    query: z.strictObject(orderFilter),
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
  'payments.summary': readCall('GET /api/v1/payments/summary', {
    summary: 'Count what needs attention: files, approvals, silent banks, unmatched operations',
    answer: z.object({
      waiting_file: z.object({ orders: z.int(), amount: money }),
      awaiting_approval: z.object({ orders: z.int(), amount: money }),
      in_bank: z.object({ orders: z.int(), amount: money }),
      needs_person: z.int(),
      unmatched: z.int(),
    }),
  }),
  'payments.approve': payCall('POST /api/v1/payments/orders/approve', {
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
  'payments.cancel': payCall('POST /api/v1/payments/orders/{order_id}/cancel', {
    summary: 'Cancel an order that was not sent, or the rest of one paid in part; its act can be paid again',
    params: order,
    answer: paymentOrder,
  }),
  'payments.edit': payCall('PUT /api/v1/payments/orders/{order_id}', {
    summary: 'Correct КНП and purpose of an order before it is sent or approved',
    params: order,
    body: z.strictObject({ knp, purpose: text(MAX_PURPOSE, 1) }),
    answer: paymentOrder,
  }),
  'payments.callback': publicCall('POST /api/v1/payments/orders/{order_id}/callback/{mark}', {
    summary: 'Receive a bank’s callback: the bank is queried, the content is not trusted',
    params: z.strictObject({ order_id: id, mark: z.string().regex(/^[0-9a-f]{32}$/) }),
    body: z.looseObject({}),
    body_optional: true,
    answer: z.object({ taken: z.literal(true) }),
  }),
  'payments.decide': payCall('POST /api/v1/payments/orders/{order_id}/decide', {
    summary: 'State the outcome of an order in a file, or of one whose bank is silent',
    params: order,
    body: z.strictObject({
      outcome: z.enum(['settled', 'rejected'], 'field.choice'),
      reason: lines(500, 1),
      /** The bank's day, from the day the order was sent up to today; today when omitted. */
      date: date.optional(),
    }),
    answer: paymentOrder,
    fresh_proof: true,
  }),
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
  'payments.read_statement': statementsCall('POST /api/v1/payments/statements', {
    summary: 'Import a bank statement (1C, or XLSX and CSV by a mapping) and match it to orders; idempotent',
    files: { file: { required: true, max_bytes: 20_000_000, kinds: 'any' } },
    body: z.strictObject({
      /** How a table is read, as JSON of `iban`, `columns`, `day_order`, `decimal_mark`; kept, and needed once. */
      mapping: mappingField,
    }),
    /** How many of its operations are new. If all were read before, the statement that has them is answered. */
    answer: statement.extend({ added: z.int(), already_read: z.int() }),
  }),
  'payments.ask_statement': payCall('POST /api/v1/payments/statements/ask', {
    summary:
      'Get operations from the connected bank and match them to orders; without days, since the last time',
    body: z.strictObject({ date_from: date.optional(), date_to: date.optional() }),
    body_optional: true,
    /** What is new in it; what was told before is not counted again. */
    answer: z.object({ accounts: z.int(), operations: z.int(), matched: z.int(), unmatched: z.int() }),
  }),
  'payments.statements': readCall('GET /api/v1/payments/statements', {
    summary: 'List imported statements, newest first',
    query: z.strictObject(pageQuery),
    answer: pageOf(statement),
  }),
  'payments.operations': readCall('GET /api/v1/payments/operations', {
    summary: 'List statement operations, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...changedFilter,
      statement_id: id.optional(),
      state: z.enum(['matched', 'unmatched', 'set_aside']).optional(),
      direction: z.enum(['out', 'in']).optional(),
      /** Only those whose other side is this executor, by БИН or account. */
      executor_company_id: id.optional(),
    }),
    answer: pageOf(operation),
  }),
  'payments.candidates': readCall('GET /api/v1/payments/operations/{operation_id}/candidates', {
    summary: 'List what an unmatched operation may be, the likeliest first, with reasons',
    params: operationId,
    answer: z.array(candidate),
  }),
  'payments.match': statementsCall('POST /api/v1/payments/operations/{operation_id}/match', {
    summary:
      'Match an operation to orders: a debit settles them, the remainder is an advance; a credit returns their money',
    params: operationId,
    body: z.strictObject(match),
    answer: operation,
  }),
  'payments.match_many': statementsCall('POST /api/v1/payments/operations/match', {
    summary:
      'Match many operations, or set them aside, each as its candidate was shown; one refused stops no other',
    body: z.strictObject({
      matches: z
        .array(
          z.strictObject({
            operation_id: id,
            ...match,
            /** Set aside as this instead. */
            kind: z.enum(SET_ASIDE_KINDS, 'field.choice').optional(),
          }),
          'field.ids',
        )
        .min(1, 'field.ids')
        .max(200, 'field.ids_many'),
    }),
    answer: z.object({
      done: z.int(),
      left_out: z.array(z.object({ operation_id: id, message: z.string() })),
    }),
  }),
  'payments.rules': readCall('GET /api/v1/payments/rules', {
    summary: 'List the rules by which operations are set aside, newest first',
    answer: z.array(rule),
  }),
  'payments.add_rule': payCall('POST /api/v1/payments/rules', {
    summary: 'Keep a rule that sets operations aside, those that wait too; idempotent',
    body: z
      .strictObject({
        direction: z.enum(['out', 'in'], 'field.choice'),
        counterparty_bin: binOrIin.nullish(),
        counterparty_iban: iban.nullish(),
        words: text(200, 3).nullish(),
        kind: z.enum(SET_ASIDE_KINDS, 'field.choice'),
      })
      .refine(
        ({ counterparty_bin, counterparty_iban, words }) => counterparty_bin ?? counterparty_iban ?? words,
        { error: 'field.required', path: ['words'] },
      ),
    answer: rule,
  }),
  'payments.end_rule': payCall('DELETE /api/v1/payments/rules/{rule_id}', {
    summary: 'End a rule; what it has set aside stays so; idempotent',
    params: z.strictObject({ rule_id: id }),
    answer: z.array(rule),
  }),
  'payments.take_back': payCall('POST /api/v1/payments/operations/{operation_id}/take-back', {
    summary: 'Undo the match of an operation: its orders are open again, its advances are gone',
    params: operationId,
    answer: operation,
  }),
  'payments.set_aside': statementsCall('POST /api/v1/payments/operations/{operation_id}/set-aside', {
    summary: 'Dismiss an operation that concerns no order, or undo that',
    params: operationId,
    body: z.strictObject({
      is_set_aside: z.boolean('field.boolean'),
      kind: z.enum(SET_ASIDE_KINDS, 'field.choice').optional(),
      note: lines(500).nullish(),
    }),
    answer: operation,
  }),
  'payments.settings': defineCall('GET /api/v1/payments/settings', {
    access: { who: 'business' },
    scope: 'payments:read',
    summary: 'Get the company’s payment settings',
    answer: paymentSettings,
  }),
  'payments.change_settings': settingsCall('PUT /api/v1/payments/settings', {
    summary:
      'Change payment settings; a higher limit needs another user’s confirmation, or 24 hours if there is none',
    body: z.strictObject({
      channel: z.enum(PAYMENT_CHANNELS, 'field.choice'),
      /** Left out: the one that was chosen before. */
      banking_integration_type: z.enum(BANK_KINDS, 'field.choice').nullish(),
      payment_limit: positiveMoney.nullable(),
      bookkeeper_name: text(200).nullable(),
      /** Left out: as before. */
      purpose: text(MAX_PURPOSE).nullish(),
      knp: knp.nullish(),
    }),
    answer: paymentSettings,
    fresh_proof: true,
  }),
  'payments.confirm_limit': settingsCall('POST /api/v1/payments/settings/limit/{change_id}/confirm', {
    summary: 'Confirm a higher limit as the second person; idempotent',
    params: z.strictObject({ change_id: id }),
    answer: paymentSettings,
    fresh_proof: true,
  }),
  'payments.cancel_limit': settingsCall('DELETE /api/v1/payments/settings/limit/{change_id}', {
    summary: 'Cancel a limit change that is not in force yet; idempotent',
    params: z.strictObject({ change_id: id }),
    answer: paymentSettings,
  }),
};
