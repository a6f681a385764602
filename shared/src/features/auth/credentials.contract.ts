import { z } from 'zod';
import { callsOf, executorCall } from '../../kernel/call.ts';
import { code, email, moment, phone, text } from '../../kernel/fields.ts';

/** Where the codes went, shortened, and what is still to be entered. */
const change = z.object({
  /** The old side: a phone or an address known before. */
  old_side: z.enum(['sms', 'email']),
  old_target: z.string(),
  old_checked: z.boolean(),
  /** Null for a password, which has no new side. */
  new_target: z.string().nullable(),
  new_checked: z.boolean(),
  expires_at: moment,
});
export type CredentialChange = z.output<typeof change>;

const done = z.object({ message: z.string() });
const password = text(1024, 1);

const stepCall = callsOf({ access: { who: 'person' }, answer: change });
const lastCall = callsOf({ access: { who: 'person' }, fresh_proof: true, answer: done });

/**
 * Changing what one signs in with: a fresh proof, a code to the old and one to the new side, then the change itself.
 * The old side is told of it, every other session ends.
 */
export const credentialsCalls = {
  'credentials.start_email': stepCall('POST /api/v1/auth/change/email', {
    summary:
      'Start changing the e-mail: sends codes to the new address and to the phone (or the old address)',
    fresh_proof: true,
    body: z.strictObject({ email }),
  }),
  'credentials.check_new_email': stepCall('POST /api/v1/auth/change/email/check/email', {
    summary: 'Check the code sent to the new address',
    body: z.strictObject({ code }),
  }),
  'credentials.check_email_sms': stepCall('POST /api/v1/auth/change/email/check/sms', {
    summary: 'Check the code sent to the phone (or the old address)',
    body: z.strictObject({ code }),
  }),
  'credentials.update_email': lastCall('PUT /api/v1/auth/change/email', {
    summary: 'Set the new e-mail after both codes',
    body: z.strictObject({ email }),
  }),
  'credentials.start_phone': stepCall('POST /api/v1/auth/change/phone/start', {
    summary: 'Start changing the phone: sends codes to the e-mail (or the old phone) and to the new phone',
    fresh_proof: true,
    body: z.strictObject({ phone }),
  }),
  'credentials.check_phone_email': stepCall('POST /api/v1/auth/change/phone/check-email-code', {
    summary: 'Check the code sent to the e-mail (or the old phone)',
    body: z.strictObject({ code }),
  }),
  'credentials.check_new_phone': stepCall('POST /api/v1/auth/change/phone/check-phone-code', {
    summary: 'Check the code sent to the new phone',
    body: z.strictObject({ code, phone }),
  }),
  'credentials.update_phone': lastCall('PUT /api/v1/auth/change/phone/update', {
    summary: 'Set the new phone after both codes',
    body: z.strictObject({ phone }),
  }),
  'credentials.start_password': stepCall('POST /api/v1/auth/change/password/start', {
    summary: 'Start changing the password: sends a code to the e-mail (or the phone)',
    fresh_proof: true,
  }),
  'credentials.check_password': stepCall('POST /api/v1/auth/change/password/check', {
    summary: 'Check the code for the new password',
    body: z.strictObject({ code }),
  }),
  'credentials.update_password': lastCall('PUT /api/v1/auth/change/password/update', {
    summary: 'Set the new password after the code',
    body: z.strictObject({ password, confirm_password: password }),
  }),
  'credentials.set_esf': executorCall('PUT /api/v1/auth/settings/password/esf', {
    summary: 'Store the login and password of ИС ЭСФ, encrypted; they are never returned',
    fresh_proof: true,
    body: z.strictObject({ login_esf: text(100, 1), password: text(200, 1) }),
    answer: done,
  }),
};
