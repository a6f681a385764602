import {
  bitString,
  boolean,
  ia5String,
  integer,
  octetString,
  oid,
  printableString,
  sequence,
  setOf,
  tagged,
  taggedPrimitive,
  utf8String,
} from '../asn1/write.ts';
import { latin1ToBytes } from '../bytes.ts';
import { OID } from '../oids.ts';
import { oidOfRight } from './rights.ts';
import type { SubjectRight } from './rights.ts';
import { readPublicKey } from './spki.ts';

/** The owner; `given_name` is the patronymic, `common_name` "ФАМИЛИЯ ИМЯ". `iin` and `bin` are 12 digits. */
export interface SubjectFields {
  common_name: string;
  surname?: string;
  given_name?: string;
  iin?: string;
  organization?: string | undefined;
  bin?: string | undefined;
  email?: string;
  country?: string;
}

/**
 * `signer`: a key for documents, with the rights of its owner. `login`: the old RSA AUTH key.
 * `authority`: a root (then without `issuer`) or an intermediate. `ocsp`, `tsa`: services of an authority.
 */
export type CertificateProfile =
  | { kind: 'signer'; rights: readonly SubjectRight[] }
  | { kind: 'login'; rights: readonly SubjectRight[] }
  | { kind: 'authority'; path_length?: number }
  | { kind: 'ocsp' }
  | { kind: 'tsa' };

/** Where the proofs of a certificate are to be had. */
export interface CertificateUrls {
  ocsp?: string;
  issuer?: string;
  crl?: string;
  delta_crl?: string;
}

/** The order of НУЦ РК's certificates of 2026. */
export function subjectName(fields: SubjectFields): Uint8Array {
  const part = (type: string, value: Uint8Array | undefined): Uint8Array[] =>
    value === undefined ? [] : [setOf(sequence(oid(type), value))];
  const utf8 = (text: string | undefined): Uint8Array | undefined =>
    text === undefined ? undefined : utf8String(text);
  const { iin, bin, email } = fields;
  return sequence(
    ...part(OID.commonName, utf8(fields.common_name)),
    ...part(OID.surname, utf8(fields.surname)),
    ...part(OID.serialNumber, iin === undefined ? undefined : printableString(`IIN${iin}`)),
    ...part(OID.country, printableString(fields.country ?? 'KZ')),
    ...part(OID.organization, utf8(fields.organization)),
    ...part(OID.organizationalUnit, utf8(bin === undefined ? undefined : `BIN${bin}`)),
    ...part(OID.givenName, utf8(fields.given_name)),
    ...part(OID.emailAddress, email === undefined ? undefined : ia5String(email)),
  );
}

export function extension(type: string, value: Uint8Array, critical = false): Uint8Array {
  return sequence(oid(type), ...(critical ? [boolean(true)] : []), octetString(value));
}

/** KeyUsage as the one byte of its first eight bits and the count of unused ones. */
const KEY_USAGE = {
  authority: bitString(Uint8Array.of(0x06), 1),
  gostSigner: bitString(Uint8Array.of(0xc8), 3),
  rsaSigner: bitString(Uint8Array.of(0xc0), 6),
  login: bitString(Uint8Array.of(0xa0), 5),
};

export function keyUsage(profile: CertificateProfile, spki: Uint8Array): Uint8Array {
  switch (profile.kind) {
    case 'authority':
      return KEY_USAGE.authority;
    case 'login':
      return KEY_USAGE.login;
    case 'signer':
      return readPublicKey(spki).algorithm === 'gost512' ? KEY_USAGE.gostSigner : KEY_USAGE.rsaSigner;
    default:
      return KEY_USAGE.rsaSigner;
  }
}

/** What the key is for: basicConstraints of an authority, extendedKeyUsage of all others. */
export function purposeExtension(profile: CertificateProfile): Uint8Array {
  if (profile.kind === 'authority') {
    const pathLength = profile.path_length === undefined ? [] : [integer(profile.path_length)];
    return extension(OID.basicConstraints, sequence(boolean(true), ...pathLength), true);
  }
  if (profile.kind === 'ocsp' || profile.kind === 'tsa') {
    return extension(
      OID.extendedKeyUsage,
      sequence(oid(profile.kind === 'ocsp' ? OID.ocspSigning : OID.timeStamping)),
      true,
    );
  }
  const purpose = profile.kind === 'signer' ? OID.emailProtection : OID.clientAuth;
  return extension(OID.extendedKeyUsage, sequence(...[purpose, ...profile.rights.map(oidOfRight)].map(oid)));
}

export function policyExtension(): Uint8Array {
  const qualifier = sequence(oid(OID.qualifierCps), ia5String('http://pki.gov.kz/cps'));
  return extension(OID.certificatePolicies, sequence(sequence(oid(OID.ncaPolicy), sequence(qualifier))));
}

function url(address: string): Uint8Array {
  return taggedPrimitive(6, latin1ToBytes(address));
}

export function distributionPoint(address: string): Uint8Array {
  return sequence(sequence(tagged(0, tagged(0, url(address)))));
}

export function accessExtension(urls: CertificateUrls | undefined): Uint8Array[] {
  const access = [
    ...(urls?.issuer === undefined ? [] : [sequence(oid(OID.accessCaIssuers), url(urls.issuer))]),
    ...(urls?.ocsp === undefined ? [] : [sequence(oid(OID.accessOcsp), url(urls.ocsp))]),
  ];
  return access.length === 0 ? [] : [extension(OID.authorityInfoAccess, sequence(...access))];
}
