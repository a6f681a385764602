import { octetsOf, oidOf, smallOf } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { textToBmp } from '../asn1/strings.ts';
import { bytesToLatin1, concatBytes, latin1ToBytes, utf8ToBytes } from '../bytes.ts';
import { OID } from '../oids.ts';
import type { Forge } from './forge.ts';

/** The password as PKCS#12 counts it: UTF-16 big-endian with two zero bytes at the end (RFC 7292, B.1). */
export function passwordBytes(password: string): Uint8Array {
  return concatBytes(textToBmp(password), new Uint8Array(2));
}

export type Pkcs12Hash = 'sha1' | 'sha256' | 'sha384' | 'sha512';
const BLOCK: Record<Pkcs12Hash, number> = { sha1: 64, sha256: 64, sha384: 128, sha512: 128 };

/**
 * How many hashes one file may still cost, whatever it holds: a file asking for more is made to hang its reader. НУЦ РК
 * asks for 1,024 rounds of a few derivations, openssl for 2,048.
 */
export interface Budget {
  hashes: number;
}

export const newBudget = (): Budget => ({ hashes: 2_000_000 });

/** Key material by RFC 7292, B.2. `id`: 1 key, 2 initial vector, 3 MAC key. */
export function deriveKey(
  forge: Forge,
  input: {
    hash: Pkcs12Hash;
    id: 1 | 2 | 3;
    password: Uint8Array;
    salt: Uint8Array;
    rounds: number;
    length: number;
  },
): Uint8Array {
  const { hash, id, password, salt, rounds, length } = input;
  const v = BLOCK[hash];
  const fill = (source: Uint8Array): Uint8Array =>
    Uint8Array.from({ length: v * Math.ceil(source.length / v) }, (_, i) => source[i % source.length]!);
  const blocks = concatBytes(fill(salt), fill(password));
  const out: Uint8Array[] = [];
  for (let size = 0; size < length;) {
    let a = bytesToLatin1(concatBytes(new Uint8Array(v).fill(id), blocks));
    for (let round = 0; round < rounds; round++) a = forge.md[hash].create().update(a).digest().getBytes();
    const part = latin1ToBytes(a);
    out.push(part);
    size += part.length;
    for (let at = 0; at < blocks.length; at += v) {
      let carry = 1;
      for (let i = v - 1; i >= 0; i--) {
        carry += blocks[at + i]! + part[i % part.length]!;
        blocks[at + i] = carry & 255;
        carry >>= 8;
      }
    }
  }
  return concatBytes(...out).subarray(0, length);
}

const OLD_SCHEMES: Record<string, { kind: '3des' | 'rc2'; key: number }> = {
  [OID.pbeSha1TripleDes]: { kind: '3des', key: 24 },
  [OID.pbeSha1DoubleDes]: { kind: '3des', key: 16 },
  [OID.pbeSha1Rc2x128]: { kind: 'rc2', key: 16 },
  [OID.pbeSha1Rc2x40]: { kind: 'rc2', key: 5 },
};

const PBES2_CIPHERS: Record<string, { name: string; key: number }> = {
  [OID.aes128Cbc]: { name: 'AES-CBC', key: 16 },
  [OID.aes192Cbc]: { name: 'AES-CBC', key: 24 },
  [OID.aes256Cbc]: { name: 'AES-CBC', key: 32 },
  [OID.tripleDesCbc]: { name: '3DES-CBC', key: 24 },
};

const PBES2_HASHES: Record<string, Pkcs12Hash> = {
  [OID.hmacSha1]: 'sha1',
  [OID.hmacSha256]: 'sha256',
  [OID.hmacSha384]: 'sha384',
  [OID.hmacSha512]: 'sha512',
};

export type Decrypted = { data: Uint8Array } | { failure: 'unsupported' | 'wrong_password' };
const UNSUPPORTED: Decrypted = { failure: 'unsupported' };

