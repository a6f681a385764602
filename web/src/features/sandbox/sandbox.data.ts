import type { Answer } from '../../platform/api.ts';
import { callQuery, queryClient, useCall } from '../../platform/query.ts';

export type PhonePerson = Answer<'sandbox.phone_keys'>[number];

const forever = { staleTime: Number.POSITIVE_INFINITY };

/** Everybody of the demo data with test keys. */
export function usePhonePeople() {
  return useCall('sandbox.phone_keys', undefined, forever);
}

/** Pages of the sandbox are there only while it is on: elsewhere its calls do not exist. */
export async function isSandbox(): Promise<boolean> {
  return await queryClient.ensureQueryData({ ...callQuery('sandbox.sign_ins'), ...forever }).then(
    () => true,
    () => false,
  );
}
