import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { EMPLOYEE_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import {
  endSession,
  findOwnCompany,
  getUser,
  listMemberships,
  setLocale,
  setSessionCompany,
} from './auth.queries.ts';
import { prove, proofOptions, PROOF_MS } from './prove.ts';
import { refreshSession } from './refresh-session.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import { signedOf } from './sign-in.routes.ts';
import { giveTokens, tokenCookies } from './start-session.ts';
import { ACCESS_S } from '../../platform/tokens.ts';

type Names =
  | 'auth.refresh'
  | 'auth.logout'
  | 'auth.me'
  | 'auth.proof_options'
  | 'auth.prove'
  | 'auth.switch_company'
  | 'auth.locale';

export function authRoutes(app: Parts): Pick<Handlers, Names> {
  const { db, tokens } = app;
  return {
    'auth.refresh': async ({ input, ip, user_agent, ...visitor }) => {
      const token = input.body.refresh_token ?? visitor.cookie('refresh_token');
      if (!token) throw new Problem('unauthorized');
      return giveTokens(visitor, await refreshSession(app, token, { ip, user_agent }));
    },
    'auth.logout': async ({ actor, locale, setCookie, ip, user_agent }) => {
      await endSession(db, actor.session_id);
      await addSecurityEvent(db, { ...actor, kind: 'signed_out', ip, user_agent });
      for (const cookie of tokenCookies('', '')) setCookie({ ...cookie, value: null });
      return { message: { ru, kz }[locale].signed_out };
    },
    'auth.me': async ({ actor }) => me(app, actor),
    'auth.proof_options': ({ actor }) => proofOptions(app, actor),
    'auth.prove': async ({ input, actor, ip, user_agent }) => {
      const { content, cms, ...given } = input.body;
      const signed = content && cms ? signedOf({ content, cms }) : undefined;
      const until = await prove(app, actor, { ip, user_agent }, { ...given, signed });
      return { proof_until: until.toISOString() };
    },
    'auth.switch_company': async ({ input, actor, setCookie }) => {
      const { company_id } = input.body;
      const membership = (await listMemberships(db, actor.user_id)).find((row) => row.id === company_id);
      if (!membership) throw new Problem('not_found');
      await setSessionCompany(db, actor.session_id, company_id);
      const access_token = tokens.access({ ...actor, company_id, role_id: membership.role_id });
      setCookie(tokenCookies(access_token, '')[0]);
      return { access_token, refresh_token: null, expires_in: ACCESS_S };
    },
    'auth.locale': async ({ input, actor }) => {
      await setLocale(db, actor.user_id, input.body.locale);
      return { locale: input.body.locale };
    },
  };
}

async function me(app: Parts, actor: Actor): Promise<Me> {
  const user = await getUser(app.db, actor.user_id);
  const company = actor.company_id !== null && (await findOwnCompany(app.db, actor.company_id));
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
