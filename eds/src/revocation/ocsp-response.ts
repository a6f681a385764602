import { octetsOf, oidOf, readAsn1, wholeBitsOf } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { timeOf } from '../asn1/time.ts';
import { toHex } from '../bytes.ts';
import { OID } from '../oids.ts';
import type { Certificate } from '../x509/certificate.ts';
import { readKnownCertificate } from '../x509/known-certificates.ts';
import { nonceIn } from './ocsp-request.ts';
import type { RevocationReason, RevocationStatus } from './port.ts';
import { revocationReasonOf } from './reason-codes.ts';

/** SingleResponse of RFC 6960, 4.2.1. */
export interface OcspSingle {
  id: Asn1;
  status: RevocationStatus;
  revoked_at?: Date;
  revocation_reason?: RevocationReason;
  this_update: Date;
  next_update?: Date;
}

/** BasicOCSPResponse as read; nothing in it has been checked yet. */
export interface OcspBasic {
  /** By the DER of the name, or by hex of SHA-1 of the key. */
  responder: { name: Uint8Array } | { key_hash: string };
  produced_at: Date;
  responses: OcspSingle[];
  nonce: Uint8Array | null;
  certificates: Certificate[];
  tbs: Uint8Array;
  signature_algorithm: string;
  signature: Uint8Array;
}

const STATUS = [
  'successful',
  'malformed_request',
  'internal_error',
  'try_later',
  '',
  'sig_required',
  'unauthorized',
];

/** `refused` when the responder says so itself; null for bytes that are no OCSPResponse. */
export function parseOcspResponse(
  der: Uint8Array,
): { status: 'ok'; basic: OcspBasic } | { status: 'refused'; why: string } | null {
  const [status, holder] = readAsn1(der, 'ber')?.children ?? [];
  if (status?.tag !== 0x0a || status.body.length !== 1) return null;
  const code = status.body[0]!;
  if (code !== 0) return { status: 'refused', why: STATUS[code] ?? String(code) };
  const [type, octets] = holder?.children[0]?.children ?? [];
  if (oidOf(type) !== OID.ocspBasic || octets?.tag !== 0x04) return null;
  const basic = parseBasicOcsp(octetsOf(octets));
  return basic === null ? null : { status: 'ok', basic };
}

/** BasicOCSPResponse alone, as it stands in the attribute revocation-values of CAdES. */
export function parseBasicOcsp(der: Uint8Array): OcspBasic | null {
  const [tbs, algorithm, bits, certificates] = readAsn1(der, 'ber')?.children ?? [];
  if (tbs?.tag !== 0x30) return null;
  const fields = [...tbs.children];
  if (fields[0]?.tag === 0xa0) fields.shift();
  const [responderNode, producedNode, list, extensions] = fields;
  const responder = readResponder(responderNode);
  const produced = timeOf(producedNode);
  const signatureAlgorithm = oidOf(algorithm?.children[0]);
  const signature = wholeBitsOf(bits);
  if (responder === null || produced === null || signatureAlgorithm === null || signature === null)
    return null;
  if (list?.tag !== 0x30) return null;
  const responses = list.children.map(readSingle);
  if (responses.some((one) => one === null)) return null;
  return {
    responder,
    produced_at: produced,
    responses: responses as OcspSingle[],
    nonce: nonceIn(extensions?.children[0]),
    certificates: (certificates?.children[0]?.children ?? [])
      .map((one) => readKnownCertificate(one.raw))
      .filter((one) => one !== null),
    tbs: tbs.raw,
    signature_algorithm: signatureAlgorithm,
    signature,
  };
}

function readResponder(node: Asn1 | undefined): OcspBasic['responder'] | null {
  const inner = node?.children[0];
  if (node?.tag === 0xa1 && inner?.tag === 0x30) return { name: inner.raw };
  if (node?.tag === 0xa2 && inner?.tag === 0x04) return { key_hash: toHex(inner.body) };
  return null;
}

function readSingle(node: Asn1): OcspSingle | null {
  const [id, status, thisUpdateNode, ...rest] = node.children;
  const thisUpdate = timeOf(thisUpdateNode);
  if (id?.tag !== 0x30 || status === undefined || thisUpdate === null) return null;
  const single: OcspSingle = { id, status: 'unknown', this_update: thisUpdate };
  if (status.tag === 0x80) single.status = 'good';
  else if (status.tag === 0xa1) {
    const revokedAt = timeOf(status.children[0]);
    if (revokedAt === null) return null;
    single.status = 'revoked';
    single.revoked_at = revokedAt;
    single.revocation_reason = revocationReasonOf(status.children[1]?.children[0]?.body[0]);
  } else if (status.tag !== 0x82) return null;
  const next = rest.find((field) => field.tag === 0xa0);
  if (next !== undefined) {
    const nextUpdate = timeOf(next.children[0]);
    if (nextUpdate === null) return null;
    single.next_update = nextUpdate;
  }
  return single;
}
