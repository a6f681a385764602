import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { date, id, lines, moment, money } from '../../kernel/fields.ts';
import { LOCALES } from '../../kernel/locale.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { ACT_STATUSES } from '../acts/act-status.ts';
import { TAX_FIGURES } from '../taxes/tax-figures.ts';
import { BLOCKER_KINDS } from './blocker-kinds.ts';

const closedPeriod = z.object({
  /** The last day of what is closed; null when nothing is. */
  closed_until: date.nullable(),
  /** Newest first. */
  changes: z.array(
    z.object({
      closed_until: date.nullable(),
      note: z.string().nullable(),
      by: z.string(),
      created_at: moment,
    }),
  ),
});

export const LEDGER_KINDS = [
  'act',
  'correction',
  /** Of before Kelisim: a debt, or below zero what was paid ahead. */
  'opening',
  'payment',
  /** Taxes and contributions kept back from a payment. */
  'withheld',
  'refund',
  'advance',
] as const;
/** What the company came to owe; the others are money. */
export const OWED_KINDS: readonly string[] = ['act', 'correction', 'opening'];

const blocker = z.object({
  kind: z.enum(BLOCKER_KINDS),
  count: z.int(),
  /** Of reconciliations: the period that the latest of them is of. */
  period: z.object({ date_from: date, date_to: date }).nullable(),
});
export type ClosingBlocker = z.output<typeof blocker>;

const party = z.object({ id, name: z.string(), bin: z.string() });
const reconciliation = z.object({
  company: party,
  executor: party,
  date_from: date,
  date_to: date,
  /** What the company owed before the period; below zero what the executor owed. */
  opening: money,
  entries: z.array(
    z.object({
      date,
      /** Its own day, when it came only after that was closed and so stands on the first open day. */
      late_of: date.nullable(),
      kind: z.enum(LEDGER_KINDS),
      /** Of the act, or of the act that was paid; of an advance that of the bank's operation. */
      number: z.string(),
      /** Null of an advance. */
      act_id: id.nullable(),
      /** Number of the payment order. */
      order_number: z.int().nullable(),
      /** What the company came to owe by it; below zero it owes less. */
      owed: money.nullable(),
      paid: money.nullable(),
    }),
  ),
  owed: money,
  paid: money,
  closing: money,
});
export type Reconciliation = z.output<typeof reconciliation>;

/** accrued = withheld + paid + under_way + to_pay + opening_due - to_return; an advance is beside that until an act takes it. */
const balance = {
  /** Of acts that both have signed. */
  accrued: money,
  /** Taxes and contributions of individuals. */
  withheld: money,
  paid: money,
  /** In open orders, or waiting for the answer to an annulment. */
  under_way: money,
  to_pay: money,
  /** Of signed acts below zero. */
  to_return: money,
  /** Owed since before Kelisim. */
  opening_due: money,
  /** Paid, and not set off against an act. */
  advance: money,
};
export const balanceView = z.object(balance);
export type BalanceView = z.output<typeof balanceView>;
const contractBalance = z.object({
  party: z.object({ id, name: z.string(), bin: z.string() }),
  /** Null of what belongs to no contract, as an advance. */
  contract: z.object({ id, title: z.string() }).nullable(),
  ...balance,
});
export type ContractBalanceView = z.output<typeof contractBalance>;

const pay = { who: 'business', right: 'pay' } as const;
const withPeriod = z.strictObject({
  /** The other side: the executor of a company, or a company of an executor. */
  company_id: id,
  date_from: date,
  date_to: date,
});

const readCall = callsOf({ access: { who: 'user' }, scope: 'books:read' });
const settingsCall = callsOf({ access: { who: 'business', right: 'manage_settings' } });

