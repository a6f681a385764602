import type { CallName } from '@kelisim/shared/calls.ts';
import { MutationCache, QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import type { UseMutationOptions, UseQueryOptions } from '@tanstack/react-query';
import { api, apiHooks } from './api.ts';
import type { Answer, Input, InputArgs } from './api.ts';
import { awaiting } from './load-part.ts';
import type { CallOptions } from './http.ts';
import { onLocaleChange } from './i18n.ts';

/**
 * What the server said, kept for a moment. The client repeats calls by itself, so nothing is retried here.
 * A mutation that shows its own error says `meta: { quiet: true }`; of all others the app shows a toast. A query that makes
 * something by asking, and throws away what it made before, says `meta: { makes: true }`.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a call fails at once and says so: a paused one would spin endlessly.
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true, networkMode: 'offlineFirst' },
    mutations: { retry: false, networkMode: 'offlineFirst' },
  },
  mutationCache: new MutationCache({
    onError: (error, _input, _result, mutation) => {
      if (!mutation.meta?.['quiet']) apiHooks.untakenError(error);
    },
  }),
});

// What the server words comes in the language it was asked in.
onLocaleChange(() => void queryClient.invalidateQueries({ predicate: ({ meta }) => !meta?.['makes'] }));

/** The key of a call's answer in the cache. */
export function callKey<N extends CallName>(name: N, input?: Input<N>) {
  return [name, input ?? {}] as const;
}

type QueryOptions<N extends CallName, Shown> = Omit<
  UseQueryOptions<Answer<N>, Error, Shown>,
  'queryKey' | 'queryFn'
>;

/** Options of a query, for `useQuery`, `prefetchQuery`, `ensureQueryData`. */
export function callQuery<N extends CallName>(name: N, ...[input]: InputArgs<N>) {
  return queryOf(name, input);
}

function queryOf<N extends CallName>(name: N, input: Input<N> | undefined) {
  const queryKey = callKey(name, input);
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const answer = api.ask(name, input, { signal });
      return queryClient.getQueryData(queryKey) === undefined ? awaiting(answer) : answer;
    },
  };
}

/** `const acts = useCall('acts.list', { query: { page } })`: reads through the cache. */
export function useCall<N extends CallName, Shown = Answer<N>>(
  name: N,
  input?: Input<N>,
  options?: QueryOptions<N, Shown>,
) {
  return useQuery({ ...queryOf(name, input), ...options }, queryClient);
}

type Variables<N extends CallName> = Input<N> & { options?: CallOptions };
type MutationOptions<N extends CallName> = Omit<
  UseMutationOptions<Answer<N>, Error, Variables<N>>,
  'mutationFn'
> & {
  /** Names, or beginnings of names (`'acts.'`), of the calls whose answers are old now. */
  stale?: readonly string[];
};

/** `const annul = useAction('acts.annul', { stale: ['acts.', 'home.'] })`, then `annul.mutate({ params, body })`. */
export function useAction<N extends CallName>(
  name: N,
  { stale = [], onSuccess, ...options }: MutationOptions<N> = {},
) {
  return useMutation<Answer<N>, Error, Variables<N>>(
    {
      ...options,
      mutationFn: ({ options: callOptions, ...input }) => api.ask(name, input as Input<N>, callOptions),
      onSuccess: async (...args) => {
        await invalidate(stale);
        await onSuccess?.(...args);
      },
    },
    queryClient,
  );
}

/** Marks answers as old: those on the screen are read again at once. */
export async function invalidate(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => names.some((name) => String(queryKey[0]).startsWith(name)),
  });
}
