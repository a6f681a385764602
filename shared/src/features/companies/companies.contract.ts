import { z } from 'zod';
import { callsOf, userCall } from '../../kernel/call.ts';
import { COMPANY_ROLES, COMPANY_STATUSES, COMPANY_TYPES } from '../../kernel/company-kinds.ts';
import { binOrIin, email, id, lines, moment, percentage, text, paperText } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { normalisePhone } from '../../kernel/phone.ts';
import { kbe, requisite } from '../banking/banking.contract.ts';
import { registerAnswer } from '../registration/register-answer.ts';
import { REGISTRATION_STAGES } from '../registration/registration-stage.ts';

/** What the other party of a paper may see. */
const partner = z.object({
  id,
  role: z.enum(COMPANY_ROLES),
  type: z.enum(COMPANY_TYPES),
  /** The legal name, as verified. */
  name: z.string(),
  name_kz: z.string().nullable(),
  /** What the company calls itself; on screens beside the legal name, never on papers, orders and messages. */
  display_name: z.string().nullable(),
  bin: z.string(),
  address: z.string().nullable(),
  ceo_name: z.string().nullable(),
  director_position: z.string().nullable(),
  status: z.enum(COMPANY_STATUSES),
});

/** Who brought it, how far its registration has come and where its register link went. */
const origin = {
  /** Null where an administrator entered it. */
  stage: z.enum(REGISTRATION_STAGES).nullable(),
  /** The last one. The link itself is a secret that nobody keeps. */
  register_link: z
    .object({
      destination: z.string(),
      receive_method: z.enum(['sms', 'email']),
      created_at: moment,
      expires_at: moment,
      used_at: moment.nullable(),
    })
    .nullable(),
  /** Whether a partner brought it, who, and their share in percent. */
  has_partner: z.boolean(),
  partner_name: z.string().nullable(),
  partner_commission: z.string().nullable(),
};

/** Set by an administrator, by a call of its own or by the product: taken with the rest of a company, and left as it is. */
export const SET_ELSEWHERE = [
  'id',
  'bin',
  'type',
  'status',
  'stage',
  'director_id',
  'main_bank_id',
  'current_executor_count',
  'executor_count_updated_at',
  'registered_at',
  'updated_at',
  'commission',
  'has_partner',
  'partner_name',
  'partner_commission',
  'register_link',
  'banking_integration_type',
  'banking_integration_enabled',
  'executor_limit_count',
  'price_per_executor',
  'period_id',
  'plan_type_id',
  'tariff_start_date',
] as const;
const set_elsewhere = Object.fromEntries(
  SET_ELSEWHERE.map((field) => [field, z.unknown().optional()]),
) as Record<(typeof SET_ELSEWHERE)[number], z.ZodOptional<z.ZodUnknown>>;

/** Of the papers of a company and of what it writes to whom it invites. */
const documentLanguage = z.enum(['ru', 'kz']);

const company = partner.extend({
  ...origin,
  kbe: z.string().nullable(),
  director_id: id.nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  contact_fio: z.string().nullable(),
  oked: z.string().nullable(),
  occupation: z.string().nullable(),
  document_language: documentLanguage,
  main_bank_id: id.nullable(),
  /** The main account first. */
  requisites: z.array(requisite),
  banking_integration_type: z.string().nullable(),
  current_executor_count: z.int(),
  /** When somebody last came, stopped or left. */
  executor_count_updated_at: moment.nullable(),
  /** Percents of the plan it is on; null without a tariff. */
  commission: z.string().nullable(),
  /** A legal name that was asked for and waits for verification; the one above is in force. */
  name_request: z.object({ name: z.string(), name_kz: z.string().nullable(), asked_at: moment }).nullable(),
  registered_at: moment,
  updated_at: moment,
});
export type CompanyView = z.output<typeof company>;

export const COMPANY_DEEDS = [
  'company_changed',
  'requisite_added',
  'requisite_changed',
  'requisite_deleted',
  'main_changed',
  'bank_connected',
  'bank_changed',
  'bank_removed',
  'employee_invited',
  'invitation_cancelled',
  'employee_joined',
  'rights_changed',
  'deputy_named',
  'deputy_ended',
  'employee_removed',
  'employee_restored',
  'pay_settings_changed',
  'pay_change_asked',
  'pay_change_confirmed',
  'pay_change_cancelled',
  'pay_change_applied',
  'name_asked',
  'name_cancelled',
  'name_changed',
  'name_refused',
  'tax_decided',
  'tax_office_entered',
  'api_key_made',
  'api_key_replaced',
  'api_key_revoked',
  'webhook_added',
  'webhook_changed',
  'webhook_removed',
  'webhook_secret_replaced',
  'webhook_off',
] as const;

