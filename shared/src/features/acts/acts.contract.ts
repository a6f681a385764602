import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { accessOf } from '../../kernel/deeds.ts';
import {
  base64,
  date,
  externalId,
  id,
  ids,
  knp,
  moment,
  money,
  named,
  positiveMoney,
  orNumber,
  quantity,
  sha256Hex,
  signedMoney,
  paperText,
  paperLines,
} from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { bulkAnswer, signingAnswer } from '../../kernel/runs.ts';
import { awaitedProof, frozenFile, meansOfPage, signatureCard } from '../signing/signing.contract.ts';
import { actSchedule, repeatScopes } from './act-schedules.contract.ts';
import { actFilter, meantActs, shownPayees } from './act-selection.contract.ts';
import { ACT_SORTS } from './act-sorts.ts';
import { ACT_DEEDS, ACT_SIDES, ACT_STATUSES } from './act-status.ts';
import { LINE_KINDS } from './line-kinds.ts';

/** `display_name` is of the company's own choosing: shown beside the legal name, never instead of it. */
export const party = z.object({
  id,
  name: z.string(),
  display_name: z.string().nullable(),
  bin: z.string(),
  phone: z.string().nullable(),
});

export const actStatus = z.object({ id: z.int(), code: z.enum(ACT_STATUSES), name: z.string() });

const serviceInput = z.strictObject({
  category_id: id,
  description: paperText(500, 1),
  quantity: orNumber(quantity, 'field.quantity', { exclusiveMinimum: 0 }),
  rate: orNumber(positiveMoney, 'field.money', { exclusiveMinimum: 0 }),
  unit_id: id,
  service_date: date.nullish(),
  /** What the line is for, without it `work`; the sum of a `deduction` counts against the act. */
  kind: z.enum(LINE_KINDS, 'field.choice').optional(),
  /** Whether it is income of the executor. Only an `expense` may be none, and is none unless this says so. */
  taxed: z.boolean('field.boolean').optional(),
});
export type ServiceInputBody = z.input<typeof serviceInput>;

export const actInput = z.strictObject({
  title: paperText(200, 1),
  contract_id: id,
  contractor_company_id: id,
  date,
  start_date: date,
  end_date: date,
  knp: knp.nullish(),
  additional_info: paperLines(2000).nullish(),
  services: z.array(serviceInput, 'field.services').min(1, 'field.services').max(200, 'field.services_many'),
  auto_generate: z.boolean('field.boolean').optional(),
  period_id: id.nullish(),
});
export type ActInput = z.input<typeof actInput>;
/** As the server reads it: decimals are text. */
export type ReadActInput = z.output<typeof actInput>;

/** Lines of a correcting act may be below nothing; of another they are refused all the same. */
const changedAct = actInput.extend({
  external_id: externalId.nullish(),
  services: z
    .array(serviceInput.extend({ rate: orNumber(signedMoney, 'field.money') }), 'field.services')
    .min(1, 'field.services')
    .max(200, 'field.services_many'),
  version: z.int('field.version').optional(),
});

const actLink = z.object({ id, number: z.string(), act_date: date, amount: money, status: actStatus });
export type ActLink = z.output<typeof actLink>;

const actRow = {
  id,
  /** What the program that asks calls it; left out where it has given no name. */
  external_id: z.string().optional(),
  number: z.string(),
  title: z.string(),
  status: actStatus,
  act_date: date,
  start_date: date,
  end_date: date,
  created_at: moment,
  updated_at: moment,
  deleted_at: moment.nullable(),
  amount: money,
  /** Of it: settled by orders and set off from advances; of a correction below zero what came back. */
  paid: money,
  /** What is left of an act that both have signed; of any other nothing. */
  open: money,
  additional_info: z.string().nullable(),
  auto_generate: z.boolean(),
  is_copy: z.boolean(),
  is_signed: z.boolean(),
  is_payed: z.boolean(),
  knp: z.string().nullable(),
  contract_id: id,
  document_id: id.nullable(),
  company: party,
  contractor_company: party,
  version: z.int(),
  annulment_requested_by: z.enum(['business', 'executor']).nullable(),
  executor_signs_first: z.boolean(),
  /** Why it came back, was annulled or was not paid: the sentence of the last move that gave one. */
  reason: z.string().nullable(),
  /** The paid act whose sum this one corrects; only then may the sum be below nothing. */
  corrects_act_id: id.nullable(),
  /** How many comments this person has not read. */
  comments_unread: z.int(),
};
export const actListItem = z.object(actRow);
export type ActListItem = z.output<typeof actListItem>;

