import type { CallName } from '@kelisim/shared/calls.ts';
import type { Answer, Input } from './api.ts';
import { callKey, queryClient } from './query.ts';

type TakeBack = () => void;

/**
 * Writes into the kept answers of a call what it will say once a deed is done, and returns what takes that back.
 * @param input of the answers that change; those that say more are meant too, and `{}` means all
 */
export async function showAhead<N extends CallName>(
  name: N,
  input: Input<N> | Record<never, never>,
  change: (shown: Answer<N>) => Answer<N>,
): Promise<TakeBack> {
  const filter = { queryKey: callKey(name, input as Input<N>) };
  // An answer that is on its way was given before the deed.
  await queryClient.cancelQueries(filter);
  const before = queryClient.getQueriesData<Answer<N>>(filter);
  queryClient.setQueriesData<Answer<N>>(filter, (shown) => shown && change(shown));
  return () => {
    for (const [key, shown] of before) queryClient.setQueryData(key, shown);
    void queryClient.invalidateQueries(filter);
  };
}

/** A small deed that is shown before its answer. When it throws, the old is back. */
export async function doAhead<T>(shown: readonly Promise<TakeBack>[], deed: () => Promise<T>): Promise<T> {
  const taken = await Promise.all(shown);
  try {
    return await deed();
  } catch (error) {
    for (const takeBack of taken) takeBack();
    throw error;
  }
}

/**
 * The same for `useAction`, as a part of its options. Money and signatures wait for the answer.
 *
 *     useAction('notices.choose', ahead(({ body }) => [showAhead('notices.choices', {}, (shown) => …)]))
 */
export function ahead<V>(show: (input: V) => readonly Promise<TakeBack>[]) {
  return {
    onMutate: (input: V) => Promise.all(show(input)),
    onError: (_error: Error, _input: V, shown: unknown) => {
      for (const takeBack of shown as TakeBack[]) takeBack();
    },
  };
}
