import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { ApiError } from './api-error.ts';
import { dropCookie, readCookie, writeCookie } from './cookies.ts';
import { liveClaims } from './token.ts';

/** The session as the page sees it: a readable cookie with the access token; the refresh token it never sees. */
const cookie = location.protocol === 'https:' ? '__Host-access_token' : 'access_token';

export function accessToken(): string | null {
  return readCookie(cookie);
}

export function hasLiveToken(): boolean {
  return ownerOf(accessToken()) !== null;
}

export function keepAccessToken(tokens: { access_token: string; expires_in: number }): void {
  writeCookie(cookie, tokens.access_token, tokens.expires_in);
  own = ownerOf(tokens.access_token);
}

/** The person and the company that this tab shows. */
let own: string | null = null;

/** Of a token that is still good. */
function ownerOf(token: string | null): string | null {
  const claims = liveClaims(token, Date.now());
  return claims && `${claims.sub} ${claims.company_id}`;
}

/**
 * Tabs share one session. When another tab has signed in somebody else, or gone over to another company, what stands here
 * is no longer theirs: the tab reloads, and true says that nothing more may be sent in their name.
 */
export function reloadForAnother(): boolean {
  const now = ownerOf(accessToken());
  own ??= now;
  const isAnothers = now !== null && now !== own;
  if (isAnothers) location.assign('/');
  return isAnothers;
}

export function dropAccessToken(): void {
  dropCookie(cookie);
}

let running: Promise<boolean> | null = null;

/**
 * One refresh at a time, in this tab and among all of them: a refresh token may be used once, and its second
 * use ends every session of its family.
 */
export function refreshOnce(
  stale: string | null,
  ask: () => Promise<{ access_token: string; expires_in: number }>,
): Promise<boolean> {
  running ??= locked(async () => {
    const now = accessToken();
    if (now !== stale && ownerOf(now)) return true;
    try {
      // Not `keepAccessToken`: whose session another tab has begun meanwhile is only seen by the new token.
      const { access_token, expires_in } = await ask();
      writeCookie(cookie, access_token, expires_in);
      return true;
    } catch (reason) {
      // Only the server's own word ends a session: no connection, a restart or a hurry of ours does not.
      if (reason instanceof ApiError && [401, 403].includes(reason.status)) return false;
      throw reason;
    }
  }).finally(() => {
    running = null;
  });
  return running;
}

async function locked(work: () => Promise<boolean>): Promise<boolean> {
  return 'locks' in navigator ? await navigator.locks.request('kelisim.refresh', work) : await work();
}

export type Role = 'business' | 'executor' | 'admin';

/** What a person is to the router. A business or executor who also administers keeps the cabinet as home. */
export function rolesOf(me: Me): Role[] {
  return [...(me.role ? [me.role] : []), ...(me.platform_rights.length > 0 ? (['admin'] as const) : [])];
}

/** The own home; null when the role is unknown. */
export function homeOf(me: Me): string | null {
  const [role] = rolesOf(me);
  if (!role) return null;
  return role === 'admin' ? '/admin' : `/lk/${role}`;
}
