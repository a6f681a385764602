import { oidOf, readAsn1, smallOf, unsignedOf } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { timeOf } from '../asn1/time.ts';
import { toHex } from '../bytes.ts';
import { parseCms } from '../cms/parse.ts';
import type { SignedData } from '../cms/parse.ts';
import { OID } from '../oids.ts';
import { digestByOid } from '../x509/signature.ts';
import type { DigestName } from '../x509/signature.ts';

/** TSTInfo of RFC 3161, 2.4.2. */
export interface TimestampInfo {
  policy: string;
  /** Null for a hash that is not known here. */
  digest: DigestName | null;
  imprint: Uint8Array;
  /** Lower-case hex. */
  serial: string;
  gen_time: Date;
  /** How far the time may be off. */
  accuracy_ms: number | null;
  nonce: Uint8Array | null;
}

/** Reads a token: a CMS whose content is TSTInfo. Null for anything that is none; nothing is checked. */
export function parseTimestampToken(der: Uint8Array): { info: TimestampInfo; data: SignedData } | null {
  const parsed = parseCms(der);
  if ('reason' in parsed) return null;
  const data = parsed.signed_data;
  if (data.content_type !== OID.timeStampInfo || data.content === null) return null;
  const info = readInfo(readAsn1(data.content, 'ber'));
  return info === null ? null : { info, data };
}

function readInfo(node: Asn1 | null): TimestampInfo | null {
  const [version, policyNode, imprint, serialNode, timeNode, ...rest] = node?.children ?? [];
  const policy = oidOf(policyNode);
  const hash = imprint?.children[1];
  const serial = serialNode?.tag === 0x02 ? (unsignedOf(serialNode) ?? serialNode.body) : null;
  const genTime = timeOf(timeNode);
  if (smallOf(version) !== 1 || policy === null || hash?.tag !== 0x04) return null;
  if (serial === null || genTime === null) return null;
  return {
    policy,
    digest: digestByOid(oidOf(imprint!.children[0]?.children[0])),
    imprint: hash.body,
    serial: toHex(serial),
    gen_time: genTime,
    accuracy_ms: readAccuracy(rest.find((field) => field.tag === 0x30)),
    nonce: unsignedOf(rest.find((field) => field.tag === 0x02)),
  };
}

/** Seconds, [0] milliseconds, [1] microseconds, each optional. */
function readAccuracy(node: Asn1 | undefined): number | null {
  if (node === undefined) return null;
  const small = (tag: number): number =>
    node.children.find((field) => field.tag === tag)?.body.reduce((sum, byte) => sum * 256 + byte, 0) ?? 0;
  return small(0x02) * 1000 + small(0x80) + Math.ceil(small(0x81) / 1000);
}
