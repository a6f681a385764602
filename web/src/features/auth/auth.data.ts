import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import type { Input } from '../../platform/api.ts';
import { readCookie } from '../../platform/cookies.ts';
import { currentLocale, switchLocale } from '../../platform/i18n.ts';
import { callKey, callQuery, queryClient, useCall } from '../../platform/query.ts';
import { dropAccessToken, hasLiveToken, keepAccessToken } from '../../platform/session.ts';

type Credentials = Input<'auth.login_too'>['body'];

/**
 * Signs in and hands over who that is. Kept without the machinery of mutations: this page is the first one on a cheap
 * phone, and nothing else in it needs them.
 */
export function useSignIn(onDone: (me: Me) => void) {
  const [state, setState] = useState<{ pending: boolean; error: unknown; at: Date | null }>(idle);
  const signIn = async (credentials: Credentials): Promise<unknown> => {
    setState({ ...idle, pending: true });
    try {
      const me = await enter(credentials);
      setState(idle);
      onDone(me);
      return null;
    } catch (error) {
      setState({ pending: false, error, at: new Date() });
      return error;
    }
  };
  return { ...state, signIn };
}

const idle = { pending: false, error: null, at: null };

/** What another person had on the screen is forgotten. */
async function enter(body: Credentials): Promise<Me> {
  const before = queryClient.getQueryData<Me>(callKey('auth.me'));
  keepAccessToken(await api.call('auth.login_too', { body }));
  const me = await api.call('auth.me');
  if (before && before.id !== me.id) queryClient.clear();
  queryClient.setQueryData(callKey('auth.me'), me);
  await agreeOnLanguage(me);
  return me;
}

/** A language chosen on this device is kept and told to the server; on a new device the person's own is taken. */
async function agreeOnLanguage(me: Me): Promise<void> {
  const here = currentLocale();
  if (me.locale === here) return;
  if (readCookie('locale') === null) await switchLocale(me.locale).catch(() => undefined);
  else await api.call('auth.locale', { body: { locale: here } }).catch(() => undefined);
}

/** Who is signed in already, for the page that is only for those who are not. */
export async function whoIsIn(): Promise<Me | null> {
  if (!hasLiveToken()) return null;
  return await queryClient.ensureQueryData({ ...callQuery('auth.me'), staleTime: 60_000 }).catch(() => null);
}

/** People of the demo data; outside of the sandbox the call does not exist and the list stays empty. */
export function useDemoPeople() {
  const { data } = useCall('sandbox.sign_ins', undefined, { staleTime: Number.POSITIVE_INFINITY });
  return data ?? [];
}

export async function leave(): Promise<void> {
  await api.call('auth.logout').catch(() => undefined);
  dropAccessToken();
  queryClient.clear();
}
