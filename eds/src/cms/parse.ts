import { unarmour } from '../asn1/armour.ts';
import { octetsOf, oidOf, readLimited, unsignedOf } from '../asn1/read.ts';
import type { Asn1, Closed } from '../asn1/read.ts';
import { toHex } from '../bytes.ts';
import { OID } from '../oids.ts';
import type { ReasonCode } from '../reasons.ts';
import type { Certificate } from '../x509/certificate.ts';
import { readKnownCertificate } from '../x509/known-certificates.ts';

/** One SignerInfo of RFC 5652, 5.3. */
export interface SignerInfo {
  /** By issuer and serial number (DER of the name, hex of the number) or by subject key identifier (hex). */
  sid: { issuer: Uint8Array; serial: string } | { ski: string };
  /** OIDs; null where the field is broken. */
  digest_algorithm: string | null;
  signature_algorithm: string | null;
  signature: Uint8Array;
  /** The field [0] as it lay in the message; null when there is none. */
  signed_attributes: Asn1 | null;
  unsigned_attributes: readonly Asn1[];
}

export interface SignedData {
  content_type: string | null;
  /** The signed content when it is attached. */
  content: Uint8Array | null;
  certificates: Certificate[];
  /** Lists of revoked certificates as they lie in the field `crls`, DER; not read yet. */
  crls: readonly Uint8Array[];
  signers: SignerInfo[];
}

/** Each signer costs milliseconds of arithmetic, so a stranger must not order thousands of them. */
const MOST = { bytes: 256 * 1024 * 1024, signers: 100, certificates: 200 };

/** ContentInfo, [0], SignedData (RFC 5652, 5.1). */
const SIGNED_DATA = [0x30, 0xa0, 0x30];
/**
 * Each certificate, each list of revoked certificates and each value of an unsigned attribute is read by somebody else,
 * once and when it is needed: one list may have more entries than a message may have values.
 */
const READ_LATER: readonly Closed[] = [
  [...SIGNED_DATA, 0xa0],
  [...SIGNED_DATA, 0xa1],
  // signerInfos, SignerInfo, unsignedAttrs [1], Attribute, attrValues
  [...SIGNED_DATA, 0x31, 0x30, 0xa1, 0x30, 0x31],
];

/** A ContentInfo of a SignedData as one value; whether it is one has yet to be looked at. */
export function readMessage(cms: Uint8Array): { node: Asn1; end: number } | 'too_complex' | null {
  return readLimited(cms, 'ber', READ_LATER);
}

/** Reads a CMS given as DER, BER, PEM or bare base64; answers a reason when it is none. */
export function parseCms(input: Uint8Array): { signed_data: SignedData } | { reason: ReasonCode } {
  if (input.length > MOST.bytes) return { reason: 'too_complex' };
  const bytes = unarmour(input);
  const outer = bytes === null ? null : readMessage(bytes);
  if (outer === 'too_complex') return { reason: outer };
  if (bytes === null || outer === null) return { reason: 'not_cms' };
  const [type, holder] = outer.node.children;
  const body = holder?.children[0];
  if (outer.node.tag !== 0x30 || oidOf(type) !== OID.signedData) return { reason: 'not_cms' };
  if (outer.node.children.length !== 2 || holder?.tag !== 0xa0 || holder.children.length !== 1) {
    return { reason: 'not_cms' };
  }
  const signedData = body === undefined ? null : readSignedData(body);
  if (signedData === null) return { reason: 'not_cms' };
  if (signedData.signers.length > MOST.signers || signedData.certificates.length > MOST.certificates) {
    return { reason: 'too_complex' };
  }
  return outer.end === bytes.length ? { signed_data: signedData } : { reason: 'trailing_bytes' };
}

function readSignedData(node: Asn1): SignedData | null {
  const [version, digests, encapsulated, ...rest] = node.children;
  if (node.tag !== 0x30 || version?.tag !== 0x02 || digests?.tag !== 0x31 || encapsulated?.tag !== 0x30)
    return null;
  if (![1, 3, 4, 5].includes(unsignedOf(version)?.[0] ?? 0) || version.body.length !== 1) return null;
  const signerSet = rest.pop();
  if (signerSet?.tag !== 0x31 || rest.some((field) => field.tag !== 0xa0 && field.tag !== 0xa1)) return null;
  const signers: SignerInfo[] = [];
  for (const child of signerSet.children) {
    const signer = readSigner(child);
    if (signer === null) return null;
    signers.push(signer);
  }
  const content = encapsulated.children[1]?.children[0];
  const contentTagGood = content === undefined || content.tag === 0x04 || content.tag === 0x24;
  if (encapsulated.children.length > 2 || !contentTagGood) return null;
  if (encapsulated.children[1] !== undefined && encapsulated.children[1].tag !== 0xa0) return null;
  const certificates = rest
    .filter((field) => field.tag === 0xa0)
    .flatMap((field) => field.children.map((child) => readKnownCertificate(child.raw)))
    .filter((certificate) => certificate !== null);
  return {
    content_type: oidOf(encapsulated.children[0]),
    content: content === undefined ? null : octetsOf(content),
    certificates,
    // A proof of another kind stands under a tag of its own (RFC 5652, 10.2.1).
    crls: rest
      .filter((field) => field.tag === 0xa1)
      .flatMap((field) => field.children.filter((child) => child.tag === 0x30).map((child) => child.raw)),
    signers,
  };
}

function readSigner(node: Asn1): SignerInfo | null {
  const fields = [...node.children];
  const version = fields.shift();
  const sidNode = fields.shift();
  const digest = fields.shift();
  const attributes = fields[0]?.tag === 0xa0 ? fields.shift()! : null;
  const algorithm = fields.shift();
  const signature = fields.shift();
  const unsigned = fields[0]?.tag === 0xa1 ? fields.shift()! : null;
  if (node.tag !== 0x30 || version?.tag !== 0x02 || fields.length > 0) return null;
  if (digest?.tag !== 0x30 || algorithm?.tag !== 0x30) return null;
  if (signature?.tag !== 0x04 && signature?.tag !== 0x24) return null;
  const sid = readSid(sidNode);
  if (sid === null) return null;
  return {
    sid,
    digest_algorithm: oidOf(digest.children[0]),
    signature_algorithm: oidOf(algorithm.children[0]),
    signature: octetsOf(signature),
    signed_attributes: attributes,
    unsigned_attributes: unsigned?.children ?? [],
  };
}

function readSid(node: Asn1 | undefined): SignerInfo['sid'] | null {
  if (node?.tag === 0x80) return { ski: toHex(node.body) };
  const [issuer, serial] = node?.children ?? [];
  if (node?.tag !== 0x30 || issuer?.tag !== 0x30 || serial?.tag !== 0x02) return null;
  return { issuer: issuer.raw, serial: toHex(unsignedOf(serial) ?? serial.body) };
}
