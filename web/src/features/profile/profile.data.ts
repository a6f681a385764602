import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Answer } from '../../platform/api.ts';
import { callKey, queryClient, useCall } from '../../platform/query.ts';

export type OwnCertificate = NonNullable<Answer<'certificates.validate'>['certificate']>;
export type KeyStore = Answer<'key_store.get'>;

/** The certificate the person signs with; it changes seldom. */
export function useOwnCertificate() {
  return useCall('certificates.validate', undefined, { staleTime: 10 * 60_000 });
}

/** The kept key file, null when there is none. It is forgotten as soon as nobody looks at it. */
export function useKeyStore(user_id: number) {
  return useQuery(
    {
      queryKey: callKey('key_store.get', { params: { user_id } }),
      queryFn: async ({ signal }): Promise<KeyStore | null> => {
        try {
          return await api.call('key_store.get', { params: { user_id } }, { signal });
        } catch (error) {
          if (error instanceof ApiError && error.code === 'not_found') return null;
          throw error;
        }
      },
      gcTime: 0,
    },
    queryClient,
  );
}

/** Test keys of the person, in the sandbox only. */
export function useSandboxKeys(sandbox: boolean) {
  return useCall('sandbox.keys', undefined, { enabled: sandbox, staleTime: Number.POSITIVE_INFINITY });
}
