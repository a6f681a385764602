import type { Primitives } from '@kelisim/eds/primitives.ts';
import type { RevocationPort } from '@kelisim/eds/revocation/port.ts';
import type { TimestampPort } from '@kelisim/eds/timestamp/client.ts';
import type { TrustStore } from '@kelisim/eds/x509/trust.ts';

/** The trust anchors; enough to verify signatures that carry their proofs. */
export interface NcaTrust {
  trust: TrustStore;
  primitives: Primitives;
}

/** НУЦ РК as the product needs it: trust anchors, revocation and time stamps. */
export interface Nca extends NcaTrust {
  /** Asks OCSP, then revocation lists if OCSP does not answer. Never throws. */
  revocation: RevocationPort;
  /** Returns a time stamp verified against `trust`. Never throws. */
  timestamps: TimestampPort;
}
