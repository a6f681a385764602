import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
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

/**
 * Changing what one signs in with: a fresh proof, a code to the old and one to the new side, then the change itself.
 * The old side is told of it, every other session ends.
 */
export const credentialsCalls = {
  'credentials.start_email': defineCall('POST /api/v1/auth/change/email', {
    access: { who: 'person' },
    summary:
      'Start changing the e-mail: sends codes to the new address and to the phone (or the old address)',
    fresh_proof: true,
    body: z.strictObject({ email }),
    answer: change,
  }),
  'credentials.check_new_email': defineCall('POST /api/v1/auth/change/email/check/email', {
    access: { who: 'person' },
    summary: 'Check the code sent to the new address',
    body: z.strictObject({ code }),
    answer: change,
  }),
  'credentials.check_email_sms': defineCall('POST /api/v1/auth/change/email/check/sms', {
    access: { who: 'person' },
    summary: 'Check the code sent to the phone (or the old address)',
    body: z.strictObject({ code }),
    answer: change,
  }),
  'credentials.update_email': defineCall('PUT /api/v1/auth/change/email', {
    access: { who: 'person' },
    summary: 'Set the new e-mail after both codes',
    fresh_proof: true,
    body: z.strictObject({ email }),
    answer: done,
  }),
  'credentials.start_phone': defineCall('POST /api/v1/auth/change/phone/start', {
    access: { who: 'person' },
    summary: 'Start changing the phone: sends codes to the e-mail (or the old phone) and to the new phone',
    fresh_proof: true,
    body: z.strictObject({ phone }),
    answer: change,
  }),
  'credentials.check_phone_email': defineCall('POST /api/v1/auth/change/phone/check-email-code', {
    access: { who: 'person' },
    summary: 'Check the code sent to the e-mail (or the old phone)',
    body: z.strictObject({ code }),
    answer: change,
  }),
  'credentials.check_new_phone': defineCall('POST /api/v1/auth/change/phone/check-phone-code', {
    access: { who: 'person' },
    summary: 'Check the code sent to the new phone',
    body: z.strictObject({ code, phone }),
    answer: change,
  }),
  'credentials.update_phone': defineCall('PUT /api/v1/auth/change/phone/update', {
    access: { who: 'person' },
    summary: 'Set the new phone after both codes',
    fresh_proof: true,
    body: z.strictObject({ phone }),
    answer: done,
  }),
  'credentials.start_password': defineCall('POST /api/v1/auth/change/password/start', {
    access: { who: 'person' },
    summary: 'Start changing the password: sends a code to the e-mail (or the phone)',
    fresh_proof: true,
    answer: change,
  }),
  'credentials.check_password': defineCall('POST /api/v1/auth/change/password/check', {
    access: { who: 'person' },
    summary: 'Check the code for the new password',
    body: z.strictObject({ code }),
    answer: change,
  }),
  'credentials.update_password': defineCall('PUT /api/v1/auth/change/password/update', {
    access: { who: 'person' },
    summary: 'Set the new password after the code',
    fresh_proof: true,
    body: z.strictObject({ password, confirm_password: password }),
    answer: done,
  }),
  'credentials.set_esf': defineCall('PUT /api/v1/auth/settings/password/esf', {
    access: { who: 'executor' },
    summary: 'Store the login and password of ИС ЭСФ, encrypted; they are never returned',
    fresh_proof: true,
    body: z.strictObject({ login_esf: text(100, 1), password: text(200, 1) }),
    answer: done,
  }),
};
