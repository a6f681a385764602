import { unarmour } from '../asn1/armour.ts';
import { oidOf } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { oid, sequence, setOf, tagged, tlv } from '../asn1/write.ts';
import { OID } from '../oids.ts';
import { readMessage } from './parse.ts';

/**
 * Adds an unsigned attribute to one signer (RFC 5652, 5.3). Everything else keeps its bytes: only the lengths of
 * what lies around the attribute are rewritten, so no signature is affected.
 *
 * @param input.cms DER, BER, PEM or bare base64 of a SignedData
 * @param input.signer the place of the signer in the message, from 0
 * @returns DER as far as the input was; null when the input is no CMS or has no such signer
 */
export function addUnsignedAttribute(input: {
  cms: Uint8Array;
  signer?: number;
  type: string;
  /** One value, DER. */
  value: Uint8Array;
}): Uint8Array | null {
  const bytes = unarmour(input.cms);
  const [type, holder] = (bytes === null ? null : contentInfoOf(bytes))?.children ?? [];
  const data = holder?.children[0];
  const signers = data?.children.at(-1);
  if (oidOf(type) !== OID.signedData || data === undefined || signers?.tag !== 0x31) return null;
  const wanted = signers.children[input.signer ?? 0];
  if (wanted === undefined) return null;
  const attribute = sequence(oid(input.type), setOf(input.value));
  const changed = signers.children.map((one) => (one === wanted ? withAttribute(one, attribute) : one.raw));
  // The order of signers is kept, for others name them by their place; a SET of one needs no order at all.
  return sequence(
    type!.raw,
    tagged(0, sequence(...data.children.slice(0, -1).map((field) => field.raw), tlv(0x31, ...changed))),
  );
}

function withAttribute(signer: Asn1, attribute: Uint8Array): Uint8Array {
  const last = signer.children.at(-1);
  const kept = last?.tag === 0xa1 ? signer.children.slice(0, -1) : signer.children;
  const present = last?.tag === 0xa1 ? last.children.map((one) => one.raw) : [];
  return sequence(...kept.map((field) => field.raw), tlv(0xa1, ...present, attribute));
}

/** The whole input as one message, or null when it is none, when bytes follow it, or when it is too complex. */
export function contentInfoOf(bytes: Uint8Array): Asn1 | null {
  const read = readMessage(bytes);
  return read === null || read === 'too_complex' || read.end !== bytes.length ? null : read.node;
}

/** The values of an unsigned attribute, over all attributes of that type; each is closed, to be read by its bytes. */
export function unsignedValues(attributes: readonly Asn1[], type: string): Asn1[] {
  return attributes
    .filter((attribute) => oidOf(attribute.children[0]) === type)
    .flatMap((attribute) => attribute.children[1]?.children ?? []);
}
