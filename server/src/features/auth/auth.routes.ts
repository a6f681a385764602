import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { EMPLOYEE_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { CookieChange, Handlers } from '../../platform/http/bind-calls.ts';
import { endSession, listMemberships, setProof, setSessionCompany } from './auth.queries.ts';
import { isPassword } from './passwords.ts';
import { refreshSession } from './refresh-session.ts';
import { signIn, type IssuedTokens } from './sign-in.ts';
import { ACCESS_S, REFRESH_S } from '../../platform/tokens.ts';

const PROOF_MS = 10 * 60 * 1000;

type Names =
  | 'auth.login_too'
  | 'auth.refresh'
  | 'auth.logout'
  | 'auth.me'
  | 'auth.prove'
  | 'auth.switch_company'
  | 'auth.locale';

export function authRoutes(app: Parts): Pick<Handlers, Names> {
  const { db, tokens } = app;
  return {
    'auth.login_too': async ({ input, ip, user_agent, setCookie }) =>
      answer(await signIn(db, tokens, app.guard, { ...input.body, ip, user_agent }), setCookie),
    'auth.refresh': async ({ input, cookie, setCookie }) => {
      const token = input.body.refresh_token ?? cookie('refresh_token');
      if (!token) throw new Problem('unauthorized');
      return answer(await refreshSession(db, tokens, token), setCookie);
    },
    'auth.logout': async ({ actor, locale, setCookie }) => {
      await endSession(db, actor.session_id);
      for (const cookie of cookies('', '')) setCookie({ ...cookie, value: null });
      return { message: { ru, kz }[locale].signed_out };
    },
    'auth.me': async ({ actor }) => me(app, actor),
    'auth.prove': async ({ input, actor, ip }) => {
      const user = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', actor.user_id)
        .executeTakeFirstOrThrow();
      const guess = await app.guard.attempt(`prove:${actor.user_id}`, ip);
      if (!user.password_hash || !(await isPassword(user.password_hash, input.body.password)))
        throw new Problem('wrong_password', { field: 'password' });
      await guess.succeeded();
      return {
        proof_until: new Date((await setProof(db, actor.session_id)).getTime() + PROOF_MS).toISOString(),
      };
    },
    'auth.switch_company': async ({ input, actor, setCookie }) => {
      const { company_id } = input.body;
      const membership = (await listMemberships(db, actor.user_id)).find((row) => row.id === company_id);
      if (!membership) throw new Problem('not_found');
      await setSessionCompany(db, actor.session_id, company_id);
      const access_token = await tokens.access({ ...actor, company_id, role_id: membership.role_id });
      setCookie(cookies(access_token, '')[0]);
      return { access_token, refresh_token: null, expires_in: ACCESS_S };
    },
    'auth.locale': async ({ input, actor }) => {
      await db
        .updateTable('users')
        .set({ locale: input.body.locale })
        .where('id', '=', actor.user_id)
        .execute();
      return { locale: input.body.locale };
    },
  };
}

/** The page reads the access token from its cookie and sends it as a header; the refresh token it never sees. */
function cookies(access: string, refresh: string): [CookieChange, CookieChange] {
  return [
    { name: 'access_token', value: access, http_only: false, max_age_s: ACCESS_S, path: '/' },
    { name: 'refresh_token', value: refresh, http_only: true, max_age_s: REFRESH_S, path: '/api/v1/auth' },
  ];
}

function answer(issued: IssuedTokens, setCookie: (change: CookieChange) => void) {
  for (const cookie of cookies(issued.access_token, issued.refresh_token)) setCookie(cookie);
  return { ...issued, expires_in: ACCESS_S };
}

async function me(app: Parts, actor: Actor): Promise<Me> {
  const user = await app.db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'phone'])
    .where('id', '=', actor.user_id)
    .executeTakeFirstOrThrow();
  const company =
    actor.company_id !== null &&
    (await app.db
      .selectFrom('companies')
      .select(['id', 'name', 'bin', 'executor_signs_first'])
      .where('id', '=', actor.company_id)
      .executeTakeFirst());
  return {
    ...user,
    email: user.email ?? '',
    role_id: actor.role_id,
    role: actor.role,
    rights: actor.rights !== 'all' ? [...actor.rights] : actor.role === null ? [] : [...EMPLOYEE_RIGHTS],
    platform_rights: [...actor.platform_rights],
    locale: actor.locale,
    company: company || null,
    companies: await listMemberships(app.db, actor.user_id),
    proof_until: actor.proof_at ? new Date(actor.proof_at.getTime() + PROOF_MS).toISOString() : null,
    sandbox: app.config.sandbox,
  };
}
