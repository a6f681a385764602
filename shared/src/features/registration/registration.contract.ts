import { z } from 'zod';
import { callsOf, publicCall } from '../../kernel/call.ts';
import { COMPANY_TYPES } from '../../kernel/company-kinds.ts';
import {
  base64,
  binOrIin,
  code,
  email,
  hashKey,
  iban,
  id,
  lines,
  linkHash,
  moment,
  phone,
  sha256Hex,
  text,
  paperText,
} from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { QR_STATES } from '../qr-signing/qr-session-status.ts';
import { qrCode } from '../qr-signing/qr-signing.contract.ts';
import { meansOfPage, toSign } from '../signing/signing.contract.ts';
import { registerAnswer } from './register-answer.ts';
import { CORRECTABLE_STAGES, REGISTRATION_KINDS, REGISTRATION_STAGES } from './registration-stage.ts';

/**
 * Registration in stages (decisions 2). A key is of this registration alone and opens nothing else: malformed it is
 * refused, unknown and ended it is not found. Out of turn a step is 409 `registration.wrong_stage` with `data.stage` and
 * `data.redirect_url`; the same step again is answered the same.
 */

/** In a path the key is judged by the handler, which refuses what is no key and finds none that is unknown. */
const keyInPath = z.strictObject({ hash_key: z.string().meta({ pattern: '^[0-9a-f]{64}$' }) });
const keyInQuery = z.strictObject({ hash_key: hashKey });

const stage = z.enum(REGISTRATION_STAGES);
const cms = base64.max(100_000, 'field.too_long');

/** Where a registration stands; every step answers it. */
export const registrationProgress = z.object({
  stage,
  kind: z.enum(REGISTRATION_KINDS),
  user_id: id,
  need_sign_contract: z.boolean(),
  /** The screen of the stage, a path of our own origin. */
  redirect_url: z.string(),
  /** When the key ends. */
  expires_at: moment,
});
export type RegistrationProgress = z.output<typeof registrationProgress>;

