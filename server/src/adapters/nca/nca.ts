import type { Primitives } from '@kelisim/eds/primitives.ts';
import type { RevocationPort } from '@kelisim/eds/revocation/port.ts';
import type { TimestampPort } from '@kelisim/eds/timestamp/client.ts';
import type { TrustStore } from '@kelisim/eds/x509/trust.ts';

/** Whom signatures are checked against; enough to judge what carries its proofs. */
export interface NcaTrust {
  trust: TrustStore;
  primitives: Primitives;
}

/** НУЦ РК as the product needs it: the roots, who knows what was revoked, and who stamps the time. */
export interface Nca extends NcaTrust {
  /** OCSP, and the lists of revoked certificates where it says nothing. Never throws. */
  revocation: RevocationPort;
  /** Stamps are checked against `trust` before they are handed out. Never throws. */
  timestamps: TimestampPort;
}
