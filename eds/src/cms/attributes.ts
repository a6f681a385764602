import { oidOf, toDer } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { timeOf } from '../asn1/time.ts';
import { equalBytes } from '../bytes.ts';
import { OID } from '../oids.ts';
import { digestByOid } from '../x509/signature.ts';
import type { DigestName } from '../x509/signature.ts';

/** ESSCertIDv2 of RFC 5035: which certificate the signer says is theirs. */
export interface SigningCertificate {
  /** Null for a hash that is not known here. */
  digest: DigestName | null;
  hash: Uint8Array;
}

export interface SignedAttributes {
  content_type: string | null;
  message_digest: Uint8Array;
  /** Claimed by the signer; proves nothing. */
  signing_time?: Date;
  signing_certificate: SigningCertificate | null;
  /** The older attribute of RFC 2634 with SHA-1, as authorities of time stamps still write it. */
  signing_certificate_v1: SigningCertificate | null;
}

/** Those that have one value by their definition (RFC 5652, 11; RFC 5035, 3). Others may have several. */
const SINGLE = new Set<string>([
  OID.contentType,
  OID.messageDigest,
  OID.signingTime,
  OID.signingCertificate,
  OID.signingCertificateV2,
]);

/** Null when an attribute is doubled, or one that counts has several values or a wrong form (RFC 5652, 5.3 and 11). */
export function readSignedAttributes(node: Asn1): SignedAttributes | null {
  const values = new Map<string, Asn1>();
  for (const attribute of node.children) {
    const [type, set] = attribute.children;
    const id = oidOf(type);
    if (attribute.tag !== 0x30 || id === null || set?.tag !== 0x31 || attribute.children.length !== 2)
      return null;
    const [value, ...others] = set.children;
    if (value === undefined || values.has(id) || (others.length > 0 && SINGLE.has(id))) return null;
    values.set(id, value);
  }
  const contentType = oidOf(values.get(OID.contentType));
  const digest = values.get(OID.messageDigest);
  const time = values.get(OID.signingTime);
  const signingCertificate = values.get(OID.signingCertificateV2);
  if (contentType === null || digest?.tag !== 0x04) return null;
  const out: SignedAttributes = {
    content_type: contentType,
    message_digest: digest.body,
    signing_certificate: null,
    signing_certificate_v1: null,
  };
  if (time !== undefined) {
    const date = timeOf(time);
    if (date === null) return null;
    out.signing_time = date;
  }
  if (signingCertificate !== undefined) {
    const first = signingCertificate.children[0]?.children[0];
    if (first === undefined) return null;
    out.signing_certificate = readCertificateId(first, 'sha256');
    if (out.signing_certificate === null) return null;
  }
  const older = values.get(OID.signingCertificate)?.children[0]?.children[0];
  if (older !== undefined) out.signing_certificate_v1 = readCertificateId(older, 'sha1');
  return out;
}

function readCertificateId(node: Asn1, usual: 'sha1' | 'sha256'): SigningCertificate | null {
  const fields = [...node.children];
  // The algorithm is left out when it is SHA-256 (RFC 5035, 4), and the older attribute has no place for it.
  const algorithm = fields[0]?.tag === 0x30 ? fields.shift()! : null;
  // IssuerSerial may follow; the hash says all that it does, and names can be written in several ways.
  const [hash] = fields;
  if (node.tag !== 0x30 || hash?.tag !== 0x04) return null;
  return {
    digest: algorithm === null ? usual : digestByOid(oidOf(algorithm.children[0])),
    hash: hash.body,
  };
}

/**
 * The bytes a signature over attributes may stand for: the field re-tagged as a SET (RFC 5652, 5.4), as it came
 * and in DER. For an honest DER message both are the same, and the second is not made unless the first fails.
 */
export function* signedBytes(node: Asn1): Generator<Uint8Array> {
  let as_sent: Uint8Array | null = null;
  if (!node.indefinite) {
    as_sent = node.raw.slice();
    as_sent[0] = 0x31;
    yield as_sent;
  }
  const canonical = toDer(node, 0x31);
  if (as_sent === null || !equalBytes(as_sent, canonical)) yield canonical;
}
