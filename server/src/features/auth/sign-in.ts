import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Database } from '../../platform/db/database.ts';
import { addSession, findUserByEmail, listMemberships, setRefresh } from './auth.queries.ts';
import type { Guard } from '../../platform/guard.ts';
import { isPassword, nobodysHash } from './passwords.ts';
import { refreshHash, type Tokens } from '../../platform/tokens.ts';

export interface IssuedTokens {
  access_token: string;
  refresh_token: string;
}

/** Sign in by e-mail and password. One answer for every cause, at the same cost; an outsider cannot lock anybody out. */
export async function signIn(
  db: Database,
  tokens: Tokens,
  guard: Guard,
  attempt: { email: string; password: string; ip: string; user_agent: string },
): Promise<IssuedTokens> {
  const account = `sign-in:${attempt.email.toLowerCase()}`;
  const guess = await guard.attempt(account, attempt.ip);
  const user = await findUserByEmail(db, attempt.email);
  const right = await isPassword(user?.password_hash ?? (await nobodysHash()), attempt.password);
  if (!user || !right || user.status !== 'active') throw new Problem('sign_in_failed');
  await guess.succeeded();
  const memberships = await listMemberships(db, user.id);
  const company = memberships[0] ?? null;
  const { session_id, refresh_token } = await db.transaction().execute(async (tx) => {
    const session_id = await addSession(tx, {
      user_id: user.id,
      company_id: company?.id ?? null,
      user_agent: attempt.user_agent,
      ip: attempt.ip,
    });
    const refresh_token = tokens.firstRefresh(session_id);
    await setRefresh(tx, session_id, refreshHash(refresh_token));
    return { session_id, refresh_token };
  });
  await db.updateTable('users').set({ last_login: new Date() }).where('id', '=', user.id).execute();
  const access_token = await tokens.access({
    user_id: user.id,
    session_id,
    company_id: company?.id ?? null,
    role_id: company?.role_id ?? null,
  });
  return { access_token, refresh_token };
}
