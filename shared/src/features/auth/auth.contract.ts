import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { id, moment, text } from '../../kernel/fields.ts';
import { LOCALES } from '../../kernel/locale.ts';
import { EMPLOYEE_RIGHTS, PLATFORM_RIGHTS } from '../../kernel/rights.ts';

const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string().nullable(),
  /** Seconds until the access token ends. */
  expires_in: z.int(),
});

const email = z.string('field.email').max(254, 'field.email').pipe(z.email('field.email'));

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
  company: z.object({ id, name: z.string(), bin: z.string(), executor_signs_first: z.boolean() }).nullable(),
  companies: z.array(z.object({ id, name: z.string(), role_id: z.int() })),
  proof_until: moment.nullable(),
  sandbox: z.boolean(),
});
export type Me = z.output<typeof me>;

export const authCalls = {
  'auth.login_too': defineCall({
    method: 'POST',
    path: '/api/v1/auth/login/too',
    access: { who: 'public' },
    summary: 'Sign in with e-mail and password',
    body: z.strictObject({ email, password: text(1024, 1) }),
    answer: tokens,
  }),
  'auth.refresh': defineCall({
    method: 'POST',
    path: '/api/v1/auth/refresh-token',
    access: { who: 'public' },
    summary: 'New access token by the refresh token of the cookie or the body',
    body: z.strictObject({ refresh_token: text(200).optional() }),
    answer: tokens,
  }),
  'auth.logout': defineCall({
    method: 'POST',
    path: '/api/v1/auth/logout',
    access: { who: 'person' },
    summary: 'End this session',
    answer: z.object({ message: z.string() }),
  }),
  'auth.me': defineCall({
    method: 'GET',
    path: '/api/auth/me',
    access: { who: 'person' },
    summary: 'The current user, his company and what he may do',
    answer: me,
  }),
  'auth.prove': defineCall({
    method: 'POST',
    path: '/api/v1/auth/prove',
    access: { who: 'person' },
    summary: 'Prove with the password that it is still the same person; good for ten minutes',
    body: z.strictObject({ password: text(1024, 1) }),
    answer: z.object({ proof_until: moment }),
  }),
  'auth.switch_company': defineCall({
    method: 'POST',
    path: '/api/v1/auth/switch-company',
    access: { who: 'person' },
    summary: 'Go on in another company of the same person',
    body: z.strictObject({ company_id: id }),
    answer: tokens,
  }),
  'auth.locale': defineCall({
    method: 'PUT',
    path: '/api/v1/auth/locale',
    access: { who: 'person' },
    summary: 'The language of screens and messages for this person',
    body: z.strictObject({ locale: z.enum(LOCALES, 'field.choice') }),
    answer: z.object({ locale: z.enum(LOCALES) }),
  }),
};
