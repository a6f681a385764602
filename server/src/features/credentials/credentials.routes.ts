import kz from '@kelisim/shared/texts/kz/security.ts';
import ru from '@kelisim/shared/texts/ru/security.ts';
import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { setEsfCredentials } from '../registration/public.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import { beginChange, checkChange, finishContact, finishPassword } from './change-credential.ts';

type Names = Extract<keyof Handlers, `credentials.${string}`>;

export function credentialsRoutes(parts: Parts): Pick<Handlers, Names> {
  return {
    'credentials.start_email': ({ input, ...by }) => beginChange(parts, by, 'email', input.body.email),
    'credentials.check_new_email': ({ input, ...by }) =>
      checkChange(parts, by, 'email', 'new', input.body.code),
    'credentials.check_email_sms': ({ input, ...by }) =>
      checkChange(parts, by, 'email', 'old', input.body.code),
    'credentials.update_email': async ({ input, locale, ...by }) => {
      await finishContact(parts, by, 'email', input.body.email);
      return { message: { ru, kz }[locale].email_changed };
    },
    'credentials.start_phone': ({ input, ...by }) => beginChange(parts, by, 'phone', input.body.phone),
    'credentials.check_phone_email': ({ input, ...by }) =>
      checkChange(parts, by, 'phone', 'old', input.body.code),
    'credentials.check_new_phone': ({ input, ...by }) =>
      checkChange(parts, by, 'phone', 'new', input.body.code),
    'credentials.update_phone': async ({ input, locale, ...by }) => {
      await finishContact(parts, by, 'phone', input.body.phone);
      return { message: { ru, kz }[locale].phone_changed };
    },
    'credentials.start_password': (by) => beginChange(parts, by, 'password', null),
    'credentials.check_password': ({ input, ...by }) =>
      checkChange(parts, by, 'password', 'old', input.body.code),
    'credentials.update_password': async ({ input, locale, ...by }) => {
      await finishPassword(parts, by, input.body);
      return { message: { ru, kz }[locale].password_changed };
    },
    'credentials.set_esf': async ({ input, actor, locale, ip, user_agent }) => {
      const { login_esf, password } = input.body;
      await parts.db.transaction().execute(async (tx) => {
        await setEsfCredentials(parts.config, tx, actor, login_esf, password);
        await addSecurityEvent(tx, { ...actor, kind: 'esf_login_changed', ip, user_agent });
      });
      return { message: { ru, kz }[locale].esf_kept };
    },
  };
}
