import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import {
  binOrIin,
  date,
  iban,
  id,
  knp,
  lines,
  moment,
  money,
  named,
  percentage,
  text,
} from '../../kernel/fields.ts';
import { parseMoney } from '../../kernel/money.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { ENTRY_STATUSES, PLAN_TYPES } from './tariff-calendar.ts';

/** A tenge a month up to a million: a price of nothing is that of a trial. */
const price = z
  .string('tariff.price')
  .refine((value) => {
    const tiyn = parseMoney(value);
    return tiyn !== null && tiyn >= 0n && tiyn <= 100_000_000n;
  }, 'tariff.price')
  .meta({ examples: ['1500.00'] });

const limitCount = z
  .int('executor.limit_count')
  .min(0, 'executor.limit_count')
  .max(100_000, 'executor.limit_count');

const reason = lines(500).default('');

const period = z.object({ id, name: z.string(), months: z.int() });
export type TariffPeriod = z.output<typeof period>;
const planType = named.extend({ code: z.enum(PLAN_TYPES) });

const terms = {
  plan_type: planType,
  period,
  price_per_executor: money,
  commission_percentage: z.string(),
  banking_integration_enabled: z.boolean(),
};

const plan = z.object({
  id,
  ...terms,
  start_date: date,
  end_date: date.nullable(),
  is_active: z.boolean(),
});
export type TariffPlan = z.output<typeof plan>;

const entry = z.object({
  /** Null for one that is foreseen: its sum may still change. */
  id: id.nullable(),
  /** `limit`: places that came in the middle of a period. */
  kind: z.enum(['period', 'limit']),
  period_start: date,
  period_end: date,
  /** Earlier than `period_end` where a change of plan has ended it. */
  covered_until: date,
  limit_count: z.int(),
  amount: money,
  /** What an earlier bill has left over. */
  credit_amount: money,
  payment_amount: money,
  payment_due_date: date,
  paid_at: moment.nullable(),
  status_id: z.int(),
  status: z.enum(ENTRY_STATUSES),
});
export type TariffEntry = z.output<typeof entry>;

const change = z.object({
  id,
  kind: z.enum(['plan', 'limit']),
  change_type: z.enum(['start', 'switch', 'planned', 'raise', 'lower', 'same']),
  scheduled_for: date,
  old_limit: z.int().nullable(),
  new_limit: z.int().nullable(),
  /** What was asked for, where on its day more places were taken and the limit stayed at them. */
  asked_limit: z.int().nullable(),
  /** Of a change of plan. */
  terms: z.object(terms).nullable(),
  reason: z.string(),
  is_applied: z.boolean(),
  applied_at: moment.nullable(),
  cancelled_at: moment.nullable(),
  created_at: moment,
});
export type TariffChange = z.output<typeof change>;

const behind = z.object({
  items: z.array(entry),
  amount: money,
  /** From this day on new invitations and acts are refused. */
  blocks_on: date.nullable(),
  is_blocked: z.boolean(),
  tariff_plan_id: id.nullable(),
});

const tariff = z.object({
  company_id: id,
  company_name: z.string(),
  /** The day it is for the tariff. */
  today: date,
  tariff_plan_id: id.nullable(),
  tariff_plan: plan.nullable(),
  /** Newest first, the one in force among them. */
  plans: z.array(plan),
  executor_limit: z.object({
    limit_count: z.int().nullable(),
    valid_from: date.nullable(),
    valid_until: date.nullable(),
  }),
  current_executor_count: z.int(),
  /** What was billed, and what is foreseen; oldest first. */
  payment_calendar: z.array(entry),
  limit_changes: z.array(change),
  planned_changes: z.array(change),
  pending_amount: money,
  credit_amount: money,
  blocks_on: date.nullable(),
  is_blocked: z.boolean(),
});
export type Tariff = z.output<typeof tariff>;

const preview = z.object({
  scheduled_for: date,
  /** Billed on that day because of the change. */
  charges: z.array(entry),
  /** Given back that day. */
  credit_amount: money,
  pending_amount: money,
  /** The periods that follow, as it is now and as it would be. */
  before: z.array(entry),
  after: z.array(entry),
});
export type TariffPreview = z.output<typeof preview>;

const row = z.object({
  company_id: id,
  company_name: z.string(),
  bin: z.string(),
  tariff_plan: plan.nullable(),
  limit_count: z.int().nullable(),
  current_executor_count: z.int(),
  pending_amount: money,
  overdue_amount: money,
  is_blocked: z.boolean(),
  next_change: date.nullable(),
});
export type TariffRow = z.output<typeof row>;

const seller = z.object({
  name: z.string(),
  bin: z.string(),
  address: z.string(),
  bank_name: z.string(),
  bic: z.string(),
  iban: z.string(),
  kbe: z.string(),
  knp: z.string(),
  vat_percentage: z.int().nullable(),
});
export type TariffSeller = z.output<typeof seller>;

