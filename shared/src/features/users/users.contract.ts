import { z } from 'zod';
import { callsOf, personCall, userCall } from '../../kernel/call.ts';
import { code, id, moment, phone, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { PLATFORM_RIGHTS } from '../../kernel/rights.ts';
import { USER_STATUSES } from './user-statuses.ts';

const status = z.enum(USER_STATUSES);

const profile = z.object({
  id,
  full_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role_id: z.int().nullable(),
  status,
  is_email_verified: z.boolean(),
  is_phone_verified: z.boolean(),
  created_at: moment,
  updated_at: moment,
  last_login: moment.nullable(),
});

/** As an administrator sees a person: enough to help, nothing that signs in. */
export const userRow = profile.extend({
  /** In the first of `companies`; null for who works in none. */
  role_id: z.int().nullable(),
  companies: z.array(z.object({ id, name: z.string(), role_id: z.int() })),
  /** What the user administers on the platform; null for others. */
  user_permission: z
    .object({ user_id: id, role_id: z.int(), allow: z.array(z.enum(PLATFORM_RIGHTS)) })
    .nullable(),
});
export type UserRow = z.output<typeof userRow>;

const platformRights = z
  .array(z.enum(PLATFORM_RIGHTS, 'field.choice'), 'field.choice')
  .max(PLATFORM_RIGHTS.length, 'field.choice')
  .transform((list) => PLATFORM_RIGHTS.filter((right) => list.includes(right)));

const one = z.strictObject({ user_id: id });

const administratorCall = callsOf({ access: { who: 'platform', right: 'users' } });

export const usersCalls = {
  'users.profile': personCall('GET /api/v1/user/profile', {
    summary: 'Get the signed-in user',
    answer: profile.extend({ tariff_plan_id: id.nullable() }),
  }),
  'users.sessions': administratorCall('GET /api/v1/user/{user_id}/sessions', {
    summary: 'List the sessions of an account',
    params: one,
    answer: z.object({
      items: z.array(
        z.object({
          id,
          /** «Chrome · Windows», as far as the browser says. */
          device: z.string(),
          ip: z.string().nullable(),
          created_at: moment,
          last_seen_at: moment,
        }),
      ),
    }),
  }),
  'users.end_session': administratorCall('DELETE /api/v1/user/{user_id}/sessions/{session_id}', {
    summary: 'End one session of an account; its next call is refused',
    params: one.extend({ session_id: id }),
    answer: z.object({ message: z.string() }),
  }),
  'users.get': personCall('GET /api/v1/user/{user_id}', {
    summary: 'Get oneself or a colleague: name and role, with e-mail and phone masked',
    params: one,
    answer: z.object({
      id,
      full_name: z.string(),
      role_id: z.int().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
    }),
  }),
  'users.phone': userCall('GET /api/v1/user/phone/{company_id}', {
    summary: 'Get the phone of the company’s head; masked for everyone else',
    params: z.strictObject({ company_id: id }),
    answer: z.object({ phone: z.string().nullable() }),
  }),
  'users.login_success': personCall('GET /api/v1/user/login-success/{user_id}', {
    summary: 'Get the page to open after sign-in',
    params: one,
    answer: z.object({
      user_id: id,
      role_id: z.int().nullable(),
      redirect_url: z.string(),
      last_login: moment.nullable(),
    }),
  }),
  'users.phone_code': personCall('POST /api/v1/user/phone-code', {
    summary: 'Send an SMS code to a new number, for users without a confirmed one',
    body: z.strictObject({ phone }),
    fresh_proof: true,
    answer: z.object({ message: z.string() }),
  }),
  'users.confirm_phone': personCall('POST /api/v1/user/confirm-phone', {
    summary: 'Confirm the number with the code from the SMS',
    body: z.strictObject({ code, phone }),
    fresh_proof: true,
    answer: profile,
  }),

  'users.list': administratorCall('GET /api/v1/user/list', {
    summary: 'List the platform’s users, newest first',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(USER_STATUSES, 'field.choice').optional(),
      company_id: id.optional(),
      /** Part of a name, an e-mail or a phone. */
      search: text(100).optional(),
      /** Only who administers the platform. */
      administrators: z.boolean().optional(),
    }),
    answer: pageOf(userRow),
  }),
  'users.block': administratorCall('POST /api/v1/user/block/{user_id}', {
    summary: 'Block a user and end all sessions; not oneself or the last administrator',
    params: one,
    answer: userRow,
  }),
  'users.unblock': administratorCall('POST /api/v1/user/unblock/{user_id}', {
    summary: 'Unblock a user',
    params: one,
    answer: userRow,
  }),
  'users.set_platform_rights': administratorCall('PUT /api/v1/user/platform-rights/{user_id}', {
    summary:
      'Set a user’s platform rights from their next call on; an empty list removes all. One administrator of users always stays',
    params: one,
    body: z.strictObject({ rights: platformRights }),
    fresh_proof: true,
    answer: userRow,
  }),
  'users.delete': administratorCall('DELETE /api/v1/user/delete/{user_id}', {
    summary:
      'Delete an account: frees e-mail and phone, keeps the name on signed papers; not oneself or the last administrator',
    params: one,
    fresh_proof: true,
    answer: z.object({ message: z.string() }),
  }),
};
