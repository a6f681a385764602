import type { Answer } from '../../platform/api.ts';
import { useCall } from '../../platform/query.ts';

export type OwnCertificate = NonNullable<Answer<'certificates.validate'>['certificate']>;
export type KeyStore = Answer<'key_store.get'>;

/** The certificate the person signs with; it changes seldom. */
export function useOwnCertificate() {
  return useCall('certificates.validate', undefined, { staleTime: 10 * 60_000 });
}
