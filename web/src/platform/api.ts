import type { CallAnswer, CallInput } from '@kelisim/shared/kernel/call.ts';
import type { CallName, Calls } from '@kelisim/shared/calls.ts';
import table from 'virtual:call-table';
import { callOver } from './http.ts';
import type { CallOptions, CallParts, HttpWorld } from './http.ts';
import { currentLocale } from './i18n.ts';
import { accessToken, reloadForAnother, refreshOnce } from './session.ts';
import { fetchWithProgress } from './upload.ts';

type Files<C> = C extends { files: infer F } ? { files: { [K in keyof F]?: Blob } } : unknown;
type OptionalWhenEmpty<T> = { [K in keyof T as {} extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as {} extends T[K] ? K : never]?: T[K];
};

/** What a call takes: `params`, `query`, `body`, `files`, as its contract says. */
export type Input<N extends CallName> = OptionalWhenEmpty<CallInput<Calls[N]> & Files<Calls[N]>>;
export type Answer<N extends CallName> = CallAnswer<Calls[N], File>;
/** The input may be left out where nothing in it is required. */
export type InputArgs<N extends CallName> = {} extends Input<N> ? [input?: Input<N>] : [input: Input<N>];

/** The browser as the client needs it, with what the app hangs on at start: it knows screens, the client does not. */
export const apiHooks: HttpWorld & {
  /** Shows an error that no screen has taken for itself. */
  untakenError: (error: unknown) => void;
} = {
  table,
  fetch: fetchWithProgress,
  token: () => (reloadForAnother() ? null : accessToken()),
  language: () => (currentLocale() === 'kz' ? 'kk-KZ' : 'ru-KZ'),
  refresh: (stale) => refreshOnce(stale, () => call('auth.refresh', { body: {} })),
  signInAgain: () => Promise.resolve(false),
  prove: () => Promise.resolve(false),
  unavailable: () => undefined,
  untakenError: () => undefined,
};

function call<N extends CallName>(
  name: N,
  ...[input, options]: [...InputArgs<N>, options?: CallOptions]
): Promise<Answer<N>> {
  return ask(name, input as Input<N> | undefined, options as CallOptions | undefined);
}

/** As `call`, for code that does not know yet which call it is about. */
function ask<N extends CallName>(name: N, input?: Input<N>, options: CallOptions = {}): Promise<Answer<N>> {
  return callOver(apiHooks, name, (input ?? {}) as CallParts, options) as Promise<Answer<N>>;
}

/** A new token, if the refresh cookie still gives one. For the guards, before they send a person to the sign-in. */
function refresh(): Promise<boolean> {
  return apiHooks.refresh(accessToken());
}

/** `await api.call('acts.list', { query: { page: 2 } })`. Throws `ApiError`. A file answer is a `File` with its name. */
export const api = { call, ask, refresh };
