import { oidOf, readAsn1, unsignedOf, wholeBitsOf } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { integer, octetString, sequence } from '../asn1/write.ts';
import { equalBytes, fromHex, toHex } from '../bytes.ts';
import { OID } from '../oids.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { computeDigest, digestByOid } from '../x509/signature.ts';
import { algorithmIdentifier } from '../x509/spki.ts';

/** Hashes that may name a certificate. They protect nothing here, so SHA-1 is as good as another. */
export type CertificateIdHash = 'sha1' | 'sha256';

/** CertID of RFC 6960, 4.1.1: by hashes of the issuer's name and key, and the serial number. */
export async function certificateId(
  certificate: Pick<Certificate, 'serial'>,
  issuer: Certificate,
  hash: CertificateIdHash,
  primitives: Primitives,
): Promise<Uint8Array> {
  return sequence(
    algorithmIdentifier(OID[hash]),
    octetString(await primitives.hash(hash, issuer.subject.der)),
    octetString(await primitives.hash(hash, keyBits(issuer))),
    integer(fromHex(certificate.serial)!),
  );
}

/** Whether a CertID, by whatever hash, names this certificate of this issuer. */
export async function isNamedById(
  id: Asn1,
  certificate: Pick<Certificate, 'serial'>,
  issuer: Certificate,
  primitives: Primitives,
): Promise<boolean> {
  const [algorithm, name, key, serial] = id.children;
  const number = unsignedOf(serial) ?? serial?.body;
  if (number === undefined || toHex(number) !== certificate.serial) return false;
  const digest = digestByOid(oidOf(algorithm?.children[0]));
  if (digest === null || name?.tag !== 0x04 || key?.tag !== 0x04) return false;
  const ofName = await computeDigest(digest, issuer.subject.der, primitives);
  const ofKey = await computeDigest(digest, keyBits(issuer), primitives);
  return ofName !== null && ofKey !== null && equalBytes(ofName, name.body) && equalBytes(ofKey, key.body);
}

/** The content of the BIT STRING of a key, which is what OCSP hashes. */
export function keyBits(certificate: Certificate): Uint8Array {
  return wholeBitsOf(readAsn1(certificate.spki, 'der')?.children[1]) ?? new Uint8Array(0);
}