const candidate = z.object({ company_id: id, company_name: z.string(), entry });
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
const ofCompany = z.strictObject({ company_id: id });

const asked = {
  company_id: id,
  plan_type_id: id,
  period_id: id,
  price_per_executor: price,
  commission_percentage: percentage.default('0'),
  banking_integration_enabled: z.boolean('field.boolean').default(true),
  reason,
};

/** What is left out stays as it is in the plan in force. */
const changed = {
  company_id: id,
  plan_type_id: id.optional(),
  period_id: id.optional(),
  price_per_executor: price.optional(),
  commission_percentage: percentage.optional(),
  banking_integration_enabled: z.boolean('field.boolean').optional(),
  executor_limit_count: limitCount.optional(),
  reason,
};

export const tariffCalls = {
  'tariff.add_period': defineCall('POST /api/v1/tariff/admin/periods', {
    access: administrator,
    summary: 'Add a billing period',
    body: z.strictObject({
      /** In both languages, where they do not differ. */
      name: text(60, 1).optional(),
      name_ru: text(60, 1).optional(),
      name_kz: text(60, 1).optional(),
      months: z.int('tariff.months').min(1, 'tariff.months').max(36, 'tariff.months'),
    }),
    answer: period,
  }),
  'tariff.set': defineCall('POST /api/v1/tariff/admin/tariff', {
    access: administrator,
    summary: 'Set a company’s first tariff, from today or a later day',
    body: z.strictObject({
      ...asked,
      executor_limit_count: limitCount,
      tariff_start_date: date.optional(),
    }),
    answer: tariff,
  }),
  'tariff.plan_change': defineCall('POST /api/v1/tariff/admin/tariff/planning', {
    access: administrator,
    summary: 'Plan another tariff from a later day, one at a time; omitted fields stay',
    body: z.strictObject({ ...changed, tariff_start_date: date }),
    answer: tariff,
  }),
  'tariff.switch': defineCall('POST /api/v1/tariff/admin/tariff/switch', {
    access: administrator,
    summary: 'Switch the tariff from today; credits the remaining billed days. Omitted fields stay',
    body: z.strictObject(changed),
    answer: tariff,
  }),
  'tariff.set_limit': defineCall('POST /api/v1/tariff/admin/limit', {
    access: administrator,
    summary:
      'Set another limit of executors, from today or a later day; more places are billed for the remaining days',
    body: z.strictObject({
      company_id: id,
      executor_limit_count: limitCount,
      reason,
      scheduled_for: date.optional(),
    }),
    answer: tariff,
  }),
  'tariff.cancel_change': defineCall('DELETE /api/v1/tariff/admin/changes/{change_id}', {
    access: administrator,
    summary: 'Cancel a planned change; idempotent',
    params: z.strictObject({ change_id: id }),
    answer: tariff,
  }),
  'tariff.changes': defineCall('GET /api/v1/tariff/changes', {
    access: { who: 'person' },
    summary: 'List changes of plan and limit, newest first',
    query: ofCompany,
    answer: z.object({ items: z.array(change) }),
  }),
  'tariff.preview': defineCall('POST /api/v1/tariff/preview', {
    access: { who: 'person' },
    summary: 'Preview the cost of a change; changes nothing. Omitted fields stay',
    body: z.strictObject({
      company_id: id,
      scheduled_for: date.optional(),
      plan_type_id: id.optional(),
      period_id: id.optional(),
      price_per_executor: price.optional(),
      executor_limit_count: limitCount.optional(),
    }),
    answer: preview,
  }),
  'tariff.overdue': defineCall('GET /api/v1/tariff/payments/overdue', {
    access: { who: 'person' },
    summary: 'List overdue bills, and whether or when they restrict new work',
    query: ofCompany,
    answer: behind,
  }),
  'tariff.statuses': defineCall('GET /api/v1/tariff/payments/statuses', {
    access: { who: 'person' },
    summary: 'List bill states with the company’s count and total of each',
    query: ofCompany,
    answer: z.object({ items: z.array(named.extend({ count: z.int(), amount: money })) }),
  }),
  'tariff.upcoming': defineCall('GET /api/v1/tariff/payments/upcoming', {
    access: { who: 'person' },
    summary: 'List what is due within a number of days, forecast bills included',
    query: z.strictObject({
      company_id: id,
      days: z.int('tariff.days').min(0, 'tariff.days').max(366, 'tariff.days').default(30),
    }),
    answer: z.object({ items: z.array(entry), amount: money }),
  }),
  'tariff.pay': defineCall('POST /api/v1/tariff/payments/paid/{id}', {
    access: administrator,
    summary: 'Mark a bill as paid; idempotent',
    params: z.strictObject({ id }),
    answer: entry,
  }),
  'tariff.bill': defineCall('GET /api/v1/tariff/payments/{id}/bill', {
    access: { who: 'person' },
    summary: 'Get a bill as PDF',
    params: z.strictObject({ id }),
    answer: { file: 'application/pdf' },
  }),
  'tariff.periods': defineCall('GET /api/v1/tariff/periods', {
    access: { who: 'person' },
    summary: 'List billing periods, shortest first',
    query: z.strictObject({
      limit: pageQuery.limit,
      offset: z.int('field.page').min(0, 'field.page').max(1_000_000, 'field.page').default(0),
    }),
    answer: z.object({ items: z.array(period), total: z.int() }),
  }),
  'tariff.period': defineCall('GET /api/v1/tariff/periods/{id}', {
    access: { who: 'person' },
    summary: 'Get one billing period',
    params: z.strictObject({ id }),
    answer: period,
  }),
  'tariff.plan_types': defineCall('GET /api/v1/tariff/plans/types', {
    access: { who: 'person' },
    summary: 'List the types of plans',
    answer: z.object({ items: z.array(planType) }),
  }),
  'tariff.get': defineCall('GET /api/v1/tariff/{company_id}', {
    access: { who: 'person' },
    summary: 'Get a company’s tariff: current, next and the payment calendar',
    params: ofCompany,
    answer: tariff,
  }),
  'tariff.admin_list': defineCall('GET /api/v1/tariff/admin/companies', {
    access: administrator,
    summary: 'List companies with their tariff and debt, debtors first',
    query: z.strictObject({
      ...pageQuery,
      search: text(100).optional(),
      /** Of those with an overdue bill alone. */
      overdue: z.boolean('field.boolean').optional(),
    }),
    answer: pageOf(row),
  }),
  'tariff.seller': defineCall('GET /api/v1/tariff/admin/seller', {
    access: administrator,
    summary: 'Get who issues bills and where they are paid; null until set',
    answer: z.object({ seller: seller.nullable() }),
  }),
  'tariff.set_seller': defineCall('PUT /api/v1/tariff/admin/seller', {
    access: administrator,
    summary: 'Set who issues bills and where they are paid',
    fresh_proof: true,
    body: z.strictObject({
      name: text(300, 1),
      bin: binOrIin,
      address: text(500, 1),
      bank_name: text(200, 1),
      bic: z.string('tariff.bic').regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'tariff.bic'),
      iban,
      kbe: z.string('field.kbe').regex(/^[12]\d$/, 'field.kbe'),
      knp,
      vat_percentage: z.int('tariff.vat').min(1, 'tariff.vat').max(99, 'tariff.vat').nullable(),
    }),
    answer: z.object({ seller }),
  }),
  'tariff.read_payments': defineCall('POST /api/v1/tariff/admin/incoming', {
    access: administrator,
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
  'tariff.incoming': defineCall('GET /api/v1/tariff/admin/incoming', {
    access: administrator,
    summary: 'List incoming payments, newest first; `matched: false` are those to decide',
    query: z.strictObject({ ...pageQuery, matched: z.boolean('field.boolean').optional() }),
    answer: pageOf(incoming),
  }),
  'tariff.match': defineCall('POST /api/v1/tariff/admin/incoming/{payment_id}/match', {
    access: administrator,
    summary: 'Match a payment to bills of one company with the same total, or to a bill already marked paid',
    params: z.strictObject({ payment_id: id }),
    body: z.strictObject({
      entry_ids: z.array(id, 'field.ids').min(1, 'field.ids_empty').max(100, 'field.ids_many'),
    }),
    answer: incoming,
  }),
  'tariff.unmatch': defineCall('POST /api/v1/tariff/admin/incoming/{payment_id}/unmatch', {
    access: administrator,
    summary:
      'Undo a match or a dismissal: the payment waits and its bills are open again, unless a change of plan ended one',
    params: z.strictObject({ payment_id: id }),
    body: z.strictObject({ reason: lines(500, 1) }),
    answer: incoming,
  }),
  'tariff.set_aside': defineCall('POST /api/v1/tariff/admin/incoming/{payment_id}/set_aside', {
    access: administrator,
    summary: 'Dismiss a payment that pays no bill, with a reason; idempotent',
    params: z.strictObject({ payment_id: id }),
    body: z.strictObject({ reason: lines(500, 1) }),
    answer: incoming,
  }),
  'tariff.bills': defineCall('GET /api/v1/tariff/admin/bills', {
    access: administrator,
    summary: 'Find unmatched bills by number, or by name or БИН of the company; at most twenty',
    query: z.strictObject({ search: text(100, 1) }),
    answer: z.object({ items: z.array(candidate) }),
  }),
  'tariff.move_day': defineCall('POST /api/v1/sandbox/tariff/day', {
    access: administrator,
    sandbox: true,
    summary: 'In the sandbox: move a company’s tariff date forward, never back',
    body: z.strictObject({ company_id: id, day: date }),
    answer: tariff,
  }),
};
