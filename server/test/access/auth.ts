import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../people.ts';
import type { Asking, Cases } from './access.ts';
import { unknownPasskey, nothing, sessionOfDirector } from './things.ts';

async function passkeyOfDirector({ app, world }: Asking): Promise<number> {
  const { id } = await app.parts.db
    .insertInto('passkeys')
    .values({
      user_id: world.director.user_id,
      credential_id: randomUUID(),
      public_key: Buffer.alloc(32),
      counter: 0,
      name: world.mark,
      is_backed_up: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const authCases = {
  'auth.login_too': { given: (_, { by }) => ({ body: { email: by.email, password: PASSWORD } }) },
  'auth.login_ip': { given: (_, { by }) => ({ body: { email: by.email, password: PASSWORD } }) },
  'auth.login_phone': {
    answers: 401,
    given: () => ({ body: { phone: '+77010000001', password: PASSWORD } }),
  },
  'auth.send_login_code': { answers: 400, given: () => ({ body: { phone: '+77172000000' } }) },
  'auth.login_ecp': { answers: 401, given: () => ({ body: { content: nothing, cms: nothing } }) },
  'auth.login_qr': { answers: 404, given: () => ({ body: { session_id: 999_999_999 } }) },
  'auth.login_bank': { answers: 401, given: () => ({ body: { assertion: 'none' } }) },
  'auth.login_passkey': { answers: 400, given: () => ({ body: { credential: unknownPasskey } }) },
  'auth.second_factor_options': { answers: 401, given: () => ({ body: { half_token: 'none' } }) },
  'auth.second_factor': { answers: 401, given: () => ({ body: { half_token: 'none', code: '123456' } }) },
  'auth.forgot_init': { answers: 400, given: () => ({ body: { email: 'nobody' } }) },
  'auth.forgot_confirm': {
    answers: 400,
    given: () => ({
      body: {
        email: 'nobody@kelisim.example',
        code: '123456',
        new_password: PASSWORD,
        confirm_password: PASSWORD,
      },
    }),
  },
  'factors.confirm_totp': {
    answers: 400,
    given: async (_, { app, by }) => {
      await app.raw('factors.start_totp', by);
      return { body: { code: '123456' } };
    },
  },
  'factors.add_passkey': {
    answers: 400,
    given: () => ({ body: { name: 'Телефон', credential: unknownPasskey } }),
  },
  'factors.remove_passkey': {
    answers: { employee: 404, executor: 404, admin: 404 },
    names: 'path',
    thing: passkeyOfDirector,
    given: (passkey_id) => ({ params: { passkey_id } }),
  },
  'factors.make_recovery_codes': {
    answers: { employee: 409, executor: 409, admin: 409 },
    given: async (_, asking) => {
      await passkeyOfDirector(asking);
      return {};
    },
  },
  'credentials.start_email': { answers: 400, given: (_, { by }) => ({ body: { email: by.email } }) },
  'credentials.check_new_email': { answers: 409, given: () => ({ body: { code: '123456' } }) },
  'credentials.check_email_sms': { answers: 409, given: () => ({ body: { code: '123456' } }) },
  'credentials.update_email': { answers: 409, given: () => ({ body: { email: 'a@kelisim.example' } }) },
  'credentials.start_phone': {
    given: async (_, { app, by }) => {
      await app.parts.db.deleteFrom('message_requests').execute();
      return { body: { phone: `+7701${String(by.user_id).padStart(7, '0')}` } };
    },
  },
  'credentials.check_phone_email': { answers: 409, given: () => ({ body: { code: '123456' } }) },
  'credentials.check_new_phone': {
    answers: 409,
    given: () => ({ body: { code: '123456', phone: '+77010000001' } }),
  },
  'credentials.update_phone': { answers: 409, given: () => ({ body: { phone: '+77010000001' } }) },
  'credentials.start_password': {
    given: async (_, { app }) => {
      await app.parts.db.deleteFrom('message_requests').execute();
      return {};
    },
  },
  'credentials.check_password': { answers: 409, given: () => ({ body: { code: '123456' } }) },
  'credentials.update_password': {
    answers: 409,
    given: () => ({ body: { password: PASSWORD, confirm_password: PASSWORD } }),
  },
  'credentials.set_esf': { given: () => ({ body: { login_esf: '900101300123', password: 'сынақ' } }) },
  'security.end_session': {
    answers: { employee: 404, executor: 404, admin: 404 },
    names: 'path',
    thing: sessionOfDirector,
    given: (session_id) => ({ params: { session_id } }),
  },
  'security.ask_erasure': { answers: { director: 409 }, given: () => ({ body: {} }) },
  'security.withdraw_erasure': { answers: { director: 409 } },
  'auth.refresh': { answers: 401, given: () => ({ body: { refresh_token: 'none' } }) },
  'auth.prove': { given: () => ({ body: { password: PASSWORD } }) },
  'auth.switch_company': {
    answers: { admin: 'missing' },
    names: 'body',
    thing: ({ by, world }) => by.company_id ?? world.company.id,
    given: (company_id) => ({ body: { company_id } }),
  },
  'auth.locale': { given: () => ({ body: { locale: 'kz' } }) },
} satisfies Cases;
