import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { date, externalId, programFilter, id, ids, moment, money, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { DOCUMENT_STATUSES } from '../documents/document-status.ts';
import { balanceView } from '../bookkeeping/bookkeeping.contract.ts';
import { bulkAnswer } from '../../kernel/runs.ts';
import { EXECUTOR_ACTIONS, EXECUTOR_STATUSES, PENDING_KINDS } from './executor-status.ts';

const status = z.enum(EXECUTOR_STATUSES);
const responsible = z.object({ user_id: id, full_name: z.string() }).nullable();

export const executorItem = z.object({
  company_id: id,
  executor_company_id: id,
  /** What the program that asks calls them; left out where it has given no name. */
  external_id: z.string().optional(),
  company_name: z.string(),
  /** Chosen by the company: shown beside the legal name, never instead of it. */
  display_name: z.string().nullable(),
  full_name: z.string(),
  bin: z.string(),
  phone: z.string().nullable(),
  status,
  /** The signed one that lasts longest; without a signed one the one that waits to be. */
  contract_document_id: id.nullable(),
  contract_status: z.enum(DOCUMENT_STATUSES).nullable(),
  /** Of a signed one only. */
  contract_valid_until: date.nullable(),
  responsible,
  /** Of signed acts, and not in an order yet. */
  to_pay: money,
  /** Paid, and not set off against an act. */
  advance: money,
  /** Since when they are an executor of the company. */
  date: moment,
});
export type ExecutorItem = z.output<typeof executorItem>;

export const executorProfile = executorItem.extend({
  id,
  type: z.string(),
  iin: z.string(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  bank_account: z.object({ iban: z.string(), bic: z.string(), bank_name: z.string() }).nullable(),
  /** Contracts and acts of this company with the executor. */
  contracts: z.int(),
  acts: z.object({
    count: z.int(),
    /** Waiting for a signature of either side. */
    in_signing: money,
    to_pay: money,
    paid: money,
  }),
  /** Of all contracts together. */
  balance: balanceView,
});
export type ExecutorProfile = z.output<typeof executorProfile>;

export const executorHistory = z.object({
  id,
  action: z.enum(EXECUTOR_ACTIONS),
  side: z.enum(['business', 'executor']),
  /** Who did it; of the executor's side too. */
  full_name: z.string().nullable(),
  from_status: status.nullable(),
  to_status: status,
  /** Of `assign`: who is responsible from then on. */
  responsible: z.string().nullable(),
  created_at: moment,
});
export type ExecutorHistory = z.output<typeof executorHistory>;

const limit = z.object({
  /** Null: no limit is set. */
  limit_count: z.int().nullable(),
  valid_from: date.nullable(),
  valid_until: date.nullable(),
  /** Executors who work or are about to sign, and invitations that wait for an answer. */
  current_executor_count: z.int(),
});
export type ExecutorLimit = z.output<typeof limit>;

const one = z.strictObject({ executor_company_id: id });

/** What narrows and sorts the list and its table. */
const listFilter = {
  ...programFilter,
  /** Only one’s own company has any here. */
  company_id: id.optional(),
  /** The responsible employee. */
  employee_id: id.optional(),
  /** Who heads the company: of another director there are none. */
  director_id: id.optional(),
  status: z.array(z.enum(EXECUTOR_STATUSES, 'field.choice')).max(4, 'field.ids_many').optional(),
  /** Only those who are to be paid, or who are to sign, an act at least; removed ones too. */
  pending: z.enum(PENDING_KINDS, 'field.choice').optional(),
  search: text(100).optional(),
  sort_by: z
    .enum(['company_name', 'status', 'contract_valid_until', 'date', 'to_pay'], 'field.choice')
    .default('company_name'),
  sort_order: z.enum(['asc', 'desc'], 'field.choice').default('asc'),
};

const readCall = callsOf({ access: { who: 'business' }, scope: 'executors:read' });
const manageCall = callsOf({ access: { who: 'business', right: 'manage_executors' } });

export const executorsCalls = {
  'executors.list': readCall('GET /api/v1/company/executors', {
    summary: 'List the company’s executors with their contracts; removed ones only on request',
    query: z.strictObject({
      ...pageQuery,
      ...listFilter,
    }),
    answer: pageOf(executorItem).extend({
      /** By state, whatever the filters say. */
      counts: z.record(status, z.int()),
    }),
  }),
  'executors.name': manageCall('PUT /api/v1/company/executor/{executor_id}/external-id', {
    scope: 'executors:invite',
    summary: 'Set or remove what a program of the company calls the executor',
    params: z.strictObject({ executor_id: id }),
    body: z.strictObject({ external_id: externalId.nullable() }),
    answer: z.object({ executor_company_id: id, external_id: z.string().nullable() }),
  }),
  'executors.sheet': readCall('GET /api/v1/company/executors/sheet', {
    summary: 'Get the executors of a filter with their balances as a spreadsheet',
    query: z.strictObject(listFilter),
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
  'executors.names': readCall('GET /api/v1/company/executors/list', {
    summary: 'List executors to choose from, in Kazakh alphabetical order',
    answer: z.array(
      z.object({
        executor_company_id: id,
        company_name: z.string(),
        bin: z.string(),
        status,
        /** Contracts an act may be made under: signed and not ended. */
        contracts: z.array(z.object({ id, title: z.string(), start_date: date, end_date: date })),
      }),
    ),
  }),
  'executors.colleagues': manageCall('GET /api/v1/company/executors/responsible', {
    scope: 'executors:read',
    summary: 'List employees who may be responsible for an executor',
    answer: z.array(z.object({ user_id: id, full_name: z.string() })),
  }),
  'executors.limit': readCall('GET /api/v1/company/executors/limit', {
    summary: 'Get how many executors the company may have and how many places are taken',
    answer: limit,
  }),
  'executors.profile': readCall('GET /api/v1/company/executor/{executor_id}/profile', {
    summary: 'Get one executor: requisites, contract dates, totals of acts; `executor_id` is their company',
    params: z.strictObject({ executor_id: id }),
    answer: executorProfile,
  }),
  'executors.history': readCall('GET /api/v1/company/executor/{executor_id}/history', {
    summary: 'List the history of an executor, newest first',
    params: z.strictObject({ executor_id: id }),
    answer: z.array(executorHistory),
  }),
  'executors.stop': manageCall('POST /api/v1/company/executor/{executor_company_id}/stop', {
    summary: 'Stop an executor: no new acts, signed ones are still paid; idempotent',
    params: one,
    answer: executorProfile,
  }),
  'executors.resume': manageCall('POST /api/v1/company/executor/{executor_company_id}/resume', {
    summary: 'Resume a stopped executor; 402 if all places are taken. Idempotent',
    params: one,
    answer: executorProfile,
  }),
  'executors.remove': manageCall('DELETE /api/v1/company/executor/{executor_id}', {
    summary: 'Remove an executor; papers stay and signed acts are still paid. Idempotent',
    params: z.strictObject({ executor_id: id }),
    answer: executorProfile,
  }),
  'executors.stop_many': manageCall('POST /api/v1/company/executor/bulk/stop', {
    summary: 'Stop many executors, with a result for each; `ids` are their companies',
    body: z.strictObject({ ids }),
    answer: bulkAnswer,
    idempotency: true,
  }),
  'executors.resume_many': manageCall('POST /api/v1/company/executor/bulk/resume', {
    summary: 'Resume many executors, with a result for each',
    body: z.strictObject({ ids }),
    answer: bulkAnswer,
    idempotency: true,
  }),
  'executors.assign': manageCall('POST /api/v1/company/executor/bulk/responsible', {
    summary: 'Set the responsible employee of one or many executors; null removes them',
    body: z.strictObject({ ids, user_id: id.nullable() }),
    answer: bulkAnswer,
    idempotency: true,
  }),
  'executors.set_limit': defineCall('POST /api/v1/company/admin/executor-limit', {
    access: { who: 'platform', right: 'tariffs' },
    summary: 'Set how many executors a company may have from a day, until a day or until further notice',
    body: z.strictObject({
      company_id: id,
      executor_limit_count: z
        .int('executor.limit_count')
        .min(0, 'executor.limit_count')
        .max(1_000_000, 'executor.limit_count'),
      valid_from: date.optional(),
      valid_until: date.optional(),
    }),
    answer: limit,
  }),
};
