import { z } from 'zod';
import { callsOf, publicCall } from '../../kernel/call.ts';
import { binOrIin, email, id, iban, lines, text } from '../../kernel/fields.ts';
import { ROW_STATUSES } from '../../kernel/runs.ts';

/** As many papers as one call of the sandbox signs, refuses or pays. */
const MOST = 100;

/** What the certificate of the signer is worth to НУЦ. */
export const SIGNER_CERTIFICATES = ['valid', 'revoked', 'expired', 'stranger'] as const;
export type SignerCertificate = (typeof SIGNER_CERTIFICATES)[number];
/** How: by a key file at the page, or by eGov Mobile that reads the code of the page. */
export const SIGNING_MEANS = ['key', 'phone'] as const;
export type SigningMeans = (typeof SIGNING_MEANS)[number];
/** Who signs, in this order. */
export const SIGNERS = ['executor', 'company'] as const;
export type StandSigner = (typeof SIGNERS)[number];
/** The kinds of executors that a test company gets, by turns. */
export const STAND_EXECUTORS = ['ip', 'individual', 'self_employed'] as const;

const papers = {
  act_ids: z.array(id, 'field.ids').max(MOST, 'field.ids_many').optional(),
  document_ids: z.array(id, 'field.ids').max(MOST, 'field.ids_many').optional(),
};

const testCompany = z.object({
  company: z.object({ id, bin: binOrIin, name: z.string(), iban }),
  /** Signs in at the pages of the sandbox. */
  director: z.object({ email, password: z.string() }),
  executors: z.array(
    z.object({
      kind: z.enum(STAND_EXECUTORS),
      executor_company_id: id,
      bin: binOrIin,
      name: z.string(),
      email,
      password: z.string(),
    }),
  ),
});
export type TestCompany = z.output<typeof testCompany>;

const rowsOf = z.object({
  items: z.array(
    z.object({
      kind: z.enum(['act', 'contract']),
      id,
      by: z.enum(SIGNERS),
      status: z.enum(ROW_STATUSES),
      code: z.string().nullable(),
      message: z.string(),
    }),
  ),
});
export type StandRow = z.output<typeof rowsOf>['items'][number];

const company = {
  name: text(200, 1).optional(),
  executors: z.int('field.choice').min(1, 'field.choice').max(20, 'field.choice').optional(),
};

/** Any key of the sandbox makes such a call, and the director of its company. */
const keyCall = callsOf({ access: { who: 'business', director: 'alone' }, sandbox: 'stand' });

export const standCalls = {
  'sandbox.begin': publicCall('POST /api/v1/sandbox/companies', {
    summary: 'Make a test company with executors and an API key; the key is shown once',
    body: z.strictObject(company),
    body_optional: true,
    answer: testCompany.extend({ key: z.string() }),
    sandbox: 'stand',
  }),
  'sandbox.reset': keyCall('POST /api/v1/sandbox/reset', {
    summary:
      'Give this key a new, empty test company; an old one that a call has made is closed when no key is left in it',
    body: z.strictObject(company),
    body_optional: true,
    answer: testCompany,
  }),
  'sandbox.sign': keyCall('POST /api/v1/sandbox/sign', {
    summary: 'Sign as people would: the executor, then the company, each with a test key of the sandbox НУЦ',
    body: z.strictObject({
      ...papers,
      by: z.array(z.enum(SIGNERS, 'field.choice'), 'field.choice').min(1, 'field.required').optional(),
      certificate: z.enum(SIGNER_CERTIFICATES, 'field.choice').optional(),
      means: z.enum(SIGNING_MEANS, 'field.choice').optional(),
    }),
    answer: rowsOf,
  }),
  'sandbox.refuse': keyCall('POST /api/v1/sandbox/refuse', {
    summary: 'Return acts and refuse contracts, as the executor would',
    body: z.strictObject({ ...papers, reason: lines(500, 1) }),
    answer: rowsOf,
  }),
  'sandbox.invoice': keyCall('POST /api/v1/sandbox/invoice', {
    summary:
      'Issue electronic invoices of acts, as their executors would; they wait for both signatures; the sandbox ИС ЭСФ decides by the total',
    body: z.strictObject({ act_ids: papers.act_ids.unwrap().min(1, 'field.required') }),
    answer: rowsOf,
  }),
  'sandbox.pay': keyCall('POST /api/v1/sandbox/pay', {
    summary: 'Pay signed acts as the director would; the sandbox bank decides by the sum of each',
    body: z.strictObject({ act_ids: papers.act_ids.unwrap().min(1, 'field.required') }),
    answer: rowsOf,
  }),
};
