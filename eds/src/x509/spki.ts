import { oidOf, readAsn1, unsignedOf, wholeBitsOf } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { asn1Null, bitString, octetString, oid, sequence } from '../asn1/write.ts';
import { OID } from '../oids.ts';

export type KeyAlgorithm = 'gost512' | 'gost256' | 'gost2004' | 'rsa' | 'ecdsa' | 'other';

/** What a SubjectPublicKeyInfo says. */
export interface PublicKey {
  algorithm: KeyAlgorithm;
  /** GOST: x ‖ y, each little-endian. RSA: the modulus, big-endian. Empty for other keys and foreign curves. */
  bytes: Uint8Array;
  /** Size of the key in bits; 0 when unknown. */
  bits: number;
}

const OTHER: PublicKey = { algorithm: 'other', bytes: new Uint8Array(0), bits: 0 };

/** The GOST keys that can be counted with: their only curves in Kazakhstan. */
const GOST = [
  { key: OID.gost512Key, curve: OID.gost512Curve, algorithm: 'gost512', size: 128 },
  { key: OID.gost256Key, curve: OID.gost256Curve, algorithm: 'gost256', size: 64 },
  { key: OID.gost2004Key, curve: OID.gost2004Curve, algorithm: 'gost2004', size: 64 },
] as const;

/** Reads SubjectPublicKeyInfo (RFC 5280, 4.1); unknown and broken keys come out as `other` with no bytes. */
export function readPublicKey(spki: Uint8Array): PublicKey {
  const node = readAsn1(spki, 'der');
  const algorithm = node?.children[0];
  const type = oidOf(algorithm?.children[0]);
  const bits = wholeBitsOf(node?.children[1]);
  if (bits === null) return OTHER;
  if (type === OID.rsaEncryption) {
    const modulus = unsignedOf(readAsn1(bits, 'der')?.children[0]);
    return modulus === null ? OTHER : { algorithm: 'rsa', bytes: modulus, bits: bitLength(modulus) };
  }
  if (type === OID.ecPublicKey) return { ...OTHER, algorithm: 'ecdsa' };
  for (const gost of GOST) {
    if (type !== gost.key) continue;
    const point = readAsn1(bits, 'der');
    const good = point?.tag === 0x04 && point.body.length === gost.size && curveOf(algorithm) === gost.curve;
    return { algorithm: gost.algorithm, bytes: good ? point.body : OTHER.bytes, bits: gost.size * 4 };
  }
  return OTHER;
}

function curveOf(algorithm: Asn1 | undefined): string | null {
  return oidOf(algorithm?.children[1]?.children[0]);
}

function bitLength(bytes: Uint8Array): number {
  return bytes.length === 0 ? 0 : 8 * (bytes.length - 1) + (32 - Math.clz32(bytes[0]!));
}

/** SubjectPublicKeyInfo of a GOST-512 key (x ‖ y, little-endian, 128 bytes) exactly as НУЦ РК writes it. */
export function gost512Spki(publicKey: Uint8Array): Uint8Array {
  const parameters = sequence(oid(OID.gost512Curve), oid(OID.streebog512));
  return sequence(sequence(oid(OID.gost512Key), parameters), bitString(octetString(publicKey)));
}

/** AlgorithmIdentifier with NULL parameters, the form of all algorithms here. */
export function algorithmIdentifier(type: string): Uint8Array {
  return sequence(oid(type), asn1Null());
}
