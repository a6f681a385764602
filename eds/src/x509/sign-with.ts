import { signGost512 } from '../gost/sign.ts';
import { streebog512 } from '../gost/streebog.ts';
import { OID } from '../oids.ts';
import type { PrivateKey } from '../pkcs12/private-key.ts';
import type { Primitives } from '../primitives.ts';
import { algorithmIdentifier } from './spki.ts';

/** AlgorithmIdentifier of what `signWith` makes with the key. */
export function signatureAlgorithmOf(key: PrivateKey): Uint8Array {
  return algorithmIdentifier(key.algorithm === 'gost512' ? OID.gost512Signature : OID.rsaSha256);
}

/** Signs as certificates, lists and answers are signed: GOST over Streebog-512, RSA over SHA-256. */
export async function signWith(
  key: PrivateKey,
  data: Uint8Array,
  primitives: Primitives,
): Promise<{ algorithm: Uint8Array; signature: Uint8Array }> {
  if (key.algorithm === 'gost512') {
    const signature = signGost512(key.scalar, streebog512(data), (n) => primitives.randomBytes(n));
    return { algorithm: signatureAlgorithmOf(key), signature };
  }
  const signature = await primitives.rsaSign({ hash: 'sha256', pkcs8: key.pkcs8, data });
  return { algorithm: signatureAlgorithmOf(key), signature };
}
