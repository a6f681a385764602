import { z } from 'zod';
import { callsOf, personCall } from '../../kernel/call.ts';
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
import { incomingCalls } from './incoming.contract.ts';
import { PLAN_TYPES } from './tariff-calendar.ts';
import { tariffEntry } from './tariff-entry.ts';

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
  items: z.array(tariffEntry),
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
  payment_calendar: z.array(tariffEntry),
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
  charges: z.array(tariffEntry),
  /** Given back that day. */
  credit_amount: money,
  pending_amount: money,
  /** The periods that follow, as it is now and as it would be. */
  before: z.array(tariffEntry),
  after: z.array(tariffEntry),
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

const administratorCall = callsOf({ access: { who: 'platform', right: 'tariffs' } });

export const tariffCalls = {
  'tariff.add_period': administratorCall('POST /api/v1/tariff/admin/periods', {
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
  'tariff.set': administratorCall('POST /api/v1/tariff/admin/tariff', {
    summary: 'Set a company’s first tariff, from today or a later day',
    body: z.strictObject({
      ...asked,
      executor_limit_count: limitCount,
      tariff_start_date: date.optional(),
    }),
    answer: tariff,
  }),
  'tariff.plan_change': administratorCall('POST /api/v1/tariff/admin/tariff/planning', {
    summary: 'Plan another tariff from a later day, one at a time; omitted fields stay',
    body: z.strictObject({ ...changed, tariff_start_date: date }),
    answer: tariff,
  }),
  'tariff.switch': administratorCall('POST /api/v1/tariff/admin/tariff/switch', {
    summary: 'Switch the tariff from today; credits the remaining billed days. Omitted fields stay',
    body: z.strictObject(changed),
    answer: tariff,
  }),
  'tariff.set_limit': administratorCall('POST /api/v1/tariff/admin/limit', {
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
  'tariff.cancel_change': administratorCall('DELETE /api/v1/tariff/admin/changes/{change_id}', {
    summary: 'Cancel a planned change; idempotent',
    params: z.strictObject({ change_id: id }),
    answer: tariff,
  }),
  'tariff.changes': personCall('GET /api/v1/tariff/changes', {
    summary: 'List changes of plan and limit, newest first',
    query: ofCompany,
    answer: z.object({ items: z.array(change) }),
  }),
  'tariff.preview': personCall('POST /api/v1/tariff/preview', {
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
  'tariff.overdue': personCall('GET /api/v1/tariff/payments/overdue', {
    summary: 'List overdue bills, and whether or when they restrict new work',
    query: ofCompany,
    answer: behind,
  }),
  'tariff.statuses': personCall('GET /api/v1/tariff/payments/statuses', {
    summary: 'List bill states with the company’s count and total of each',
    query: ofCompany,
    answer: z.object({ items: z.array(named.extend({ count: z.int(), amount: money })) }),
  }),
  'tariff.upcoming': personCall('GET /api/v1/tariff/payments/upcoming', {
    summary: 'List what is due within a number of days, forecast bills included',
    query: z.strictObject({
      company_id: id,
      days: z.int('tariff.days').min(0, 'tariff.days').max(366, 'tariff.days').default(30),
    }),
    answer: z.object({ items: z.array(tariffEntry), amount: money }),
  }),
  'tariff.pay': administratorCall('POST /api/v1/tariff/payments/paid/{id}', {
    summary: 'Mark a bill as paid; idempotent',
    params: z.strictObject({ id }),
    answer: tariffEntry,
  }),
  'tariff.bill': personCall('GET /api/v1/tariff/payments/{id}/bill', {
    summary: 'Get a bill as PDF',
    params: z.strictObject({ id }),
    answer: { file: 'application/pdf' },
  }),
  'tariff.periods': personCall('GET /api/v1/tariff/periods', {
    summary: 'List billing periods, shortest first',
    query: z.strictObject({
      limit: pageQuery.limit,
      offset: z.int('field.page').min(0, 'field.page').max(1_000_000, 'field.page').default(0),
    }),
    answer: z.object({ items: z.array(period), total: z.int() }),
  }),
  'tariff.period': personCall('GET /api/v1/tariff/periods/{id}', {
    summary: 'Get one billing period',
    params: z.strictObject({ id }),
    answer: period,
  }),
  'tariff.plan_types': personCall('GET /api/v1/tariff/plans/types', {
    summary: 'List the types of plans',
    answer: z.object({ items: z.array(planType) }),
  }),
  'tariff.get': personCall('GET /api/v1/tariff/{company_id}', {
    summary: 'Get a company’s tariff: current, next and the payment calendar',
    params: ofCompany,
    answer: tariff,
  }),
  'tariff.admin_list': administratorCall('GET /api/v1/tariff/admin/companies', {
    summary: 'List companies with their tariff and debt, debtors first',
    query: z.strictObject({
      ...pageQuery,
      search: text(100).optional(),
      /** Of those with an overdue bill alone. */
      overdue: z.boolean('field.boolean').optional(),
    }),
    answer: pageOf(row),
  }),
  'tariff.seller': administratorCall('GET /api/v1/tariff/admin/seller', {
    summary: 'Get who issues bills and where they are paid; null until set',
    answer: z.object({ seller: seller.nullable() }),
  }),
  'tariff.set_seller': administratorCall('PUT /api/v1/tariff/admin/seller', {
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
  ...incomingCalls,
  'tariff.move_day': administratorCall('POST /api/v1/sandbox/tariff/day', {
    sandbox: true,
    summary: 'In the sandbox: move a company’s tariff date forward, never back',
    body: z.strictObject({ company_id: id, day: date }),
    answer: tariff,
  }),
};
