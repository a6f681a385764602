import {
  asn1Null,
  integer,
  octetString,
  oid,
  sequence,
  setOf,
  tagged,
  taggedPrimitive,
  tlv,
} from '../asn1/write.ts';
import { textToBmp } from '../asn1/strings.ts';
import { bytesToLatin1, fromHex, latin1ToBytes } from '../bytes.ts';
import { OID } from '../oids.ts';
import type { Certificate } from '../x509/certificate.ts';
import { oldSchemeCipher, passwordBytes } from './encryption.ts';
import { loadForge } from './forge.ts';
import type { Forge } from './forge.ts';
import { computeMac } from './mac.ts';
import { writePrivateKey } from './private-key.ts';
import type { PrivateKey } from './private-key.ts';

/** As many as НУЦ РК takes. */
const ROUNDS = 1024;
const SALT_BYTES = 20;

/**
 * Makes a key store in the old form of НУЦ РК, which NCALayer, Kalkan and `openssl pkcs12 -legacy` read:
 * the key under 3DES, the certificates under 40-bit RC2, the whole under HMAC-SHA-1. The form protects little;
 * the password has to.
 *
 * @param input.randomBytes for salts; `crypto.getRandomValues` when left out
 * @returns DER
 */
export async function makePkcs12(input: {
  key: PrivateKey;
  certificate: Certificate;
  chain?: readonly Certificate[];
  password: string;
  randomBytes?: (n: number) => Uint8Array;
}): Promise<Uint8Array> {
  const { certificate, password, randomBytes = platformRandom } = input;
  const forge = await loadForge();
  const keyId = fromHex(certificate.ski ?? certificate.serial)!;
  const attributes = setOf(
    attribute(OID.localKeyId, octetString(keyId)),
    attribute(OID.friendlyName, tlv(0x1e, textToBmp(certificate.ski ?? certificate.serial))),
  );
  const shrouded = encrypted(forge, '3des', writePrivateKey(input.key), password, randomBytes(SALT_BYTES));
  const keyBag = sequence(
    oid(OID.shroudedKeyBag),
    tagged(0, sequence(shrouded.algorithm, octetString(shrouded.data))),
    attributes,
  );
  const certBags = [certificate, ...(input.chain ?? [])].map((one, index) =>
    sequence(
      oid(OID.certBag),
      tagged(0, sequence(oid(OID.x509Certificate), tagged(0, octetString(one.der)))),
      ...(index === 0 ? [attributes] : []),
    ),
  );
  await othersTurn();
  const closed = encrypted(forge, 'rc2', sequence(...certBags), password, randomBytes(SALT_BYTES));
  const encryptedData = sequence(
    integer(0),
    sequence(oid(OID.data), closed.algorithm, taggedPrimitive(0, closed.data)),
  );
  const safe = sequence(
    sequence(oid(OID.data), tagged(0, octetString(sequence(keyBag)))),
    sequence(oid(OID.encryptedData), tagged(0, encryptedData)),
  );
  const salt = randomBytes(SALT_BYTES);
  await othersTurn();
  const mac = computeMac(forge, {
    hash: 'sha1',
    password: passwordBytes(password),
    salt,
    rounds: ROUNDS,
    data: safe,
  });
  const macData = sequence(
    sequence(sequence(oid(OID.sha1), asn1Null()), octetString(mac)),
    octetString(salt),
    integer(ROUNDS),
  );
  return sequence(integer(3), sequence(oid(OID.data), tagged(0, octetString(safe))), macData);
}

// Browsers and Node have it; this package is compiled with the types of neither.
declare const crypto: { getRandomValues(array: Uint8Array): void };
declare function setTimeout(then: () => void): unknown;

/** A key takes tens of milliseconds: what else waits in the same thread is let in between its parts. */
function othersTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function platformRandom(n: number): Uint8Array {
  const bytes = new Uint8Array(n);
  crypto.getRandomValues(bytes);
  return bytes;
}

function attribute(type: string, value: Uint8Array): Uint8Array {
  return sequence(oid(type), setOf(value));
}

function encrypted(
  forge: Forge,
  kind: '3des' | 'rc2',
  data: Uint8Array,
  password: string,
  salt: Uint8Array,
): { algorithm: Uint8Array; data: Uint8Array } {
  const key = kind === '3des' ? 24 : 5;
  const cipher = oldSchemeCipher(forge, { kind, key, password, salt, rounds: ROUNDS, encrypt: true });
  cipher.update(forge.util.createBuffer(bytesToLatin1(data)));
  cipher.finish();
  const type = kind === '3des' ? OID.pbeSha1TripleDes : OID.pbeSha1Rc2x40;
  return {
    algorithm: sequence(oid(type), sequence(octetString(salt), integer(ROUNDS))),
    data: latin1ToBytes(cipher.output.getBytes()),
  };
}
