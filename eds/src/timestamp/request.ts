import { oidOf, readAsn1, smallOf, unsignedOf } from '../asn1/read.ts';
import { boolean, integer, octetString, oid, sequence } from '../asn1/write.ts';
import { OID } from '../oids.ts';
import { algorithmIdentifier } from '../x509/spki.ts';
import { digestByOid } from '../x509/signature.ts';
import type { DigestName } from '../x509/signature.ts';

/** The hash of what is stamped. */
export interface Imprint {
  digest: Exclude<DigestName, 'md5' | 'gost94'>;
  hash: Uint8Array;
}

/**
 * TimeStampReq (RFC 3161, 2.4.1), which asks for the authority's certificate to come along.
 * @param input.nonce big-endian, up to 8 bytes; the answer must repeat it
 * @param input.policy of НУЦ РК: `OID.ncaTimeStampPolicy` for GOST 34.310-2015
 * @returns DER
 */
export function buildTimestampRequest(input: {
  imprint: Imprint;
  policy?: string;
  nonce?: Uint8Array;
}): Uint8Array {
  const { imprint, policy, nonce } = input;
  return sequence(
    integer(1),
    sequence(algorithmIdentifier(OID[imprint.digest]), octetString(imprint.hash)),
    ...(policy === undefined ? [] : [oid(policy)]),
    ...(nonce === undefined ? [] : [integer(nonce)]),
    boolean(true),
  );
}

/** What a request asks, for those who answer; null for anything that is none. */
export function readTimestampRequest(der: Uint8Array): {
  /** AlgorithmIdentifier and hash as they came. */
  imprint_der: Uint8Array;
  digest: DigestName | null;
  policy: string | null;
  nonce: Uint8Array | null;
  certificate_wanted: boolean;
} | null {
  const [version, imprint, ...rest] = readAsn1(der, 'der')?.children ?? [];
  if (smallOf(version) !== 1 || imprint?.tag !== 0x30 || imprint.children[1]?.tag !== 0x04) return null;
  return {
    imprint_der: imprint.raw,
    digest: digestByOid(oidOf(imprint.children[0]?.children[0])),
    policy: oidOf(rest.find((field) => field.tag === 0x06)),
    nonce: unsignedOf(rest.find((field) => field.tag === 0x02)),
    certificate_wanted: (rest.find((field) => field.tag === 0x01)?.body[0] ?? 0) !== 0,
  };
}
