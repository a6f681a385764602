import { oidOf, readAsn1, unsignedOf, wholeBitsOf } from '../asn1/read.ts';
import { timeOf } from '../asn1/time.ts';
import { toHex } from '../bytes.ts';
import { readExtensions } from './extensions.ts';
import type { Extensions } from './extensions.ts';
import { readName } from './name.ts';
import type { Name } from './name.ts';
import { readPublicKey } from './spki.ts';
import type { KeyAlgorithm, PublicKey } from './spki.ts';

/** An X.509 certificate (RFC 5280) as read; nothing in it has been checked yet. */
export interface Certificate extends Omit<Extensions, 'alternative_email'> {
  der: Uint8Array;
  /** Lower-case hex without the sign byte. */
  serial: string;
  subject: Name;
  issuer: Name;
  not_before: Date;
  not_after: Date;
  key_algorithm: KeyAlgorithm;
  public_key: PublicKey;
  /** SubjectPublicKeyInfo, DER. */
  spki: Uint8Array;
  /** The signed part, DER. */
  tbs: Uint8Array;
  signature: Uint8Array;
  /** OID. */
  signature_algorithm: string;
}

/** Reads a DER certificate; null for anything that is none (PEM goes through `unarmour` before). */
export function parseCertificate(der: Uint8Array): Certificate | null {
  const [tbs, algorithm, value] = readAsn1(der, 'der')?.children ?? [];
  if (tbs?.tag !== 0x30) return null;
  const fields = [...tbs.children];
  if (fields[0]?.tag === 0xa0) fields.shift();
  const [number, innerAlgorithm, issuerNode, validity, subjectNode, spki] = fields;
  const serial = number?.tag === 0x02 && number.body.length > 0 ? (unsignedOf(number) ?? number.body) : null;
  const issuer = readName(issuerNode);
  const subject = readName(subjectNode);
  const notBefore = timeOf(validity?.children[0]);
  const notAfter = timeOf(validity?.children[1]);
  const signatureAlgorithm = oidOf(algorithm?.children[0]);
  const signature = wholeBitsOf(value);
  const extensions = readExtensions(fields.find((field) => field.tag === 0xa3)?.children[0]);
  if (serial === null || issuer === null || subject === null || notBefore === null || notAfter === null)
    return null;
  if (signatureAlgorithm === null || signature === null || extensions === null || spki?.tag !== 0x30)
    return null;
  // The algorithm stands twice, and only one of the two is signed (RFC 5280, 4.1.1.2).
  if (oidOf(innerAlgorithm?.children[0]) !== signatureAlgorithm) return null;
  const { alternative_email: alternativeEmail, ...rest } = extensions;
  if (alternativeEmail !== null) subject.email ??= alternativeEmail;
  const publicKey = readPublicKey(spki.raw);
  return {
    ...rest,
    der,
    serial: toHex(serial),
    subject,
    issuer,
    not_before: notBefore,
    not_after: notAfter,
    key_algorithm: publicKey.algorithm,
    public_key: publicKey,
    spki: spki.raw,
    tbs: tbs.raw,
    signature,
    signature_algorithm: signatureAlgorithm,
  };
}
