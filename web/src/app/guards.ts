import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { api } from '../platform/api.ts';
import { ApiError } from '../platform/api-error.ts';
import { callQuery, queryClient } from '../platform/query.ts';
import { dropAccessToken, hasLiveToken, homeOf, rolesOf } from '../platform/session.ts';
import { PageNotFound } from '../platform/route.ts';
import type { Route } from '../platform/route.ts';
import { hrefWith, searchWhole } from '../platform/url-state.ts';
import type { Screen } from './screens.ts';

const login = '/auth/login';

/** The person who is signed in, read once and kept; null when nobody is. */
async function currentUser(): Promise<Me | null> {
  if (!hasLiveToken() && !(await api.refresh())) return null;
  try {
    return await queryClient.ensureQueryData({ ...callQuery('auth.me'), staleTime: 60_000 });
  } catch (reason) {
    // No connection is no reason to sign anybody out; every other failure is (error catalogue).
    if (reason instanceof ApiError && reason.code === 'network') throw reason;
    dropAccessToken();
    queryClient.clear();
    return null;
  }
}

const otherCompanyPage = '/lk/other-company';

/** Links in messages name their company: a user working in another one is asked first, others continue. */
function otherCompany(me: Me, { path, search }: Route, href: string): string | null {
  const company = searchWhole(search, 'company', 0);
  if (!company || path === otherCompanyPage) return null;
  const { company: _, ...rest } = search;
  const next = hrefWith(path, rest) + new URL(href, location.origin).hash;
  return me.company?.id === company ? next : hrefWith(otherCompanyPage, { company, next });
}

/** Where to go instead of this screen, or null if it may be shown. Throws if the address cannot be right. */
export async function guard(screen: Screen, route: Route, href: string): Promise<string | null> {
  if (screen.valid && !(await screen.valid(route.params, route.search))) throw new PageNotFound(route.path);
  if (screen.who === 'public') return screen.leadsTo ?? null;
  const me = await currentUser();
  if (!me) return href === '/' ? login : hrefWith(login, { next: href });
  const other = otherCompany(me, route, href);
  if (other) return other;
  const home = homeOf(me);
  if (!home) return login;
  if (screen.leadsTo) return screen.leadsTo === 'home' ? home : screen.leadsTo;
  return screen.who === 'signed-in' || rolesOf(me).includes(screen.who) ? null : home;
}