export const actView = z.object({
  ...actRow,
  contract_title: z.string(),
  services: z.array(
    z.object({
      id,
      act_id: id,
      amount: money,
      category: z.object({ id, name: z.string() }),
      description: z.string(),
      quantity: z.string(),
      rate: money,
      service_date: date.nullable(),
      unit: z.object({ id, name: z.string() }),
      kind: z.enum(LINE_KINDS),
      taxed: z.boolean(),
      created_at: moment,
    }),
  ),
  /** Sent at some time, and with that bound to its executor. */
  was_sent: z.boolean(),
  /** Another version was sent before this one: `acts.changes` compares them. */
  has_earlier: z.boolean(),
  /** By which day both are to have signed; null where no term was agreed, and of what waits for no signature. */
  sign_by: date.nullable(),
  /** What the executor sees now; null also of a returned act that is being changed. */
  file: frozenFile.nullable(),
  signatures: z.array(signatureCard),
  /** Whether it is this person who has signed for their side, and not a colleague. */
  signed_by_you: z.boolean(),
  proofs: z.array(awaitedProof),
  corrects: actLink.nullable(),
  corrections: z.array(actLink),
  /** The act that this one repeats. */
  repeats: actLink.nullable(),
  schedule: actSchedule.nullable(),
  payment: z
    .object({
      id,
      status: z.enum(['created', 'sending', 'unknown', 'accepted', 'settled', 'rejected', 'cancelled']),
      amount: money,
      created_at: moment,
      /** The bank's day of the last money. */
      settled_on: date.nullable(),
      reason: z.string().nullable(),
      /** The number under which the bank knows the order. */
      number: z.string(),
      knp: z.string(),
      payee_name: z.string(),
      payee_iban: z.string(),
    })
    .nullable(),
});
export type ActView = z.output<typeof actView>;

