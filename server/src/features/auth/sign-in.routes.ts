import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/security.ts';
import ru from '@kelisim/shared/texts/ru/security.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { CODE_LIFE_S } from '../codes/public.ts';
import { passkeyOptions } from '../second-factors/public.ts';
import { beginRecovery, recoverPassword } from './recover-password.ts';
import { signInByBank } from './sign-in-by-bank.ts';
import { makeSignInChallenge, signInByCertificate } from './sign-in-by-certificate.ts';
import { beginQrSignIn, followQrSignIn } from './sign-in-by-qr.ts';
import {
  secondStepOptions,
  sendLoginCode,
  signIn,
  signInByCode,
  signInByPasskey,
  takeSecondStep,
} from './sign-in.ts';

type Names = Extract<
  keyof Handlers,
  | `auth.login_${string}`
  | `auth.forgot_${string}`
  | `auth.second_factor${string}`
  | 'auth.send_login_code'
  | 'auth.ecp_challenge'
  | 'auth.passkey_options'
  | 'auth.banks'
>;

/** Every way in. */
export function signInRoutes(parts: Parts): Pick<Handlers, Names> {
  const sendCode = async (
    visitor: Parameters<typeof sendLoginCode>[1] & { locale: Locale },
    phone: string,
  ) => {
    await sendLoginCode(parts, visitor, phone);
    return { message: { ru, kz }[visitor.locale].code_sent_sms, expires_in: CODE_LIFE_S };
  };
  return {
    'auth.login_too': ({ input, ...visitor }) => {
      const { email, password } = input.body;
      return signIn(parts, visitor, { by: { email }, password, prefer: 'organisation' });
    },
    'auth.login_ip': ({ input, ...visitor }) => {
      const { email, password } = input.body;
      return signIn(parts, visitor, { by: { email }, password, prefer: 'sole_trader' });
    },
    'auth.send_login_code': ({ input, ...visitor }) => sendCode(visitor, input.body.phone),
    'auth.login_phone': ({ input, ...visitor }) => {
      const { phone, password, code } = input.body;
      if (password !== undefined && code !== undefined) throw new Problem('unknown_field', { field: 'code' });
      if (password === undefined && code === undefined) return sendCode(visitor, phone);
      return code === undefined
        ? signIn(parts, visitor, { by: { phone }, password: password!, prefer: 'organisation' })
        : signInByCode(parts, visitor, { phone, code });
    },
    'auth.ecp_challenge': async () => makeSignInChallenge(parts, 'sign_in'),
    'auth.login_ecp': ({ input, ...visitor }) => signInByCertificate(parts, visitor, signedOf(input.body)),
    'auth.login_qr_begin': (visitor) => beginQrSignIn(parts, visitor),
    'auth.login_qr': ({ input, ...visitor }) => followQrSignIn(parts, visitor, input.body.session_id),
    'auth.banks': async ({ locale }) =>
      (parts.bank_login?.doors ?? []).map((door) => ({ ...door, name: door.name[locale] })),
    'auth.login_bank': ({ input, ...visitor }) => signInByBank(parts, visitor, input.body.assertion),
    'auth.passkey_options': () => passkeyOptions(parts, null),
    'auth.login_passkey': ({ input, ...visitor }) => signInByPasskey(parts, visitor, input.body.credential),
    'auth.second_factor_options': ({ input }) => secondStepOptions(parts, input.body.half_token),
    'auth.second_factor': ({ input, ...visitor }) => {
      const { half_token, ...answer } = input.body;
      return takeSecondStep(parts, visitor, half_token, answer);
    },
    'auth.forgot_init': async ({ input, ...visitor }) => {
      await beginRecovery(parts, visitor, input.body.email);
      return { message: { ru, kz }[visitor.locale].code_sent_email, expires_in: CODE_LIFE_S };
    },
    'auth.forgot_confirm': async ({ input, locale, ip, user_agent }) => {
      await recoverPassword(parts, { ip, user_agent }, input.body);
      return { message: { ru, kz }[locale].password_recovered };
    },
  };
}

/** A signed challenge as bytes. */
export function signedOf({ content, cms }: { content: string; cms: string }) {
  return { content: Buffer.from(content, 'base64'), cms: Buffer.from(cms, 'base64') };
}
