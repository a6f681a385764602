import { readAsn1, readLimited } from '../asn1/read.ts';
import type { Asn1, Closed } from '../asn1/read.ts';
import { sequence, tagged } from '../asn1/write.ts';
import { addUnsignedAttribute, unsignedValues } from '../cms/unsigned.ts';
import { OID } from '../oids.ts';
import { parseCrl } from './crl.ts';
import type { Crl } from './crl.ts';
import { parseBasicOcsp } from './ocsp-response.ts';
import type { OcspBasic } from './ocsp-response.ts';
import type { RevocationProof } from './port.ts';

/**
 * Keeps the proof of a certificate's status in the CMS: revocation-values (RFC 5126, 6.3.4), which the electronic
 * document card asks for. @returns null when the input is no CMS, has no such signer, or the proof is none
 */
export function embedRevocationProof(cms: Uint8Array, proof: RevocationProof, signer = 0): Uint8Array | null {
  let value: Uint8Array;
  if (proof.kind === 'crl') value = sequence(tagged(0, sequence(...proof.ders)));
  else {
    // OCSPResponse { status, [0] { type, OCTET STRING of BasicOCSPResponse } }
    const basic = readAsn1(proof.der, 'ber')?.children[1]?.children[0]?.children[1]?.body;
    if (basic === undefined) return null;
    value = sequence(tagged(1, sequence(basic)));
  }
  return addUnsignedAttribute({ cms, signer, type: OID.revocationValues, value });
}

/** RevocationValues: crlVals [0] and ocspVals [1] are lists of proofs, each of which has a reader of its own. */
export const EACH_PROOF: readonly Closed[] = [
  [0x30, 0xa0, 0x30],
  [0x30, 0xa1, 0x30],
];

/** What the attribute revocation-values holds and can be read; nothing of it has been checked. */
export function readRevocationValues(attributes: readonly Asn1[]): { ocsp: OcspBasic[]; crls: Crl[] } {
  const out: { ocsp: OcspBasic[]; crls: Crl[] } = { ocsp: [], crls: [] };
  for (const value of unsignedValues(attributes, OID.revocationValues)) {
    const read = readLimited(value.raw, 'ber', EACH_PROOF);
    if (read === null || read === 'too_complex') continue;
    for (const field of read.node.children) {
      for (const one of field.children[0]?.children ?? []) {
        const basic = field.tag === 0xa1 ? parseBasicOcsp(one.raw) : null;
        const crl = field.tag === 0xa0 ? parseCrl(one.raw) : null;
        if (basic !== null) out.ocsp.push(basic);
        if (crl !== null) out.crls.push(crl);
      }
    }
  }
  return out;
}
