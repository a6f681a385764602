import { useCall } from './query.ts';

/** The person in his company, for what is kept on the device. The guard of the page has read him already. */
export function useWho(): string {
  const { data: me } = useCall('auth.me', undefined, { staleTime: 60_000 });
  return `${me?.id ?? 0}.${me?.company?.id ?? 0}`;
}