/** Decrypts by the AlgorithmIdentifier of PKCS#12 (RFC 7292, C) or of PBES2 (RFC 8018). */
export function decrypt(
  forge: Forge,
  algorithm: Asn1 | undefined,
  data: Uint8Array,
  password: string,
  budget: Budget,
): Decrypted {
  const [type, parameters] = algorithm?.children ?? [];
  const id = oidOf(type);
  if (id === null || parameters === undefined) return UNSUPPORTED;
  const cipher =
    id === OID.pbes2
      ? pbes2Cipher(forge, parameters, password, budget)
      : oldCipher(forge, id, parameters, password, budget);
  if (cipher === null) return UNSUPPORTED;
  cipher.update(forge.util.createBuffer(bytesToLatin1(data)));
  if (!cipher.finish()) return { failure: 'wrong_password' };
  return { data: latin1ToBytes(cipher.output.getBytes()) };
}

type Cipher = ReturnType<Forge['cipher']['createDecipher']>;

function oldCipher(
  forge: Forge,
  id: string,
  parameters: Asn1,
  password: string,
  budget: Budget,
): Cipher | null {
  const scheme = OLD_SCHEMES[id];
  const salt = parameters.children[0];
  const rounds = smallOf(parameters.children[1]);
  // SHA-1 for a key of one or two blocks, and for a vector.
  if (scheme === undefined || salt === undefined || !fewEnough(rounds, 3, budget)) return null;
  return oldSchemeCipher(forge, { ...scheme, password, salt: octetsOf(salt), rounds, encrypt: false });
}

/** The pair of key and vector by the old key derivation, put into its cipher; also used to encrypt. */
export function oldSchemeCipher(
  forge: Forge,
  input: {
    kind: '3des' | 'rc2';
    key: number;
    password: string;
    salt: Uint8Array;
    rounds: number;
    encrypt: boolean;
  },
): Cipher {
  const common = {
    hash: 'sha1',
    password: passwordBytes(input.password),
    salt: input.salt,
    rounds: input.rounds,
  } as const;
  let raw = deriveKey(forge, { ...common, id: 1, length: input.key });
  const iv = bytesToLatin1(deriveKey(forge, { ...common, id: 2, length: 8 }));
  if (input.kind === 'rc2') {
    const create = input.encrypt ? forge.rc2.createEncryptionCipher : forge.rc2.createDecryptionCipher;
    const cipher = create(bytesToLatin1(raw), 8 * input.key);
    cipher.start(iv);
    return cipher;
  }
  if (raw.length === 16) raw = concatBytes(raw, raw.subarray(0, 8));
  const create = input.encrypt ? forge.cipher.createCipher : forge.cipher.createDecipher;
  const cipher = create('3DES-CBC', bytesToLatin1(raw));
  cipher.start({ iv });
  return cipher;
}

function pbes2Cipher(forge: Forge, parameters: Asn1, password: string, budget: Budget): Cipher | null {
  const [derivation, encryption] = parameters.children;
  const [salt, count, ...rest] = derivation?.children[1]?.children ?? [];
  const cipher = PBES2_CIPHERS[oidOf(encryption?.children[0]) ?? ''];
  const iv = encryption?.children[1];
  const rounds = smallOf(count);
  const prf = rest.find((field) => field.tag === 0x30);
  const hash = prf === undefined ? 'sha1' : PBES2_HASHES[oidOf(prf.children[0]) ?? ''];
  if (oidOf(derivation?.children[0]) !== OID.pbkdf2 || salt?.tag !== 0x04 || iv?.tag !== 0x04) return null;
  if (cipher === undefined || hash === undefined) return null;
  if (iv.body.length !== (cipher.name === 'AES-CBC' ? 16 : 8)) return null;
  // HMAC hashes twice for each block of the key.
  const blocks = Math.ceil(cipher.key / (hash === 'sha1' ? 20 : 32));
  if (!fewEnough(rounds, 2 * blocks, budget)) return null;
  const secret = bytesToLatin1(utf8ToBytes(password));
  const key = forge.pbkdf2(secret, bytesToLatin1(salt.body), rounds, cipher.key, hash);
  const decipher = forge.cipher.createDecipher(cipher.name, key);
  decipher.start({ iv: bytesToLatin1(iv.body) });
  return decipher;
}

/** Takes what `rounds` of so many hashes cost out of the budget; false when it does not suffice. */
export function fewEnough(rounds: number | null, hashes: number, budget: Budget): rounds is number {
  if (rounds === null || rounds < 1 || rounds * hashes > budget.hashes) return false;
  budget.hashes -= rounds * hashes;
  return true;
}
