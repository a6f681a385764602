import { oidOf, readAsn1, smallOf, unsignedOf } from '../asn1/read.ts';
import { integer, octetString, oid, sequence } from '../asn1/write.ts';
import { concatBytes, equalBytes } from '../bytes.ts';
import { publicKeyOf } from '../gost/sign.ts';
import { streebog512 } from '../gost/streebog.ts';
import { OID } from '../oids.ts';
import type { Certificate } from '../x509/certificate.ts';

/** `scalar`: 64 bytes, little-endian, as in PKCS#8. `pkcs8`: PrivateKeyInfo (RFC 5208), DER. */
export type PrivateKey =
  | { algorithm: 'gost512'; scalar: Uint8Array }
  | { algorithm: 'rsa'; pkcs8: Uint8Array };

/** Reads PrivateKeyInfo; null for kinds of keys that cannot be signed with here, and for anything else. */
export function readPrivateKey(pkcs8: Uint8Array): PrivateKey | null {
  const info = readAsn1(pkcs8, 'der') ?? readAsn1(pkcs8, 'ber');
  const [version, algorithm, holder] = info?.children ?? [];
  const type = oidOf(algorithm?.children[0]);
  if (smallOf(version) === null || holder?.tag !== 0x04) return null;
  if (type === OID.rsaEncryption) return { algorithm: 'rsa', pkcs8: info!.raw };
  if (type !== OID.gost512Key) return null;
  const inner = readAsn1(holder.body, 'der');
  return inner?.tag === 0x04 && inner.body.length === 64
    ? { algorithm: 'gost512', scalar: inner.body.slice() }
    : null;
}

/** PrivateKeyInfo of a key, in the form НУЦ РК gives it. */
export function writePrivateKey(key: PrivateKey): Uint8Array {
  if (key.algorithm === 'rsa') return key.pkcs8;
  const parameters = sequence(oid(OID.gost512Curve), oid(OID.streebog512));
  return sequence(
    integer(0),
    sequence(oid(OID.gost512Key), parameters),
    octetString(octetString(key.scalar)),
  );
}

/** The public part of keys already counted: a bulk signing asks for the same key each time. */
const counted = new WeakMap<PrivateKey, Uint8Array | null>();

/** Whether the key is the private half of the certificate's public key. */
export function belongsTo(key: PrivateKey, certificate: Certificate): boolean {
  if (certificate.key_algorithm !== key.algorithm) return false;
  let part = counted.get(key);
  if (part === undefined) {
    part = key.algorithm === 'rsa' ? rsaModulus(key.pkcs8) : gostPoint(key.scalar);
    counted.set(key, part);
  }
  return part !== null && equalBytes(part, certificate.public_key.bytes);
}

function gostPoint(scalar: Uint8Array): Uint8Array | null {
  // No random source is at hand here. The blinding need only be unknown to others, and so is a hash of the key.
  const blinding = concatBytes(
    streebog512(concatBytes(Uint8Array.of(0), scalar)),
    streebog512(concatBytes(Uint8Array.of(1), scalar)),
  );
  try {
    return publicKeyOf(scalar, (n) => blinding.subarray(0, n));
  } catch {
    return null;
  }
}

function rsaModulus(pkcs8: Uint8Array): Uint8Array | null {
  const holder = readAsn1(pkcs8, 'ber')?.children[2];
  return holder?.tag === 0x04 ? unsignedOf(readAsn1(holder.body, 'ber')?.children[1]) : null;
}