export const historyEntry = z.object({
  id,
  act_id: id,
  action: z.string(),
  company_id: id.nullable(),
  company_name: z.string().nullable(),
  user_name: z.string().nullable(),
  /** The name of the API key of that user with which a program did it: known of one's own keys only. */
  api_key: z.string().nullable(),
  from_status: z.enum(ACT_STATUSES).nullable(),
  to_status: z.enum(ACT_STATUSES),
  /** `bank`, `clock` and `support` beside the two sides. */
  side: z.enum(ACT_SIDES),
  version: z.int(),
  note: z.string().nullable(),
  /** From where: known of one's own people only. */
  ip: z.string().nullable(),
  /** By what means a signature was given, and of what else something is to be said. */
  means: z.string().nullable(),
  /** SHA-256 over the content before and after, in hex; the file beside the act has none. */
  hash_before: sha256Hex.nullable(),
  hash_after: sha256Hex.nullable(),
  created_at: moment,
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const actParams = z.strictObject({ act_id: id });

const readCall = callsOf({ access: { who: 'user' }, scope: 'acts:read' });
const writeCall = callsOf({ access: { who: 'business', right: 'manage_acts' }, scope: 'acts:write' });

export const actsCalls = {
  'acts.list': readCall('GET /api/v1/doc/acts', {
    summary: 'List the company’s acts, as customer or executor',
    query: z.strictObject({
      ...pageQuery,
      ...actFilter,
      /** Without it by date where a period was asked for, else by number. */
      sort_by: z.enum(ACT_SORTS, 'field.choice').optional(),
      sort_order: z.enum(['asc', 'desc'], 'field.choice').default('desc'),
    }),
    answer: pageOf(actListItem).extend({ total_amount: money.nullable() }),
  }),
  'acts.create': writeCall('POST /api/v1/doc/acts', {
    field_scopes: repeatScopes,
    summary: 'Create a draft act',
    body: actInput.extend({ external_id: externalId.optional() }),
    body_bytes: 524_288,
    answer: actView,
    idempotency: true,
  }),
  'acts.get': readCall('GET /api/v1/doc/acts/{act_id}', {
    summary: 'Get one act',
    params: actParams,
    answer: actView,
  }),
  'acts.update': defineCall('PUT /api/v1/doc/acts/{act_id}', {
    access: accessOf(ACT_DEEDS.edit),
    scope: 'acts:write',
    field_scopes: repeatScopes,
    summary: 'Update a draft; `version` is the version that was edited, an outdated one returns 409',
    params: actParams,
    body: changedAct,
    body_bytes: 524_288,
    answer: actView,
  }),
  'acts.name': defineCall('PUT /api/v1/doc/acts/{act_id}/external-id', {
    access: { who: 'user', right: 'manage_acts' },
    scope: 'acts:write',
    summary: 'Set or remove what a program of the company calls the act',
    params: actParams,
    body: z.strictObject({ external_id: externalId.nullable() }),
    answer: actView,
  }),
  'acts.history': readCall('GET /api/v1/doc/acts/{act_id}/history', {
    summary: 'List the history of an act, newest first',
    params: actParams,
    answer: z.array(historyEntry),
  }),
  'acts.file': readCall('GET /api/v1/doc/acts/{act_id}/file', {
    summary: 'Get the act as PDF: the frozen file, or a preview of a draft for its author',
    params: actParams,
    answer: { file: 'application/pdf' },
  }),
  'acts.zip': readCall('GET /api/v1/doc/acts/{act_id}/zip', {
    summary:
      'Get an archive with the PDF, each signer’s CMS, the card and the attachments; lists what is missing',
    params: actParams,
    answer: { file: 'application/zip' },
  }),
  'acts.sign': defineCall('POST /api/v1/doc/acts/sign', {
    access: accessOf(ACT_DEEDS.sign),
    summary: 'Sign acts with a detached CMS each, verified against the stored files',
    body: z.strictObject({
      signatures: z
        .array(z.strictObject({ act_id: id, cms: base64.max(100_000, 'field.too_long') }), 'field.signatures')
        .min(1, 'field.ids_empty')
        .max(1000, 'field.ids_many')
        .optional(),
      /** Ids alone sign nothing: the answer names the ways to sign. */
      act_ids: ids.optional(),
      means: meansOfPage,
    }),
    body_bytes: 24_000_000,
    answer: signingAnswer,
    idempotency: true,
  }),
  'acts.pay': defineCall('POST /api/v1/doc/acts/pay', {
    access: accessOf(ACT_DEEDS.pay),
    summary: 'Create a payment order for each signed act',
    body: z.strictObject({
      ...meantActs,
      /** What `payments.preview` showed. With it an account or a sum that changed meanwhile is refused. */
      shown: shownPayees.optional(),
    }),
    answer: bulkAnswer,
    idempotency: true,
    fresh_proof: true,
  }),
  'acts.copy': writeCall('POST /api/v1/doc/acts/copy', {
    summary: 'Copy acts to new drafts, with other dates if given; each row returns the new act',
    body: z.strictObject({
      ...meantActs,
      date: date.optional(),
      start_date: date.optional(),
      end_date: date.optional(),
    }),
    answer: bulkAnswer,
    idempotency: true,
  }),
  'acts.correct': writeCall('POST /api/v1/doc/acts/{act_id}/correction', {
    summary: 'Create a draft that corrects a paid act; a negative `amount` takes money back',
    params: actParams,
    body: z.strictObject({ amount: signedMoney, reason: paperLines(500, 1), date }),
    answer: actView,
    idempotency: true,
  }),
  'acts.statuses': readCall('GET /api/v1/doc/acts/statuses', {
    summary: 'List the states of acts',
    answer: z.array(actStatus),
  }),
  'acts.template': defineCall('GET /api/v1/doc/acts/template', {
    access: { who: 'business', right: 'manage_acts' },
    scope: 'acts:read',
    summary: 'Get the import spreadsheet with lists of contracts, categories and units',
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
  'acts.export': readCall('POST /api/v1/doc/acts/export', {
    summary: 'Export acts by filter, ids or selection, a row per service; the table can be imported again',
    body: z.strictObject({
      ...meantActs,
      filter: z.strictObject(actFilter).optional(),
      format: z.enum(['xlsx', 'csv'], 'field.choice').default('xlsx'),
    }),
    answer: {
      file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      kinds: ['xlsx', 'csv'],
    },
  }),
  'acts.categories': readCall('GET /api/v1/doc/services/categories', {
    summary: 'List categories of services',
    answer: z.array(named),
  }),
  'acts.units': readCall('GET /api/v1/doc/services/units', {
    summary: 'List units of measure',
    answer: z.array(named),
  }),
};
