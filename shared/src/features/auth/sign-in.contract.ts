import { z } from 'zod';
import { publicCall } from '../../kernel/call.ts';
import { base64, code, email, hashKey, id, moment, phone, sha256Hex, text } from '../../kernel/fields.ts';
import { QR_STATES } from '../qr-signing/qr-session-status.ts';
import { qrCode } from '../qr-signing/qr-signing.contract.ts';
import { SECOND_FACTORS, passkeyAnswer, passkeyRequest } from './second-factors.contract.ts';

export const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string().nullable(),
  /** Seconds until the access token ends. */
  expires_in: z.int(),
});
export type TokensAnswer = z.output<typeof tokens>;

/** A password, or a code by SMS, was right, and the account asks for one thing more. */
export const secondStep = z.object({
  /** Good for `auth.second_factor` alone, and for five minutes. */
  half_token: z.string(),
  factors: z.array(z.enum(SECOND_FACTORS)),
  expires_in: z.int(),
});
export type SecondStep = z.output<typeof secondStep>;

export const signedInOrHalf = z.union([tokens, secondStep]);
export type SignInAnswer = z.output<typeof signedInOrHalf>;

const codeSent = z.object({ message: z.string(), expires_in: z.int() });

/** What is to be signed once to show who one is: the bytes, and the digests a browser may sign instead. */
export const signInChallenge = z.object({
  /** Base64. */
  content: z.string(),
  sha256: sha256Hex,
  streebog512: z.string().regex(/^[0-9a-f]{128}$/),
  expires_at: moment,
});

/** The signed challenge as it goes back. */
export const signedChallenge = {
  /** `content` of the challenge, as it was given. */
  content: base64.max(2_000, 'field.too_long'),
  cms: base64.max(100_000, 'field.too_long'),
};

const password = text(1024, 1);
const withPassword = z.strictObject({
  email,
  password,
  /** Of a registration that was begun; it gives no session (decisions 2) and changes nothing here. */
  hash_key: hashKey.optional(),
});

/** Ways in. One answer for whatever is wrong, at the same cost; what tells more is known to the person already. */
export const signInCalls = {
  'auth.login_too': publicCall('POST /api/v1/auth/login/too', {
    summary: 'Sign in with e-mail and password, preferring a company',
    body: withPassword,
    answer: signedInOrHalf,
  }),
  'auth.login_ip': publicCall('POST /api/v1/auth/login/ip', {
    summary: 'Sign in with e-mail and password, preferring the user’s own business',
    body: withPassword,
    answer: signedInOrHalf,
  }),
  'auth.send_login_code': publicCall('POST /api/v1/auth/login/phone/code', {
    summary: 'Send a sign-in code if the number has an account; the answer does not say whether it has',
    body: z.strictObject({ phone }),
    answer: codeSent,
  }),
  'auth.login_phone': publicCall('POST /api/v1/auth/login/phone', {
    summary:
      'Sign in with a phone and either the password or a one-time code; with the phone alone, send a code',
    body: z.strictObject({ phone, password: password.optional(), code: code.optional() }),
    /** `message` where a code was sent. */
    answer: z.union([tokens, secondStep, codeSent]),
  }),
  'auth.ecp_challenge': publicCall('POST /api/v1/auth/login/ecp/challenge', {
    summary: 'Get a challenge to sign once, valid for five minutes',
    answer: signInChallenge,
  }),
  'auth.login_ecp': publicCall('POST /api/v1/auth/login/ecp', {
    summary: 'Sign in with a signature over the challenge; the ИИН selects the user, the БИН the company',
    body: z.strictObject(signedChallenge),
    answer: tokens,
  }),
  'auth.login_qr_begin': publicCall('GET /api/v1/auth/login/qr', {
    summary: 'Get a QR code for signing in with eGov Mobile, bound to this browser',
    answer: qrCode,
  }),
  'auth.login_qr': publicCall('POST /api/v1/auth/login/qr', {
    summary: 'Get the state of the QR code; once signed, signs in the browser that shows it',
    body: z.strictObject({ session_id: id }),
    answer: z.object({
      state: z.enum(QR_STATES),
      /** Why the signature was not taken; the same code may be tried again. */
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
      tokens: tokens.nullable(),
    }),
  }),
  'auth.banks': publicCall('GET /api/v1/auth/bank', {
    summary: 'List banks that vouch for their clients, with the page of each; may be empty',
    answer: z.array(
      z.object({
        bank: z.string(),
        name: z.string(),
        /** Opened with `state`, it leads back to the sign-in with `assertion` and the same `state` in the fragment. */
        address: z.string(),
      }),
    ),
  }),
  'auth.login_bank': publicCall('POST /api/v1/auth/bank/login', {
    summary: 'Sign in with a bank’s assertion about its client, used once within five minutes',
    body: z.strictObject({ assertion: text(8192, 1) }),
    answer: signedInOrHalf,
  }),
  'auth.passkey_options': publicCall('POST /api/v1/auth/login/passkey/options', {
    summary: 'Get the browser’s options for signing in with a passkey',
    answer: passkeyRequest,
  }),
  'auth.login_passkey': publicCall('POST /api/v1/auth/login/passkey', {
    summary: 'Sign in with a passkey alone',
    body: z.strictObject({ credential: passkeyAnswer }),
    answer: tokens,
  }),
  'auth.second_factor_options': publicCall('POST /api/v1/auth/second-factor/options', {
    summary: 'Get the browser’s options for a passkey as the second factor',
    body: z.strictObject({ half_token: text(2000, 1) }),
    answer: passkeyRequest,
  }),
  'auth.second_factor': publicCall('POST /api/v1/auth/second-factor', {
    summary: 'Complete a sign-in with an app code, a recovery code or a passkey',
    body: z.strictObject({
      half_token: text(2000, 1),
      code: text(30, 1).optional(),
      credential: passkeyAnswer.optional(),
    }),
    answer: tokens,
  }),
  'auth.forgot_init': publicCall('POST /api/v1/auth/forgot/init', {
    summary:
      'Send a password reset code if the address has an account; the answer does not say whether it has',
    body: z.strictObject({ email }),
    answer: z.object({ message: z.string(), expires_in: z.int() }),
  }),
  'auth.forgot_confirm': publicCall('POST /api/v1/auth/forgot/confirm', {
    summary: 'Set a new password with the code; ends every session and signs nobody in',
    body: z.strictObject({ email, code, new_password: password, confirm_password: password }),
    answer: z.object({ message: z.string() }),
  }),
};
