import type { Asn1 } from '../asn1/read.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { readRevocationValues } from './embed.ts';
import { judgeOcsp } from './judge-ocsp.ts';
import { judgeLists } from './kept-lists.ts';
import type { RevocationAnswer } from './port.ts';

/** The electronic document card takes a proof made up to so long before the stamped time. */
const BEFORE_MS = 5 * 60_000;

/**
 * What the proofs inside a CMS say of its signer at the moment `at`: an answer of OCSP made then or later, else lists
 * that were in force then. Null when there is none that can be used.
 */
export async function judgeEmbeddedProof(input: {
  attributes: readonly Asn1[];
  certificate: Certificate;
  issuer: Certificate;
  at: Date;
  primitives: Primitives;
}): Promise<RevocationAnswer | null> {
  const { at, certificate, issuer, primitives } = input;
  const { ocsp, crls } = readRevocationValues(input.attributes);
  for (const basic of ocsp) {
    // What was known later holds for the moment as well, so the answer is judged at the time when it was made.
    if (basic.produced_at.getTime() < at.getTime() - BEFORE_MS) continue;
    const made = basic.produced_at;
    const answer = await judgeOcsp({ basic, certificate, issuer, at: made, primitives });
    if (answer.status !== 'unknown') return answer;
  }
  return judgeLists({ crls, certificate, issuer, at, primitives });
}
