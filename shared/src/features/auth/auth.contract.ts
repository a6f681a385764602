import { z } from 'zod';
import { personCall, publicCall } from '../../kernel/call.ts';
import { id, moment, text } from '../../kernel/fields.ts';
import { LOCALES } from '../../kernel/locale.ts';
import { EMPLOYEE_RIGHTS, PLATFORM_RIGHTS } from '../../kernel/rights.ts';
import { passkeyAnswer, passkeyRequest, SECOND_FACTORS } from './second-factors.contract.ts';
import { signedChallenge, signInChallenge, tokens } from './sign-in.contract.ts';

/** `name_kz` is null until one was verified; pages in Kazakh show it where it is. */
const names = { name: z.string(), name_kz: z.string().nullable() };

export const me = z.object({
  id,
  email: z.string(),
  full_name: z.string(),
  phone: z.string().nullable(),
  role_id: z.int().nullable(),
  role: z.enum(['business', 'executor']).nullable(),
  rights: z.array(z.enum(EMPLOYEE_RIGHTS)),
  platform_rights: z.array(z.enum(PLATFORM_RIGHTS)),
  locale: z.enum(LOCALES),
  company: z.object({ id, ...names, bin: z.string(), executor_signs_first: z.boolean() }).nullable(),
  companies: z.array(z.object({ id, ...names, role_id: z.int() })),
  proof_until: moment.nullable(),
  sandbox: z.boolean(),
});
export type Me = z.output<typeof me>;

export const authCalls = {
  'auth.refresh': publicCall('POST /api/v1/auth/refresh-token', {
    summary: 'Get a new access token for the refresh token in the cookie or the body',
    body: z.strictObject({ refresh_token: text(200).optional() }),
    body_optional: true,
    answer: tokens,
  }),
  'auth.logout': personCall('POST /api/v1/auth/logout', {
    summary: 'Sign out of this session',
    answer: z.object({ message: z.string() }),
  }),
  'auth.me': personCall('GET /api/auth/me', {
    summary: 'Get the current user, their company and their rights',
    answer: me,
  }),
  'auth.proof_options': personCall('POST /api/v1/auth/prove/options', {
    summary: 'List the ways in which the user can prove their identity, with what the browser needs for each',
    answer: z.object({
      /** With which to begin: the one used last in this session, or else the strongest that the user has. */
      way: z.enum(['passkey', 'password', 'signature']),
      has_password: z.boolean(),
      factors: z.array(z.enum(SECOND_FACTORS)),
      passkey: passkeyRequest.nullable(),
      challenge: signInChallenge,
    }),
  }),
  'auth.prove': personCall('POST /api/v1/auth/prove', {
    summary:
      'Prove the user’s identity for ten minutes: by password (and second factor, if set), passkey or a signature over the challenge',
    body: z.strictObject({
      password: text(1024, 1).optional(),
      code: text(30, 1).optional(),
      credential: passkeyAnswer.optional(),
      content: signedChallenge.content.optional(),
      cms: signedChallenge.cms.optional(),
    }),
    answer: z.object({ proof_until: moment }),
  }),
  'auth.switch_company': personCall('POST /api/v1/auth/switch-company', {
    summary: 'Switch to another company of the user',
    body: z.strictObject({ company_id: id }),
    answer: tokens,
  }),
  'auth.locale': personCall('PUT /api/v1/auth/locale', {
    summary: 'Set the user’s language for pages and messages',
    body: z.strictObject({ locale: z.enum(LOCALES, 'field.choice') }),
    answer: z.object({ locale: z.enum(LOCALES) }),
  }),
};
