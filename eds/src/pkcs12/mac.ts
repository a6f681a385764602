import { octetsOf, oidOf, smallOf } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { bytesToLatin1, equalBytes, latin1ToBytes } from '../bytes.ts';
import { OID } from '../oids.ts';
import { deriveKey, fewEnough, passwordBytes } from './encryption.ts';
import type { Budget, Pkcs12Hash } from './encryption.ts';
import type { Forge } from './forge.ts';

const HASHES: Record<string, { hash: Pkcs12Hash; size: number }> = {
  [OID.sha1]: { hash: 'sha1', size: 20 },
  [OID.sha256]: { hash: 'sha256', size: 32 },
  [OID.sha384]: { hash: 'sha384', size: 48 },
  [OID.sha512]: { hash: 'sha512', size: 64 },
};

/** HMAC of the file's content under its password (RFC 7292, B). */
export function computeMac(
  forge: Forge,
  input: { hash: Pkcs12Hash; password: Uint8Array; salt: Uint8Array; rounds: number; data: Uint8Array },
): Uint8Array {
  const size = Object.values(HASHES).find((one) => one.hash === input.hash)!.size;
  const key = deriveKey(forge, { ...input, id: 3, length: size });
  const mac = forge.hmac.create();
  mac.start(input.hash, bytesToLatin1(key));
  mac.update(bytesToLatin1(input.data));
  return latin1ToBytes(mac.digest().getBytes());
}

/** Checks MacData: tells a wrong password (or a changed file) from a right one. */
export function checkMac(
  forge: Forge,
  macData: Asn1,
  data: Uint8Array,
  password: string,
  budget: Budget,
): 'right' | 'wrong' | 'unsupported' {
  const [info, salt, count] = macData.children;
  const [algorithm, expected] = info?.children ?? [];
  const known = HASHES[oidOf(algorithm?.children[0]) ?? ''];
  const rounds = count === undefined ? 1 : smallOf(count);
  if (known === undefined || expected === undefined || salt === undefined) return 'unsupported';
  if (!fewEnough(rounds, 1, budget)) return 'unsupported';
  const matches = (secret: Uint8Array): boolean =>
    equalBytes(
      computeMac(forge, { hash: known.hash, password: secret, salt: octetsOf(salt), rounds, data }),
      octetsOf(expected),
    );
  return matches(passwordBytes(password)) ? 'right' : 'wrong';
}
