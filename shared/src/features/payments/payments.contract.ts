import { z } from 'zod';
import { REGISTER_OBJECTIONS } from '../taxes/against-register.ts';
import { callsOf, defineCall, publicCall } from '../../kernel/call.ts';
import { changedFilter, date, id, ids, knp, lines, moment, money, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { meantActs, shownPayees } from '../acts/act-selection.contract.ts';
import { COSTS } from '../taxes/standing.ts';
import { ORDER_STATUSES, PAYMENT_CHANNELS } from './order-status.ts';
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

const order = z.strictObject({ order_id: id });

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
const payCall = callsOf({ access: { who: 'business', right: 'pay' } });

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
};
