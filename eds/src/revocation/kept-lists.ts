import { equalBytes } from '../bytes.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { parseCrl, type Crl } from './crl.ts';
import { judgeCrl } from './judge-crl.ts';
import type { RevocationAnswer, RevocationPort } from './port.ts';

/**
 * What base lists, each with the delta beside them, say of a certificate at the moment `at`: those that were in force
 * then, or made later, for what was known later holds for the moment as well. Null when none of them can be used.
 */
export async function judgeLists(input: {
  crls: readonly Crl[];
  certificate: Certificate;
  issuer: Certificate;
  at: Date;
  primitives: Primitives;
}): Promise<RevocationAnswer | null> {
  const { crls, certificate, issuer, at, primitives } = input;
  for (const base of crls.filter((one) => one.base_number === null)) {
    const delta = crls.find((one) => one.base_number !== null && equalBytes(one.issuer, base.issuer));
    const made = new Date(Math.max(at.getTime(), base.this_update.getTime()));
    const answer = await judgeCrl({
      base,
      ...(delta && { delta }),
      certificate,
      issuer,
      at: made,
      primitives,
    });
    if (answer.status !== 'unknown') return answer;
  }
  return null;
}

/** Lists that were kept beside a signature instead of inside it. Asks nobody; what is no list says nothing. */
export function keptLists(ders: readonly Uint8Array[], primitives: Primitives): RevocationPort {
  const crls = ders.map(parseCrl).filter((crl) => crl !== null);
  return {
    async check(question) {
      const answer = await judgeLists({ ...question, crls, primitives });
      return answer ?? { status: 'unknown', source: 'crl', failure: 'no_source' };
    },
  };
}
