import { curve2004, curve256 } from '../gost/curve256.ts';
import { curve512 } from '../gost/curve512.ts';
import { gost94 } from '../gost/gost94.ts';
import { streebog256, streebog512 } from '../gost/streebog.ts';
import { verifyOnCurve } from '../gost/verify.ts';
import { OID } from '../oids.ts';
import type { HashName, Primitives } from '../primitives.ts';
import { readPublicKey } from './spki.ts';
import type { KeyAlgorithm } from './spki.ts';

/** A hash by its place in CMS and certificates. SHA-1 and MD5 are known only to be refused. */
export type DigestName =
  | 'sha256'
  | 'sha384'
  | 'sha512'
  | 'streebog512'
  | 'streebog256'
  | 'gost94'
  | 'sha1'
  | 'md5';

const DIGESTS: Record<string, DigestName> = {
  [OID.sha256]: 'sha256',
  [OID.sha384]: 'sha384',
  [OID.sha512]: 'sha512',
  [OID.streebog512]: 'streebog512',
  [OID.streebog256]: 'streebog256',
  [OID.gost94]: 'gost94',
  [OID.sha1]: 'sha1',
  [OID.md5]: 'md5',
};

/** Signature algorithms; `digest` null where another field of CMS names it (plain rsaEncryption, GOST key OIDs). */
const SIGNATURES: Record<string, { key: 'rsa' | keyof typeof GOST; digest: DigestName | null }> = {
  [OID.gost512Signature]: { key: 'gost512', digest: 'streebog512' },
  [OID.gost512Key]: { key: 'gost512', digest: null },
  [OID.gost256Signature]: { key: 'gost256', digest: 'streebog256' },
  [OID.gost256Key]: { key: 'gost256', digest: null },
  [OID.gost2004Signature]: { key: 'gost2004', digest: 'gost94' },
  [OID.gost2004Key]: { key: 'gost2004', digest: null },
  [OID.rsaEncryption]: { key: 'rsa', digest: null },
  [OID.rsaSha256]: { key: 'rsa', digest: 'sha256' },
  [OID.rsaSha384]: { key: 'rsa', digest: 'sha384' },
  [OID.rsaSha512]: { key: 'rsa', digest: 'sha512' },
  [OID.rsaSha1]: { key: 'rsa', digest: 'sha1' },
  [OID.rsaMd5]: { key: 'rsa', digest: 'md5' },
};

export function digestByOid(id: string | null): DigestName | null {
  return id === null ? null : (DIGESTS[id] ?? null);
}

/** The one digest that GOST keys of each kind go with; RSA takes what is named. */
const DIGEST_OF_KEY: Partial<Record<KeyAlgorithm, DigestName>> = {
  gost512: 'streebog512',
  gost256: 'streebog256',
  gost2004: 'gost94',
};

export function isWeakDigest(digest: DigestName): boolean {
  return digest === 'sha1' || digest === 'md5';
}

export async function computeDigest(
  digest: DigestName,
  data: Uint8Array,
  primitives: Primitives,
): Promise<Uint8Array | null> {
  switch (digest) {
    case 'streebog512':
      return streebog512(data);
    case 'streebog256':
      return streebog256(data);
    case 'gost94':
      return gost94(data);
    case 'md5':
      return null;
    default:
      return primitives.hash(digest satisfies HashName, data);
  }
}

/** `good`, `bad` mathematics, a `weak` algorithm that is refused, or one that is `unsupported` here. */
export type SignatureCheck = 'good' | 'bad' | 'weak' | 'unsupported';

/** RSA keys below are refused (the old ones of НУЦ РК had 2048 bits). */
const SMALLEST_RSA_BITS = 2048;

/**
 * Checks a signature over `data` with the key of `spki`.
 *
 * @param algorithm OID of the signature algorithm
 * @param digest the digest which CMS names beside it; must agree with the algorithm
 */
export async function checkSignature(input: {
  spki: Uint8Array;
  algorithm: string;
  digest?: DigestName;
  data: Uint8Array;
  signature: Uint8Array;
  primitives: Primitives;
}): Promise<SignatureCheck> {
  const { spki, data, signature, primitives } = input;
  const named = SIGNATURES[input.algorithm];
  if (named === undefined) return 'unsupported';
  const key = readPublicKey(spki);
  const digest = named.digest ?? input.digest ?? DIGEST_OF_KEY[named.key];
  if (digest === undefined) return 'unsupported';
  if (isWeakDigest(digest)) return 'weak';
  if (key.algorithm !== named.key || (input.digest !== undefined && input.digest !== digest)) return 'bad';
  if (named.key === 'rsa') {
    if (key.bits < SMALLEST_RSA_BITS) return 'weak';
    if (digest !== 'sha256' && digest !== 'sha384' && digest !== 'sha512') return 'bad';
    return (await primitives.rsaVerify({ hash: digest, spki, data, signature })) ? 'good' : 'bad';
  }
  if (digest !== DIGEST_OF_KEY[named.key]) return 'bad';
  if (key.bytes.length === 0) return 'unsupported';
  return verifyGost(named.key, key.bytes, data, signature) ? 'good' : 'bad';
}

const GOST = {
  gost512: { size: 64, digest: streebog512, curve: curve512 },
  gost256: { size: 32, digest: streebog256, curve: () => curve256 },
  gost2004: { size: 32, digest: gost94, curve: () => curve2004 },
} as const;

/** What is judged is often judged again within a moment: as it comes in, with its proofs, in a card. */
const MOST_REMEMBERED = 256;
const remembered = new Map<string, boolean>();

/** Remembers the mathematics alone, which stay what they are; what a verdict depends on beside them is asked each time. */
function verifyGost(
  kind: keyof typeof GOST,
  key: Uint8Array,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  const { size, digest: digestOf, curve } = GOST[kind];
  if (key.length !== 2 * size || signature.length !== 2 * size) return false;
  const digest = digestOf(data);
  const asked = kind + String.fromCharCode(...key, ...digest, ...signature);
  const known = remembered.get(asked);
  if (known !== undefined) return known;
  const verdict = verifyOnCurve(curve(), size, key, digest, signature);
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size >= MOST_REMEMBERED) remembered.delete(oldest);
  remembered.set(asked, verdict);
  return verdict;
}
