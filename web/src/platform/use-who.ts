import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { useCall } from './query.ts';

/** A person in a company: whose what is kept on the device is. */
export const whoIs = (me: Me | undefined) => `${me?.id ?? 0}.${me?.company?.id ?? 0}`;

/** Who is signed in: the guard of a page of a cabinet has read the person already. */
export const useMe = () => useCall('auth.me', undefined, { staleTime: 60_000 }).data;

export const useWho = () => whoIs(useMe());
