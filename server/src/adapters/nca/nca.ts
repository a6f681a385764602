import type { Primitives } from '@kelisim/eds/primitives.ts';
import type { TrustStore } from '@kelisim/eds/x509/trust.ts';

/**
 * НУЦ РК as the product needs it: whom signatures are checked against. Revocation and time stamps are asked through
 * the ports of the `eds` package and are not part of a verdict yet (`not_checked`).
 */
export interface Nca {
  trust: TrustStore;
  primitives: Primitives;
}