/** How far a phone has come with the code that was shown last. */
const qrProgress = z.object({
  stage,
  state: z.enum(QR_STATES).nullable(),
  expires_at: moment.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

export const registrationState = registrationProgress.extend({
  /** Masked: whoever has the key alone learns no number. */
  phone: z.string(),
  email: z.string().nullable(),
  /** Seconds until the code that it waits for may be sent again; 0 when it may. */
  code_wait_s: z.int(),
  /** The company that invites, where it does. */
  company_name: z.string().nullable(),
  /** Why an administrator sent it back, until it is sent again. */
  refusal: z.object({ reason: z.string(), step: z.enum(CORRECTABLE_STAGES) }).nullable(),
});
export type RegistrationState = z.output<typeof registrationState>;

export const registrationCompany = z.object({
  kind: z.enum(REGISTRATION_KINDS),
  stage,
  type: z.enum(COMPANY_TYPES).nullable(),
  bin: z.string().nullable(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  ceo: z.string().nullable(),
  director_position: z.string().nullable(),
  phone: z.string(),
  email: z.string().nullable(),
  bank: z.object({ bank_id: id, name: z.string(), iban: z.string() }).nullable(),
  register: registerAnswer,
});
export type RegistrationCompany = z.output<typeof registrationCompany>;

/** What is to be signed once to show whose key it is: the bytes, and the digests a browser may sign instead. */
export const ecpChallenge = z.object({
  /** Base64. */
  content: z.string(),
  sha256: sha256Hex,
  streebog512: z.string().regex(/^[0-9a-f]{128}$/),
  expires_at: moment,
});

/** The certificate a registration was signed with. */
const certificateSeen = z.object({
  name: z.string(),
  iin: z.string(),
  bin: z.string().nullable(),
  organization: z.string().nullable(),
  serial: z.string(),
  rights: z.array(z.string()),
});

/** A registration that waits for an administrator, or was decided by one. */
export const verificationRow = z.object({
  registration_id: id,
  kind: z.enum(REGISTRATION_KINDS),
  state: z.enum(['waiting', 'approved', 'refused']),
  company: z.object({
    id,
    type: z.enum(COMPANY_TYPES),
    name: z.string(),
    bin: z.string(),
    address: z.string().nullable(),
    ceo: z.string().nullable(),
  }),
  full_name: z.string(),
  phone: z.string(),
  email: z.string(),
  bank: z.string(),
  /** Masked. */
  iban: z.string(),
  certificate: certificateSeen.nullable(),
  /** What the public register said when the company was entered. */
  register: registerAnswer,
  /** Why nobody could be sure without a person looking. */
  doubt: z.enum(['not_head', 'no_authority']).nullable(),
  waiting_since: moment,
  decided_at: moment.nullable(),
  decided_by: z.string().nullable(),
  reason: z.string().nullable(),
  step: z.enum(CORRECTABLE_STAGES).nullable(),
});
export type VerificationRow = z.output<typeof verificationRow>;

const verificationParams = z.strictObject({ registration_id: id });
const decided = z.object({ registration_id: id, state: verificationRow.shape.state });

const stepCall = callsOf({ access: { who: 'public' }, answer: registrationProgress });
const verifyCall = callsOf({ access: { who: 'platform', right: 'companies' } });

export const registrationCalls = {
  'registration.phone': publicCall('POST /api/v1/register/phone', {
    summary:
      'Start a registration, or correct the number with `hash_key`; sends an SMS code. With an invitation’s `hash`, `phone` is optional',
    body: z.strictObject({
      phone: phone.optional(),
      kind: z.enum(REGISTRATION_KINDS, 'field.choice'),
      hash: linkHash.optional(),
      hash_key: hashKey.optional(),
    }),
    answer: registrationProgress.extend({ hash_key: hashKey }),
  }),
  'registration.check_code': stepCall('POST /api/v1/register/confirm/check', {
    summary: 'Check the code of the current stage: phone, then e-mail',
    body: z.strictObject({ code, hash_key: hashKey }),
  }),
  'registration.send_code': stepCall('POST /api/v1/register/send', {
    summary: 'Send the code of the stage again; the earlier one expires',
    body: z.strictObject({ hash_key: hashKey }),
  }),
  'registration.email': stepCall('POST /api/v1/register/email', {
    summary: 'Set e-mail and password; sends a code to the address',
    body: z.strictObject({
      email,
      password: text(1024, 1),
      phone: phone.optional(),
      hash_key: hashKey,
    }),
  }),
  'registration.email_stage': stepCall('POST /api/v1/user/register-email-stage', {
    summary: 'Go back to correct the e-mail',
    body: z.strictObject({ hash_key: hashKey }),
  }),
  'registration.company': stepCall('POST /api/v1/register/additional-info', {
    summary:
      'Set БИН or ИИН, type, name, address and head of the company; a sole proprietor or individual is named by ИИН',
    body: z.strictObject({
      hash_key: hashKey,
      bin: binOrIin,
      /** Left out: by the number, and of an ИИН by whether the register knows a sole trader. */
      type: z.enum(COMPANY_TYPES, 'field.choice').optional(),
      /** Left out: as in the register; a person bears the name of `ceo`. */
      name: paperText(300, 1).optional(),
      address: paperText(500, 1),
      ceo: paperText(200, 1),
      director_id: id.optional(),
      director_position: paperText(100).optional(),
    }),
  }),
  'registration.bank': stepCall('POST /api/v1/register/bank', {
    summary: 'Set bank and IBAN, which must belong to that bank',
    body: z.strictObject({
      hash_key: hashKey,
      bank_id: id,
      iban,
      /** These follow from the two above and from the company. */
      bank_name: text(300).optional(),
      bank_code: text(20).optional(),
      bic: text(20).optional(),
      kbe: text(20).optional(),
      bin: text(20).optional(),
    }),
  }),
  'registration.back': stepCall('POST /api/v1/register/back', {
    summary: 'Go one step back to correct bank or company, until the key has signed',
    body: z.strictObject({ hash_key: hashKey }),
  }),
  'registration.ecp_challenge': publicCall('POST /api/v1/register/ecp/challenge', {
    summary: 'Get a challenge to sign once, valid for five minutes',
    body: z.strictObject({ hash_key: hashKey }),
    answer: ecpChallenge,
  }),
  'registration.ecp': stepCall('POST /api/v1/register/ecp', {
    summary: 'Submit a detached CMS over the challenge; its ИИН and БИН must match the registration',
    body: z.strictObject({ hash_key: hashKey, cms, means: meansOfPage }),
  }),
  'registration.ecp_qr': publicCall('GET /api/v1/register/ecp/qr', {
    summary: 'Get an eGov Mobile QR code that signs the challenge',
    query: keyInQuery,
    answer: qrCode,
  }),
  'registration.ecp_qr_check': publicCall('GET /api/v1/register/ecp/qr/check', {
    summary: 'Get the state of the eGov Mobile QR code; once signed, the registration moves on',
    query: keyInQuery,
    answer: qrProgress,
  }),
  'registration.esf': stepCall('POST /api/v1/register/esf', {
    summary: 'Set login and password of ИС ЭСФ, or `postponed`; executors only',
    body: z.strictObject({
      hash_key: hashKey,
      login_esf: text(100, 1).optional(),
      password: text(200, 1).optional(),
      postponed: z.literal(true, 'field.choice').optional(),
    }),
  }),
  'registration.confirm_agreement': stepCall('POST /api/v1/register/confirm-agreement', {
    summary: 'Accept the user agreement and its consent, in the current version or exactly in `version`',
    body: z.strictObject({
      hash_key: hashKey,
      version: z.int('field.version').min(1, 'field.version').optional(),
    }),
  }),
  'registration.contract_file': publicCall('GET /api/v1/register/contract/{hash_key}', {
    summary: 'Get the inviting company’s contract, the exact bytes that are signed',
    params: keyInPath,
    answer: { file: 'application/pdf' },
  }),
  'registration.contract_to_sign': publicCall('GET /api/v1/register/contract/{hash_key}/to-sign', {
    summary: 'Get the digests of the contract to sign',
    params: keyInPath,
    answer: toSign,
  }),
  'registration.contract_qr': publicCall('GET /api/v1/register/contract/{hash_key}/qr', {
    summary: 'Get an eGov Mobile QR code that signs the contract',
    params: keyInPath,
    answer: qrCode,
  }),
  'registration.contract_qr_check': publicCall('GET /api/v1/register/contract/{hash_key}/qr/check', {
    summary: 'Get the state of the contract’s QR code; once signed, the registration moves on',
    params: keyInPath,
    answer: qrProgress,
  }),
  'registration.sign_contract': stepCall('POST /api/v1/register/sign-contract', {
    summary: 'Submit a detached CMS over the contract',
    query: keyInQuery,
    body: z.strictObject({ cms, means: meansOfPage }),
  }),
  'registration.confirm': publicCall('GET /api/v1/register/confirm-registration/{hash_key}', {
    summary: 'Get whether the company is verified; if refused, the reason and the step to correct',
    params: keyInPath,
    answer: z.object({
      state: z.enum(['waiting', 'approved', 'refused']),
      stage,
      company_name: z.string(),
      reason: z.string().nullable(),
      step: z.enum(CORRECTABLE_STAGES).nullable(),
      redirect_url: z.string(),
    }),
  }),
  'registration.finish': publicCall('POST /api/v1/register/finish', {
    summary: 'Finish an approved registration: ends its key, the user then signs in',
    body: z.strictObject({ hash_key: hashKey }),
    answer: z.object({ stage: z.literal('done'), redirect_url: z.string() }),
  }),
  'registration.need_sign_contract': publicCall('GET /api/v1/register/check-need-sign-contract/{hash_key}', {
    summary: 'Get whether this registration includes a contract to sign, and whose',
    params: keyInPath,
    answer: z.object({ need_sign_contract: z.boolean(), company_name: z.string().nullable() }),
  }),
  'registration.company_info': publicCall('GET /api/v1/register/company-info/{hash_key}', {
    summary:
      'Get what is known of the company, masked until the phone is confirmed; with `bin`, what the register says',
    params: keyInPath,
    query: z.strictObject({ bin: binOrIin.optional() }),
    answer: registrationCompany,
  }),
  'registration.stage': publicCall('GET /api/v1/register/stage', {
    summary: 'Get the stage of a registration',
    query: keyInQuery,
    answer: registrationState,
  }),
  'registration.user_stage': publicCall('GET /api/v1/user/register-stage', {
    summary: 'Get the stage of a registration; the same as `register/stage`',
    query: keyInQuery,
    answer: registrationState,
  }),
  'registration.address_suggest': publicCall('GET /api/v1/register/address/suggest', {
    summary: 'Suggest places for the start of an address, in either language, tolerating typos',
    query: z.strictObject({ address: text(500, 1), hash_key: hashKey }),
    answer: z.array(z.object({ address: z.string(), kato: z.string().nullable() })),
  }),
  'registration.check_login': publicCall('GET /api/v1/user/check-login-available', {
    summary:
      'Check phone and e-mail together; without a live key checks only their format, so accounts are not revealed',
    query: z.strictObject({ phone, email, hash_key: hashKey.optional() }),
    answer: z.object({ available: z.boolean() }),
  }),

  'registration.verifications': verifyCall('GET /api/v1/company/admin/verification', {
    summary: 'List companies waiting for verification, longest first, or those decided, newest first',
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(['waiting', 'approved', 'refused'], 'field.choice').default('waiting'),
    }),
    answer: pageOf(verificationRow),
  }),
  'registration.approve': verifyCall('POST /api/v1/company/admin/verification/{registration_id}/approve', {
    summary: 'Approve a company’s verification; idempotent',
    params: verificationParams,
    answer: decided,
  }),
  'registration.refuse': verifyCall('POST /api/v1/company/admin/verification/{registration_id}/refuse', {
    summary: 'Refuse a verification back to a step, with a reason; the person is told',
    params: verificationParams,
    body: z.strictObject({
      reason: lines(500, 1),
      step: z.enum(CORRECTABLE_STAGES, 'field.choice'),
    }),
    answer: decided,
  }),
};