export const bookkeepingCalls = {
  'bookkeeping.period': defineCall('GET /api/v1/company/closed-period', {
    access: { who: 'business' },
    scope: 'books:read',
    summary: 'Get the day up to which the books are closed, and who closed and opened them',
    answer: closedPeriod,
  }),
  'bookkeeping.check_period': settingsCall('GET /api/v1/company/closed-period/check', {
    scope: 'books:read',
    summary: 'List what prevents closing the books up to a day, and what it would leave unfinished',
    query: z.strictObject({ closed_until: date }),
    answer: z.object({
      /** Acts of the period that wait for a signature or an answer. */
      waiting: z.array(z.object({ status: z.enum(ACT_STATUSES), count: z.int() })),
      /** Drafts of the period, which would want a later date. */
      drafts: z.int(),
      /** What the period leaves unfinished, in the order to solve it. It can be closed so, with a reason. */
      blockers: z.array(blocker),
    }),
  }),
  'bookkeeping.close_period': settingsCall('PUT /api/v1/company/closed-period', {
    summary: 'Close the books up to a day and freeze their ledger, or reopen them with a reason',
    body: z.strictObject({ closed_until: date.nullable(), note: lines(500).nullish() }),
    answer: closedPeriod,
    fresh_proof: true,
  }),
  'bookkeeping.balances': readCall('GET /api/v1/balances', {
    summary:
      'List what was accrued, paid and is owed by contract, with executors of a company or customers of an executor',
    query: z.strictObject({
      ...pageQuery,
      /** The other side. */
      company_id: id.optional(),
      contract_id: id.optional(),
    }),
    answer: pageOf(contractBalance).extend({ total_balance: balanceView }),
  }),
  'bookkeeping.reconciliation': readCall('GET /api/v1/reconciliation', {
    summary:
      'Get acts and payments between a company and an executor in a period, with opening and closing balances',
    query: withPeriod,
    answer: reconciliation,
  }),
  'bookkeeping.reconciliation_pdf': readCall('GET /api/v1/reconciliation/pdf', {
    summary: 'Get the reconciliation as a PDF for two signatures',
    query: withPeriod,
    answer: { file: 'application/pdf' },
  }),
  'bookkeeping.reconciliation_sheet': readCall('GET /api/v1/reconciliation/sheet', {
    summary: 'Get the reconciliation as a spreadsheet',
    query: withPeriod,
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
  'bookkeeping.withholding_settings': defineCall('GET /api/v1/company/withholding', {
    access: { who: 'business' },
    scope: 'payments:read',
    summary: 'Get whether taxes and contributions of individuals are withheld, and the rates',
    answer: z.object({
      /** Null: not chosen yet; the first payment of an individual waits for it. */
      is_on: z.boolean().nullable(),
      day: date,
      /** What holds on that day; a figure that nobody has entered is absent. */
      figures: z.partialRecord(z.enum(TAX_FIGURES), z.number().nullable()),
    }),
  }),
  'bookkeeping.set_withholding': settingsCall('PUT /api/v1/company/withholding', {
    summary:
      'Set whether taxes and contributions are withheld from individuals; switching it off needs a reason',
    body: z.strictObject({ is_on: z.boolean('field.boolean'), reason: lines(500).nullish() }),
    answer: z.object({ is_on: z.boolean() }),
    fresh_proof: true,
  }),
  'bookkeeping.payslip': defineCall('GET /api/v1/payments/orders/{order_id}/payslip', {
    access: pay,
    scope: 'payments:read',
    summary:
      'Get the payslip of a payment of an individual as a PDF, by default of its last day: the paper the payee sees',
    params: z.strictObject({ order_id: id }),
    query: z.strictObject({ language: z.enum(LOCALES, 'field.choice'), date: date.optional() }),
    answer: { file: 'application/pdf' },
  }),
  'bookkeeping.withholding_register': defineCall('GET /api/v1/payments/withholding/register', {
    access: pay,
    scope: 'payments:read',
    summary: 'Get the withholding register of a period by month and person, as a spreadsheet',
    query: z.strictObject({ date_from: date, date_to: date }),
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
};