export type CompanyDeedKind = (typeof COMPANY_DEEDS)[number];

const fields = z.record(z.string(), z.string().nullable());

/** One change; of the fields those that changed, as they were and as they are. */
const companyChange = z.object({
  id,
  action: z.enum(COMPANY_DEEDS),
  user: z.object({ id, full_name: z.string() }),
  /** The name of the key by which a program of that person did it. */
  api_key: z.string().nullable(),
  before: fields,
  after: fields,
  created_at: moment,
});
export type CompanyChange = z.output<typeof companyChange>;

/** A company may well be reached by a number that is no mobile one. */
const anyPhone = z
  .string('field.phone')
  .max(40, 'field.phone')
  .transform((typed) => normalisePhone(typed) ?? '')
  .refine((number) => number !== '', 'field.phone')
  .meta({ examples: ['+77273000101'] });

/** Empties a field where nothing is written. */
const orNothing = <Field extends z.ZodType>(field: Field) =>
  z.union([z.literal(''), z.null(), field]).optional();

export const companyRow = z.object({
  id,
  role: z.enum(COMPANY_ROLES),
  type: z.enum(COMPANY_TYPES),
  name: z.string(),
  bin: z.string(),
  status: z.enum(COMPANY_STATUSES),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  director: z.object({ user_id: id, full_name: z.string() }).nullable(),
  people: z.int(),
  ...origin,
  /** Percents of the plan it is on; null without a tariff. */
  commission: z.string().nullable(),
  registered_at: moment,
});
export type CompanyRow = z.output<typeof companyRow>;

const nameRequest = z.object({
  id,
  company: z.object({
    id,
    name: z.string(),
    name_kz: z.string().nullable(),
    bin: z.string(),
    role: z.enum(COMPANY_ROLES),
  }),
  name: z.string(),
  name_kz: z.string().nullable(),
  /** A word of it is written in letters of two scripts. */
  is_mixed: z.boolean(),
  /** Other companies that a reader would take it for. */
  alike: z.array(z.object({ id, name: z.string(), bin: z.string() })),
  asked_by: z.string(),
  asked_at: moment,
});
export type NameRequest = z.output<typeof nameRequest>;

const line = (max: number) => text(max, 1);

const administratorCall = callsOf({ access: { who: 'platform', right: 'companies' } });
const settingsCall = callsOf({ access: { who: 'user', right: 'manage_settings' } });

