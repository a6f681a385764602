import { readAsn1, readLimited } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { OID } from '../oids.ts';
import { EACH_PROOF } from '../revocation/embed.ts';
import { readKnownCertificate } from '../x509/known-certificates.ts';
import { contentInfoOf, unsignedValues } from './unsigned.ts';

/** Where a whole certificate lies in a message, with its header. */
export interface CertificatePlace {
  start: number;
  end: number;
}

/** A time stamp may be stamped again; no honest one is stamped more often. */
const MOST_STAMPS_DEEP = 3;

/**
 * Where certificates lie in a binary CMS, from its beginning to its end: of its signers and their authorities, in its time
 * stamps, and in the answers of OCSP inside. What cannot be read is passed over.
 */
export function findCertificates(cms: Uint8Array): CertificatePlace[] {
  return certificatesIn(cms, MOST_STAMPS_DEEP)
    .filter(({ raw }) => raw.buffer === cms.buffer && readKnownCertificate(raw) !== null)
    .map(({ raw }) => {
      const start = raw.byteOffset - cms.byteOffset;
      return { start, end: start + raw.length };
    })
    .toSorted((one, other) => one.start - other.start);
}

function certificatesIn(cms: Uint8Array, deep: number): Asn1[] {
  const fields = contentInfoOf(cms)?.children[1]?.children[0]?.children ?? [];
  const attributes = (fields.at(-1)?.children ?? []).flatMap((signer) => {
    const last = signer.children.at(-1);
    return last?.tag === 0xa1 ? last.children : [];
  });
  const stamps = deep > 0 ? unsignedValues(attributes, OID.timeStampToken) : [];
  return [
    ...fields.slice(3, -1).flatMap((field) => (field.tag === 0xa0 ? field.children : [])),
    ...stamps.flatMap((stamp) => certificatesIn(stamp.raw, deep - 1)),
    ...unsignedValues(attributes, OID.revocationValues).flatMap(certificatesInProofs),
  ];
}

function certificatesInProofs(value: Asn1): readonly Asn1[] {
  const read = readLimited(value.raw, 'ber', EACH_PROOF);
  if (read === null || read === 'too_complex') return [];
  return read.node.children
    .filter((field) => field.tag === 0xa1)
    .flatMap((field) => field.children[0]?.children ?? [])
    .flatMap((answer) => readAsn1(answer.raw, 'ber')?.children[3]?.children[0]?.children ?? []);
}
