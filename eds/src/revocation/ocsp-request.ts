import { octetString, oid, sequence, tagged } from '../asn1/write.ts';
import { readAsn1 } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { oidOf } from '../asn1/read.ts';
import { OID } from '../oids.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { certificateId } from './certificate-id.ts';
import type { CertificateIdHash } from './certificate-id.ts';

/**
 * OCSPRequest (RFC 6960, 4.1.1) for one certificate, not signed.
 * @param input.nonce 1 to 32 random bytes that the answer must repeat; НУЦ РК answers to eight
 * @returns DER
 */
export async function buildOcspRequest(input: {
  certificate: Certificate;
  issuer: Certificate;
  hash?: CertificateIdHash;
  nonce?: Uint8Array;
  primitives: Primitives;
}): Promise<Uint8Array> {
  const { certificate, issuer, nonce, primitives } = input;
  const id = await certificateId(certificate, issuer, input.hash ?? 'sha256', primitives);
  const extensions =
    nonce === undefined
      ? []
      : [tagged(2, sequence(sequence(oid(OID.ocspNonce), octetString(octetString(nonce)))))];
  return sequence(sequence(sequence(sequence(id)), ...extensions));
}

/** What an OCSPRequest asks, for those who answer: its CertIDs and its nonce as the bytes of the extension. */
export function readOcspRequest(der: Uint8Array): { ids: Asn1[]; nonce: Uint8Array | null } | null {
  const fields = readAsn1(der, 'der')?.children[0]?.children;
  const list = fields?.find((field) => field.tag === 0x30);
  if (fields === undefined || list === undefined) return null;
  const ids = list.children.map((request) => request.children[0]);
  if (ids.length === 0 || !ids.every((id) => id?.tag === 0x30)) return null;
  const extensions = fields.find((field) => field.tag === 0xa2)?.children[0];
  return { ids: ids as Asn1[], nonce: nonceIn(extensions) };
}

/** The value of the nonce among extensions, or null. */
export function nonceIn(extensions: Asn1 | undefined): Uint8Array | null {
  const nonce = extensions?.children.find((one) => oidOf(one.children[0]) === OID.ocspNonce);
  return nonce?.children.at(-1)?.body ?? null;
}
