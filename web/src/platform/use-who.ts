import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { useCall } from './query.ts';

/** A person in a company: whose what is kept on the device is. */
export const whoIs = (me: Me | undefined) => `${me?.id ?? 0}.${me?.company?.id ?? 0}`;

/** The guard of the page has read the person already. */
export function useWho(): string {
  const { data: me } = useCall('auth.me', undefined, { staleTime: 60_000 });
  return whoIs(me);
}
