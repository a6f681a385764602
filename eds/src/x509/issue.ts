import { time } from '../asn1/time.ts';
import { bitString, integer, octetString, oid, sequence, tagged, taggedPrimitive } from '../asn1/write.ts';
import { readAsn1, wholeBitsOf } from '../asn1/read.ts';
import { fromHex } from '../bytes.ts';
import { OID } from '../oids.ts';
import type { PrivateKey } from '../pkcs12/private-key.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from './certificate.ts';
import {
  accessExtension,
  distributionPoint,
  extension,
  keyUsage,
  policyExtension,
  purposeExtension,
  subjectName,
} from './profile.ts';
import type { CertificateProfile, CertificateUrls, SubjectFields } from './profile.ts';
import { signatureAlgorithmOf, signWith } from './sign-with.ts';

export type { CertificateProfile, CertificateUrls, SubjectFields } from './profile.ts';

export interface IssueCertificateInput {
  subject: SubjectFields;
  /** SubjectPublicKeyInfo of the owner (`gost512Spki` for a GOST key). */
  spki: Uint8Array;
  profile: CertificateProfile;
  not_before: Date;
  not_after: Date;
  /** Left out for a self-signed root: `issuer_key` is then the owner's own. */
  issuer?: Certificate;
  issuer_key: PrivateKey;
  /** Hex; by default the key identifier with its top bit cleared, as НУЦ РК does. */
  serial?: string;
  urls?: CertificateUrls;
  primitives: Primitives;
}

/**
 * Issues a certificate with the profile of НУЦ РК, for a sandbox authority and for tests.
 * GOST issuers sign with GOST 34.310-2015 over Streebog-512, RSA issuers with SHA-256.
 * @returns DER
 */
export async function issueCertificate(input: IssueCertificateInput): Promise<Uint8Array> {
  const { spki, profile, issuer, issuer_key: issuerKey, primitives, urls } = input;
  const keyId = await keyIdentifier(spki, primitives);
  const serial = input.serial === undefined ? positive(keyId) : fromHex(input.serial);
  if (serial === null) throw new Error('The serial number is not hex');
  const subject = subjectName(input.subject);
  const signatureAlgorithm = signatureAlgorithmOf(issuerKey);
  const authorityKeyId = issuer === undefined ? keyId : issuer.ski === null ? null : fromHex(issuer.ski);
  const extensions = [
    purposeExtension(profile),
    policyExtension(),
    ...(urls?.crl === undefined ? [] : [extension(OID.crlDistributionPoints, distributionPoint(urls.crl))]),
    ...(urls?.delta_crl === undefined ? [] : [extension(OID.freshestCrl, distributionPoint(urls.delta_crl))]),
    extension(OID.keyUsage, keyUsage(profile, spki), true),
    ...accessExtension(urls),
    extension(OID.subjectKeyIdentifier, octetString(keyId)),
    ...(authorityKeyId === null
      ? []
      : [extension(OID.authorityKeyIdentifier, sequence(taggedPrimitive(0, authorityKeyId)))]),
    ...(profile.kind === 'signer' || profile.kind === 'login'
      ? [extension(OID.ncaKeyStore, sequence(oid(OID.keyStorePkcs12)))]
      : []),
  ];
  const tbs = sequence(
    tagged(0, integer(2)),
    integer(serial),
    signatureAlgorithm,
    issuer === undefined ? subject : issuer.subject.der,
    sequence(time(input.not_before), time(input.not_after)),
    subject,
    spki,
    tagged(3, sequence(...extensions)),
  );
  const { signature } = await signWith(issuerKey, tbs, primitives);
  return sequence(tbs, signatureAlgorithm, bitString(signature));
}

/** SHA-1 of the content of the key's BIT STRING, inner header included: the rule of НУЦ РК and RFC 5280. */
async function keyIdentifier(spki: Uint8Array, primitives: Primitives): Promise<Uint8Array> {
  const bits = wholeBitsOf(readAsn1(spki, 'der')?.children[1]);
  if (bits === null) throw new Error('Not a SubjectPublicKeyInfo');
  return primitives.hash('sha1', bits);
}

function positive(keyId: Uint8Array): Uint8Array {
  const serial = keyId.slice();
  serial[0] = serial[0]! & 0x7f;
  return serial;
}