export const companiesCalls = {
  'companies.own': userCall('GET /api/v1/company', {
    scope: 'company:read',
    summary: 'Get the user’s company',
    answer: company,
  }),
  'companies.profile': userCall('GET /api/v1/company/profile', {
    scope: 'company:read',
    summary: 'Get the user’s company with its head and the user’s place in it',
    answer: z.object({
      company,
      director: z.object({ user_id: id, full_name: z.string() }).nullable(),
      role_id: z.int(),
      /** The plan of the tariff it is on. */
      tariff_plan_id: id.nullable(),
    }),
  }),
  'companies.update': settingsCall('PUT /api/v1/company', {
    summary: 'Update what papers say of the company; БИН, type and tariff fields are ignored',
    body: z.strictObject({
      /** Another legal name goes to the desk for verification; the answer tells. */
      name: paperText(300, 1).optional(),
      name_kz: paperText(300).nullish(),
      display_name: text(100).nullish(),
      address: paperText(500).nullish(),
      ceo_name: paperText(200).nullish(),
      director_position: paperText(100).nullish(),
      contact_fio: text(200).nullish(),
      phone: orNothing(anyPhone),
      email: orNothing(email),
      oked: orNothing(z.string('field.oked').regex(/^\d{5}$/, 'field.oked')),
      occupation: text(300).nullish(),
      kbe: kbe.optional(),
      document_language: documentLanguage.optional(),
      ...set_elsewhere,
    }),
    /** `data.ignored`: what was sent, and is not set here. */
    answer: company.extend({ data: z.object({ ignored: z.array(z.string()) }).optional() }),
  }),
  'companies.set_main_bank': settingsCall('PUT /api/v1/company/main-bank', {
    summary: 'Set the account that papers name and payments use',
    body: z.strictObject({
      requisite_id: id.optional(),
      /** Names the account where the company has one in this bank. */
      main_bank_id: id.optional(),
    }),
    answer: company,
    fresh_proof: true,
  }),
  'companies.history': settingsCall('GET /api/v1/company/history', {
    summary: 'List changes of the company’s data and accounts, newest first',
    query: z.strictObject({ ...pageQuery }),
    answer: pageOf(companyChange),
  }),
  'companies.get': userCall('GET /api/v1/company/{company_id}', {
    summary: 'Get the user’s company or a partner as it appears in papers',
    params: z.strictObject({ company_id: id }),
    answer: partner,
  }),

  'companies.admin_list': administratorCall('GET /api/v1/company/admin/list', {
    summary: 'List all companies, newest first',
    query: z.strictObject({
      ...pageQuery,
      role: z.enum(COMPANY_ROLES, 'field.choice').optional(),
      status: z.enum(COMPANY_STATUSES, 'field.choice').optional(),
      /** Part of a name, or the beginning of a БИН/ИИН. */
      search: text(100).optional(),
    }),
    answer: pageOf(companyRow),
  }),
  'companies.by_bin': administratorCall('GET /api/v1/company/admin/bin/{bin}', {
    summary:
      'Find companies by БИН or ИИН, with what the public register says; a sole proprietor may appear twice',
    params: z.strictObject({ bin: z.string().meta({ pattern: '^[0-9]{12}$' }) }),
    answer: z.object({ items: z.array(companyRow), register: registerAnswer }),
  }),
  'companies.name_requests': administratorCall('GET /api/v1/company/admin/name-requests', {
    summary: 'List requested legal names, longest waiting first',
    query: z.strictObject({ ...pageQuery }),
    answer: pageOf(nameRequest),
  }),
  'companies.decide_name': administratorCall('POST /api/v1/company/admin/name-requests/{request_id}', {
    summary: 'Verify a legal name for papers, orders and messages, or refuse it with a reason',
    params: z.strictObject({ request_id: id }),
    body: z.strictObject({
      outcome: z.enum(['approved', 'refused'], 'field.choice'),
      reason: lines(500).optional(),
    }),
    answer: z.object({ message: z.string() }),
  }),
  'companies.create': administratorCall('POST /api/v1/company/admin', {
    summary: 'Create a company that nobody has registered; its people join by a register link',
    body: z.strictObject({
      role: z.enum(COMPANY_ROLES, 'field.choice').default('business'),
      /** Left out: `too` for a БИН, `ip` for an ИИН. */
      type: z.enum(COMPANY_TYPES, 'field.choice').optional(),
      name: paperText(300, 1),
      bin: binOrIin,
      address: paperText(500).optional(),
      ceo_name: paperText(200).optional(),
    }),
    answer: companyRow,
  }),
  'companies.delete': administratorCall('DELETE /api/v1/company/admin', {
    summary:
      'Close a company: ends its sessions at once, keeps its papers; not while a payment is on its way',
    query: z.strictObject({ company_id: id.optional() }),
    body: z.strictObject({ company_id: id.optional() }),
    body_optional: true,
    fresh_proof: true,
    answer: z.object({ message: z.string() }),
  }),
  'companies.director_candidates': administratorCall(
    'GET /api/v1/company/admin/{company_id}/director-candidates',
    {
      summary: 'List employees who may become the director; addresses are masked',
      params: z.strictObject({ company_id: id }),
      answer: z.object({
        items: z.array(z.object({ user_id: id, full_name: z.string(), email: z.string().nullable() })),
      }),
    },
  ),
  'companies.link_director': administratorCall('POST /api/v1/company/admin/director/link', {
    summary: 'Make an employee the director of a company without one',
    body: z.strictObject({ company_id: id, user_id: id, director_position: paperText(100).optional() }),
    fresh_proof: true,
    answer: companyRow,
  }),
  'companies.unlink_director': administratorCall('POST /api/v1/company/admin/director/unlink', {
    summary: 'Make the director an employee without rights',
    body: z.strictObject({
      company_id: id,
      /** Said, it must be the director there is. */
      user_id: id.optional(),
    }),
    fresh_proof: true,
    answer: companyRow,
  }),
  'companies.set_partner': administratorCall('PUT /api/v1/company/admin/partner', {
    summary: 'Set the partner who brought a company and their share, or remove them',
    body: z.strictObject({
      company_id: id,
      has_partner: z.boolean('field.boolean'),
      /** Both where there is one, neither where there is none. */
      partner_name: line(200).optional(),
      partner_commission: percentage.optional(),
    }),
    answer: companyRow,
  }),
};
