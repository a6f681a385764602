import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { checkCode, sendCode } from '../codes/public.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import { accountKeys } from './account-key.ts';
import { assertGoodPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { endSessionsOf, findAccount, setPassword } from './sign-in.queries.ts';
import type { Visitor } from './start-session.ts';
import { tellOfChange } from './tell-of-change.ts';

const recovery = (parts: Parts, email: string) => ({
  purpose: 'recovery' as const,
  bound_to: accountKeys(parts, email),
  to: { channel: 'email' as const, recipient: email },
});

/** A code by e-mail, if the address has an account; nobody learns whether. */
export async function beginRecovery(
  parts: Parts,
  visitor: Pick<Visitor, 'ip' | 'locale'>,
  email: string,
): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const account = await findAccount(tx, { email });
    await sendCode(parts, tx, {
      ...recovery(parts, email),
      to: { channel: 'email', recipient: email, locale: visitor.locale },
      asker: { ip: visitor.ip },
      pretend: !account,
    });
  });
}

/** A new password by the code. It signs nobody in, and a second factor stays what it was. */
export async function recoverPassword(
  parts: Parts,
  visitor: Pick<Visitor, 'ip' | 'user_agent'>,
  given: { email: string; code: string; new_password: string; confirm_password: string },
): Promise<void> {
  const { email, code, new_password } = given;
  if (new_password !== given.confirm_password)
    throw new Problem('password.differs', { field: 'confirm_password' });
  // Judging a password is expensive: it must not be repeated without a right code.
  const guess = await parts.guard.attempt('recovery', visitor.ip, email.toLowerCase());
  await assertGoodPassword(new_password, [email], 'new_password');
  // Before the code is used up, since hashing may be refused when too many wait.
  const password_hash = await hashPassword(new_password).catch(guess.undo);
  await checkCode(parts, recovery(parts, email), code);
  await guess.succeeded();
  const account = await findAccount(parts.db, { email });
  if (!account) throw new Problem('code.over', { field: 'code' });
  await parts.db.transaction().execute(async (tx) => {
    await setPassword(tx, account.id, password_hash);
    await endSessionsOf(tx, account.id, null);
    await addSecurityEvent(tx, { user_id: account.id, kind: 'password_recovered', ...visitor });
    await tellOfChange(parts, tx, {
      what: 'password',
      user_id: account.id,
      email: account.email,
      phone: account.phone,
      locale: toLocale(account.locale),
      ip: visitor.ip,
    });
  });
}
