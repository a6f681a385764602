import { unarmour } from '../asn1/armour.ts';
import { octetsOf, oidOf, toDer, unsignedOf } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { integer, octetString, oid, sequence, setOf, tagged, tlv } from '../asn1/write.ts';
import { compareBytes, equalBytes, toHex } from '../bytes.ts';
import { OID } from '../oids.ts';
import { contentInfoOf } from './unsigned.ts';

/**
 * Taking signatures apart and putting them together. A SignerInfo keeps its bytes through all of it, and what it
 * signs is not touched: each signature is as good after as it was before.
 */
interface Parts {
  version: number;
  digests: Asn1[];
  content_type: string;
  content: Uint8Array | null;
  certificates: Asn1[];
  crls: Asn1[];
  signers: Asn1[];
}

function readParts(cms: Uint8Array): Parts | null {
  const bytes = unarmour(cms);
  const [type, holder] = (bytes === null ? null : contentInfoOf(bytes))?.children ?? [];
  const [version, digests, encapsulated, ...rest] = holder?.children[0]?.children ?? [];
  const signers = rest.at(-1);
  const contentType = oidOf(encapsulated?.children[0]);
  const number = unsignedOf(version)?.[0];
  if (oidOf(type) !== OID.signedData || number === undefined || digests?.tag !== 0x31) return null;
  if (contentType === null || signers?.tag !== 0x31) return null;
  const octets = encapsulated?.children[1]?.children[0];
  return {
    version: number,
    digests: [...digests.children],
    content_type: contentType,
    content: octets === undefined ? null : octetsOf(octets),
    certificates: rest.filter((field) => field.tag === 0xa0).flatMap((field) => field.children),
    crls: rest.filter((field) => field.tag === 0xa1).flatMap((field) => field.children),
    signers: [...signers.children],
  };
}

/** The same value once, in the order of first appearance. */
function unique(values: readonly Asn1[]): Uint8Array[] {
  const seen = new Map<string, Uint8Array>();
  for (const value of values) {
    const der = toDer(value);
    const key = toHex(der);
    if (!seen.has(key)) seen.set(key, der);
  }
  return [...seen.values()];
}

function writeParts(parts: Omit<Parts, 'signers'> & { signers: readonly Asn1[] }): Uint8Array {
  const certificates = unique(parts.certificates);
  const crls = unique(parts.crls);
  const content = parts.content === null ? [] : [tagged(0, octetString(parts.content))];
  const signedData = sequence(
    integer(parts.version),
    setOf(...unique(parts.digests)),
    sequence(oid(parts.content_type), ...content),
    ...(certificates.length === 0 ? [] : [setWithTag(0xa0, certificates)]),
    ...(crls.length === 0 ? [] : [setWithTag(0xa1, crls)]),
    // Signers stay in their order: readers show them so, and their bytes may be BER.
    tlv(0x31, ...parts.signers.map((one) => one.raw)),
  );
  return sequence(oid(OID.signedData), tagged(0, signedData));
}

function setWithTag(tag: number, members: readonly Uint8Array[]): Uint8Array {
  return tlv(tag, ...members.toSorted(compareBytes));
}

/**
 * One CMS of several over the same content, with all signers, certificates and lists: the form that ezSigner and
 * eGov show. Signers that stand in several of them go in once.
 * @returns null when one of them is no CMS, or they carry different contents
 */
export function mergeCms(all: readonly Uint8Array[]): Uint8Array | null {
  const parts = all.map(readParts);
  const [first] = parts;
  if (first === undefined || first === null) return null;
  const merged: Parts = { ...first, digests: [], certificates: [], crls: [], signers: [] };
  for (const one of parts) {
    if (one === null || one.content_type !== merged.content_type) return null;
    if (one.content !== null && merged.content !== null && !equalBytes(one.content, merged.content))
      return null;
    merged.content ??= one.content;
    merged.version = Math.max(merged.version, one.version);
    merged.digests.push(...one.digests);
    merged.certificates.push(...one.certificates);
    merged.crls.push(...one.crls);
    for (const signer of one.signers) {
      if (!merged.signers.some((known) => equalBytes(known.raw, signer.raw))) merged.signers.push(signer);
    }
  }
  return writeParts(merged);
}

/**
 * A detached CMS for each signer, with all certificates and lists, since those of authorities prove each of them: the
 * form in which signatures are kept here and in which the electronic document card wants them. Null when the input is no
 * CMS.
 */
export function splitCms(cms: Uint8Array): Uint8Array[] | null {
  const parts = readParts(cms);
  if (parts === null) return null;
  return parts.signers.map((signer) => {
    const digest = signer.children[2];
    return writeParts({
      ...parts,
      content: null,
      digests: digest === undefined ? parts.digests : [digest],
      signers: [signer],
    });
  });
}

/** The content that lies inside, or null: a detached signature, or no CMS at all. */
export function contentOfCms(cms: Uint8Array): Uint8Array | null {
  return readParts(cms)?.content ?? null;
}

/** The same signature with the content inside; whether it is the signed one is for `verifyCms` to say. */
export function attachContent(cms: Uint8Array, content: Uint8Array): Uint8Array | null {
  const parts = readParts(cms);
  return parts === null ? null : writeParts({ ...parts, content });
}

/** The same signature without the content. */
export function detachContent(cms: Uint8Array): Uint8Array | null {
  const parts = readParts(cms);
  return parts === null ? null : writeParts({ ...parts, content: null });
}
