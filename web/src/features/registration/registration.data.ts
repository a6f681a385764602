import type {
  RegistrationProgress,
  RegistrationState,
} from '@kelisim/shared/features/registration/registration.contract.ts';
import type { RegistrationKind } from '@kelisim/shared/features/registration/registration-stage.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { callKey, callQuery, queryClient, useCall } from '../../platform/query.ts';
import { useRoute } from '../../platform/route.ts';
import { useGo } from '../../ui/app-link.tsx';
import { hashKey } from './hash-key.ts';

export type { RegistrationState };

/** The branch of the address one is in. */
export function useKind(): RegistrationKind {
  return useRoute().path.startsWith('/auth/sign-up/executor') ? 'executor' : 'business';
}

export const entryOf = (kind: RegistrationKind) => `/auth/sign-up/${kind}`;

export function useHashKey(): string {
  return useSyncExternalStore(hashKey.subscribe, hashKey.current);
}

/** Where the registration of this device stands; `none` when there is no living key. */
export function useRegistration(): {
  state: RegistrationState | null;
  none: boolean;
  /** Is requested again: what is known may be of a stage ago. */
  asking: boolean;
  error: unknown;
  again: () => void;
} {
  const key = useHashKey();
  useEffect(() => hashKey.takeFromAddress(), []);
  const { data, error, refetch, isFetching } = useCall(
    'registration.stage',
    { query: { hash_key: key } },
    { enabled: key !== '', staleTime: 0 },
  );
  const ended = error instanceof ApiError && (error.status === 404 || error.status === 400);
  useEffect(() => {
    if (ended && key) hashKey.drop(key);
  }, [ended, key]);
  const none = key === '' || ended;
  return {
    state: none ? null : (data ?? null),
    none,
    asking: isFetching,
    error: none ? null : error,
    again: () => void refetch(),
  };
}

const stageQuery = (hash_key: string) => ({ query: { hash_key } });

/** Keeps what a step has answered and goes to the screen of the next one. */
function useAdvance() {
  const go = useGo();
  return async (hash_key: string, progress: RegistrationProgress) => {
    const input = stageQuery(hash_key);
    queryClient.setQueryData<RegistrationState>(
      callKey('registration.stage', input),
      (before) => before && { ...before, ...progress },
    );
    await queryClient
      .fetchQuery({ ...callQuery('registration.stage', input), staleTime: 0 })
      .catch(() => undefined);
    go(progress.redirect_url);
  };
}

type Send = (hash_key: string) => Promise<RegistrationProgress & { hash_key?: string }>;

/** Takes a step and goes on to the next one. Out of turn one is led to the step that is due. */
export function useTake(): (send: Send) => Promise<void> {
  const advance = useAdvance();
  return async (send) => {
    const before = hashKey.current();
    try {
      const progress = await send(before);
      if (progress.hash_key) hashKey.keep(progress.hash_key);
      await advance(hashKey.current(), progress);
    } catch (reason) {
      if (reason instanceof ApiError && reason.code === 'registration.wrong_stage' && before) {
        const state = await api.call('registration.stage', stageQuery(before)).catch(() => null);
        if (state) await advance(before, state);
      }
      throw reason;
    }
  };
}

/** The same for a step without a form: one at a time, with what went wrong. */
export function useStep() {
  const taking = useTake();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const take = async (send: Send) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    await taking(send).catch(setError);
    setBusy(false);
  };
  return { busy, error, take };
}
