import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';
import {
  binOrIin,
  changedFilter,
  date,
  iban,
  id,
  lines,
  moment,
  money,
  month,
  positiveMoney,
  text,
} from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { OBLIGATION_KINDS } from '../obligations/obligation-kinds.ts';
import { BANK_KINDS } from '../integrations/bank-kinds.ts';
import { CANDIDATE_KINDS, CANDIDATE_REASONS } from './candidates.ts';
import { SET_ASIDE_KINDS } from './order-status.ts';
import { mappingField } from './statement-tables.contract.ts';

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

const readCall = callsOf({ access: { who: 'business', right: 'pay' }, scope: 'payments:read' });
const statementsCall = callsOf({ access: { who: 'business', right: 'pay' }, scope: 'payments:statements' });
const payCall = callsOf({ access: { who: 'business', right: 'pay' } });

export const statementsCalls = {
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
};
