import { z } from 'zod';
import { callsOf, defineCall, executorCall, userCall } from '../../kernel/call.ts';
import { accessOf } from '../../kernel/deeds.ts';
import { changedFilter, date, id, lines, moment, money, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { QR_MAX_DOCUMENTS, qrCode, SIGN_METHODS } from '../qr-signing/qr-signing.contract.ts';
import { frozenFile, meansOfPage } from '../signing/signing.contract.ts';
import { ESF_FIELDS, ESF_RULES } from './esf-rules.ts';
import { ESF_ACTIONS, ESF_ANSWERS, ESF_DEEDS, ESF_KINDS, ESF_SIDES, ESF_STATUSES } from './esf-status.ts';
import { inboundInvoice } from './inbound.contract.ts';
import { TURNOVER_RULES } from './turnover.ts';

const kind = z.enum(ESF_KINDS, 'field.choice');
const party = z.object({ id, name: z.string(), bin: z.string() });

/** An electronic invoice, or an electronic act (ЭАВР), of an act of ours. */
export const esfDocument = z.object({
  id,
  kind,
  type: z.enum(['ORDINARY_INVOICE', 'FIXED_INVOICE', 'ADDITIONAL_INVOICE']),
  number: z.string(),
  date,
  turnover_date: date,
  amount: money,
  status: z.enum(ESF_STATUSES),
  /** `hand`: its maker took it to the portal and typed the number in. */
  channel: z.enum(['api', 'hand']),
  /** What it waits for: the other side's signature, a sign-in to ИС ЭСФ, its limits, its silence. */
  trouble: z.enum(['other_side', 'sign_in', 'limit', 'silent', 'not_connected']).nullable(),
  registration_number: z.string().nullable(),
  /** The state in the words of the system, in the language asked for. */
  system_status: z.object({ code: z.string(), name: z.string() }).nullable(),
  /** Why it was declined, in the words of the system. */
  errors: z.array(z.object({ property: z.string(), code: z.string(), text: z.string() })),
  reason: z.string().nullable(),
  corrects_id: id.nullable(),
  /** The invoice that a corrected or an additional one names. */
  related: z.object({ number: z.string(), date, registration_number: z.string().nullable() }).nullable(),
  /** The other electronic paper of the act, an invoice's electronic act and the other way round. */
  pair: z.object({ id, number: z.string(), date, registration_number: z.string().nullable() }).nullable(),
  is_corrected: z.boolean(),
  /** Deductions of the act have lessened its prices; the sums are those of the act. */
  is_lessened: z.boolean(),
  act: z.object({ id, number: z.string() }),
  seller: party,
  customer: party,
  created_at: moment,
  sent_at: moment.nullable(),
  registered_at: moment.nullable(),
  may_send: z.boolean(),
  may_revoke: z.boolean(),
  /** The customer may confirm or refuse it. */
  may_answer: z.boolean(),
  may_correct: z.boolean(),
});
export type EsfDocument = z.output<typeof esfDocument>;

const vat = z
  .object({ rate: z.int(), certificate_series: z.string(), certificate_number: z.string() })
  .nullable();

/** Whether the caller's company can hand papers in now. */
const esfStanding = z.object({
  is_connected: z.boolean(),
  has_login: z.boolean(),
  is_signed_in: z.boolean(),
  /** Who signed in, and since when. The system does not say until when; `seen_open_at` is its last word. */
  session: z.object({ name: z.string(), opened_at: moment, seen_open_at: moment.nullable() }).nullable(),
  /** A session may be opened every five minutes. */
  may_sign_in_at: moment.nullable(),
  /** In force today. */
  vat,
  /** The latest first; one that is still to come too. */
  vat_changes: z.array(z.object({ valid_from: date, vat })),
  /** What the law allows, each between its days. */
  vat_rates: z.array(z.object({ rate: z.int(), valid_from: date, valid_until: date.nullable() })),
});
export type EsfStanding = z.output<typeof esfStanding>;

const actIds = z
  .array(id, 'field.ids')
  .min(1, 'field.ids_empty')
  .max(30, 'field.ids_many')
  .transform((list) => [...new Set(list)]);

/** Left out: as the seller chose last. */
const turnover = z.enum(TURNOVER_RULES, 'field.choice');

const documentParams = z.strictObject({ esf_id: id });
const actParams = z.strictObject({ act_id: id });

/** What narrows the list and its table. */
const listFilter = {
  kind: kind.optional(),
  status: z.enum(ESF_STATUSES, 'field.choice').optional(),
  search: text(100).optional(),
};

/** What a page signs by a key of its own: papers of acts, acts with their papers, what revokes a paper. */
const SIGNED_HERE = ['papers', 'acts', 'revoke'] as const;

const signedHere = z.object({
  /** Of the item in its session. */
  position: z.int(),
  act_id: id.nullable(),
  label: z.string(),
  party: z.string().nullable(),
  amount: money.nullable(),
  method: z.enum(SIGN_METHODS),
  /** The very text to sign; null for a frozen file. */
  text: z.string().nullable(),
  file: frozenFile.nullable(),
});

const signingHere = z.object({ session_id: id, expires_at: moment, items: z.array(signedHere) });

const signedByPage = z.strictObject({
  position: z.int('field.id').min(1, 'field.id'),
  /** Base64 of a CMS or of a bare value, or the signed XML; the certificate goes beside a bare value. */
  signature: z.string('field.signatures').min(1, 'field.signatures').max(200_000, 'field.signatures'),
  certificate: z.string('field.signatures').max(20_000, 'field.signatures').optional(),
});

const readCall = callsOf({ access: { who: 'user' }, scope: 'books:read' });
const signCall = callsOf({ access: { who: 'user', right: 'sign' } });

export const esfCalls = {
  'esf.check': userCall('GET /api/v1/qr-signing/check/esf', {
    summary: 'Get whether the company is signed in to ИС ЭСФ, and what it lacks for that',
    answer: esfStanding,
  }),
  'esf.prepare': executorCall('POST /api/v1/esf/signing', {
    summary: 'Get the papers to sign for ИС ЭСФ by a key file or NCALayer',
    body: z.strictObject({
      what: z.enum(SIGNED_HERE, 'field.choice'),
      act_ids: actIds.optional(),
      corrects: id.optional(),
      turnover: turnover.optional(),
      esf_id: id.optional(),
      reason: lines(500, 1).optional(),
    }),
    answer: signingHere,
  }),
  'esf.prepare_sign_in': signCall('POST /api/v1/esf/session', {
    summary: 'Get the ticket to sign for signing in to ИС ЭСФ by a key file or NCALayer',
    answer: signingHere,
  }),
  'esf.sign': signCall('POST /api/v1/esf/signing/{session_id}', {
    summary: 'Submit the signatures of all that was prepared; the same again is answered the same',
    params: z.strictObject({ session_id: id }),
    body: z.strictObject({
      signatures: z
        .array(signedByPage, 'field.signatures')
        .min(1, 'field.signatures')
        .max(QR_MAX_DOCUMENTS, 'field.signatures'),
      means: meansOfPage,
    }),
    answer: z.object({
      signed_count: z.int(),
      items: z.array(
        z.object({
          position: z.int(),
          status: z.enum(['ok', 'failed', 'pending_proof']),
          code: z.string().nullable(),
          message: z.string(),
        }),
      ),
    }),
  }),
  'esf.check_session': signCall('POST /api/v1/esf/session/check', {
    summary: 'Ask ИС ЭСФ whether the session is still open',
    answer: esfStanding,
  }),
  'esf.sign_out': signCall('POST /api/v1/esf/session/close', {
    summary: 'Close the session in ИС ЭСФ; idempotent',
    answer: esfStanding,
  }),
  'esf.set_login': defineCall('PUT /api/v1/esf/login', {
    access: { who: 'business', right: 'sign' },
    summary: "Store the company's login and password of ИС ЭСФ, encrypted; they are never returned",
    fresh_proof: true,
    body: z.strictObject({ login_esf: text(100, 1), password: text(200, 1) }),
    answer: esfStanding,
  }),
  'esf.qr_sign_in': signCall('GET /api/v1/qr-signing/qr/esf', {
    summary: 'Get a QR code for signing in to ИС ЭСФ with the phone',
    answer: qrCode,
  }),
  'esf.qr_invoice': executorCall('GET /api/v1/qr-signing/qr/invoice', {
    summary: 'Get a QR code for signing electronic invoices and acts; `corrects` makes a corrected invoice',
    query: z.strictObject({ act_ids: actIds, corrects: id.optional(), turnover: turnover.optional() }),
    answer: qrCode,
  }),
  'esf.qr_act': executorCall('GET /api/v1/qr-signing/qr/act-with-esf', {
    summary: 'Get a QR code for signing acts with their electronic invoices and acts in one step',
    query: z.strictObject({ act_ids: actIds, turnover: turnover.optional() }),
    answer: qrCode,
  }),
  'esf.list': readCall('GET /api/v1/esf/documents', {
    summary: 'List electronic invoices and acts of the company, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...listFilter,
      ...changedFilter,
    }),
    answer: pageOf(esfDocument),
  }),
  'esf.sheet': readCall('GET /api/v1/esf/sheet', {
    summary: 'Get the electronic invoices and acts of a filter as a spreadsheet',
    query: z.strictObject(listFilter),
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
  'esf.get': readCall('GET /api/v1/esf/documents/{esf_id}', {
    summary: 'Get one electronic invoice or act',
    params: documentParams,
    answer: esfDocument,
  }),
  'esf.xml': readCall('GET /api/v1/esf/documents/{esf_id}/xml', {
    summary: 'Get its XML as it was signed',
    params: documentParams,
    answer: { file: 'application/xml' },
  }),
  'esf.of_act': readCall('GET /api/v1/doc/acts/{act_id}/esf', {
    summary: 'List what was issued for this act, and what ИС ЭСФ would refuse about it now',
    params: actParams,
    answer: z.object({
      documents: z.array(esfDocument),
      /** Invoices of the act that ИС ЭСФ told the company of and that were issued elsewhere, or that differ from it. */
      inbound: z.array(inboundInvoice),
      /** The executor is one who issues invoices: individuals do not, self-employed or under a contract. */
      issues: z.boolean(),
      may_issue: z.boolean(),
      /** The executor has yet to sign the act, and may sign what is issued by it at once. */
      may_sign_with_act: z.boolean(),
      /** What would be issued: those of which none lives. */
      kinds: z.array(kind),
      /** Deductions lessen the prices of what is issued by this act. */
      is_lessened: z.boolean(),
      /** The days that the turnover may have; the one that the seller chose last first. */
      turnover: z.array(z.object({ rule: turnover, date })),
      /** Until when an invoice of the signed act is due; null when one lives, or nobody has to issue it. */
      due_by: date.nullable(),
      /** The company may ask the executor for the invoice, once a day. */
      may_remind: z.boolean(),
      reminded_at: moment.nullable(),
      /** Empty: it can be issued. */
      faults: z.array(z.object({ field: z.enum(ESF_FIELDS), rule: z.enum(ESF_RULES), message: z.string() })),
    }),
  }),
  'esf.act_xml': executorCall('GET /api/v1/doc/acts/{act_id}/esf/xml', {
    summary: 'Get the XML for uploading to the portal by hand',
    params: actParams,
    query: z.strictObject({ kind, turnover: turnover.optional() }),
    answer: { file: 'application/xml' },
  }),
  'esf.by_hand': executorCall('POST /api/v1/doc/acts/{act_id}/esf/number', {
    summary: 'Record the registration number given by the portal',
    params: actParams,
    body: z.strictObject({
      kind,
      turnover: turnover.optional(),
      registration_number: z
        .string('field.esf_number')
        .trim()
        .regex(/^[A-Z]{3}-\d{12}-\d{8}-\d{8}$/, 'field.esf_number'),
    }),
    answer: esfDocument,
    idempotency: true,
  }),
  'esf.remind': defineCall('POST /api/v1/doc/acts/{act_id}/esf/remind', {
    access: { who: 'business', right: 'manage_acts' },
    summary: 'Ask the executor for the invoice of a signed act; at most once a day',
    params: actParams,
    answer: z.object({ reminded_at: moment }),
  }),
  'esf.send': executorCall('POST /api/v1/esf/documents/{esf_id}/send', {
    summary: 'Retry waiting papers now; idempotent',
    params: documentParams,
    answer: esfDocument,
  }),
  'esf.revoke': executorCall('POST /api/v1/esf/documents/{esf_id}/revoke', {
    summary: 'Revoke a paper: at once before it is sent, later by a code signed on the phone',
    params: documentParams,
    body: z.strictObject({ reason: lines(500, 1) }),
    answer: z.object({ document: esfDocument, code: qrCode.nullable() }),
  }),
  'esf.confirm': defineCall('POST /api/v1/esf/documents/{esf_id}/confirm', {
    access: accessOf(ESF_DEEDS.confirm),
    summary: 'Confirm an electronic act of an executor by a code signed on the phone',
    params: documentParams,
    answer: qrCode,
  }),
  'esf.refuse': defineCall('POST /api/v1/esf/documents/{esf_id}/refuse', {
    access: accessOf(ESF_DEEDS.refuse),
    summary: 'Refuse an electronic act of an executor, with a reason, by a code signed on the phone',
    params: documentParams,
    body: z.strictObject({ reason: lines(500, 1) }),
    answer: qrCode,
  }),
  'esf.prepare_answer': defineCall('POST /api/v1/esf/documents/{esf_id}/answer', {
    access: accessOf(ESF_DEEDS.confirm),
    summary:
      'Get the answer to an electronic act to sign by a key file or NCALayer; a refusal needs a reason',
    params: documentParams,
    body: z.strictObject({
      answer: z.enum(ESF_ANSWERS, 'field.choice'),
      reason: lines(500, 1).optional(),
    }),
    answer: signingHere,
  }),
  'esf.history': readCall('GET /api/v1/esf/documents/{esf_id}/history', {
    summary: 'List what happened to an electronic invoice or act, newest first',
    params: documentParams,
    answer: z.array(
      z.object({
        id,
        action: z.enum(['issue', ...ESF_ACTIONS]),
        side: z.enum(ESF_SIDES),
        name: z.string().nullable(),
        status: z.enum(ESF_STATUSES),
        note: z.string().nullable(),
        at: moment,
      }),
    ),
  }),
  'esf.set_vat': executorCall('PUT /api/v1/esf/vat', {
    summary: 'Set whether the company pays VAT, the rate its prices include, and its certificate',
    body: z.strictObject({
      vat: z
        .strictObject({
          /** One of `vat_rates` of that day. */
          rate: z.int('field.choice').min(0, 'field.choice').max(99, 'field.choice'),
          certificate_series: z.string('field.choice').regex(/^\d{5}$/, 'field.vat_series'),
          certificate_number: z.string('field.choice').regex(/^\d{7}$/, 'field.vat_number'),
        })
        .nullable(),
      /** Left out: from today on. Acts and invoices have the rate of their own day. */
      valid_from: date.optional(),
    }),
    answer: esfStanding,
  }),
};
