import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import type { SecondStep, SignInAnswer } from '@kelisim/shared/features/auth/sign-in.contract.ts';
import { useState } from 'react';
import { api, type Answer } from '../../platform/api.ts';
import { readCookie } from '../../platform/cookies.ts';
import { currentLocale, switchLocale } from '../../platform/i18n.ts';
import { loadPart } from '../../platform/load-part.ts';
import { useAsked } from '../../platform/use-asked.ts';
import { dropAccessToken, hasLiveToken, keepAccessToken } from '../../platform/session.ts';

interface SignInState {
  pending: boolean;
  error: unknown;
  at: Date | null;
  /** The first step was right; the account asks for a second one. */
  half: SecondStep | null;
}

export interface SignIn extends SignInState {
  /** Asks the server by any way in; answers what went wrong, or null. */
  signIn: (ask: () => Promise<SignInAnswer>) => Promise<unknown>;
  /** Back to the first step. */
  startAnew: () => void;
}

/** The cache of answers comes while somebody signs in: this page has no use for it before (0070). */
const loadCache = () => loadPart(() => import('../../platform/query.ts'));

const idle: SignInState = { pending: false, error: null, at: null, half: null };

/**
 * Signs in and hands over who that is. Kept without the machinery of mutations: this page is the first one on a cheap
 * phone, and nothing else in it needs them.
 */
export function useSignIn(onDone: (me: Me) => void): SignIn {
  const [state, setState] = useState<SignInState>(idle);
  const signIn: SignIn['signIn'] = async (ask) => {
    setState(({ half }) => ({ ...idle, half, pending: true }));
    try {
      const [answer, cache] = await Promise.all([ask(), loadCache()]);
      if ('half_token' in answer) {
        setState({ ...idle, half: answer });
        return null;
      }
      const me = await enter(answer, cache);
      setState(idle);
      onDone(me);
      return null;
    } catch (error) {
      setState(({ half }) => ({ pending: false, error, at: new Date(), half }));
      return error;
    }
  };
  return { ...state, signIn, startAnew: () => setState(idle) };
}

/** What another person had on the screen is forgotten. */
async function enter(
  tokens: { access_token: string; expires_in: number },
  { callKey, queryClient }: Awaited<ReturnType<typeof loadCache>>,
): Promise<Me> {
  const before = queryClient.getQueryData<Me>(callKey('auth.me'));
  keepAccessToken(tokens);
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
  return await loadCache()
    .then(({ callQuery, queryClient }) =>
      queryClient.ensureQueryData({ ...callQuery('auth.me'), staleTime: 60_000 }),
    )
    .catch(() => null);
}

/** Banks one may come in by, undefined until it is known; most often there are none. */
export function useBanks() {
  const { data, error } = useAsked('banks', (signal) => api.ask('auth.banks', undefined, { signal }));
  return data ?? (error === undefined ? undefined : []);
}

export type DemoPerson = Answer<'sandbox.sign_ins'>[number];

/** People of the demo data, undefined until it is known; outside of the sandbox the call does not exist and there are none. */
export function useDemoPeople(wanted: boolean): readonly DemoPerson[] | undefined {
  // Who they are is told in the language it was asked in.
  const key = wanted ? `people ${currentLocale()}` : null;
  const { data, error } = useAsked(key, (signal) => api.ask('sandbox.sign_ins', undefined, { signal }));
  return data ?? (wanted && error === undefined ? undefined : []);
}

export async function leave(): Promise<void> {
  await api.call('auth.logout').catch(() => undefined);
  dropAccessToken();
  const { queryClient } = await loadCache();
  queryClient.clear();
}
