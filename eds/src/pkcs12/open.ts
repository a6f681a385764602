import { octetsOf, oidOf, readFirst, toDer } from '../asn1/read.ts';
import { unarmour } from '../asn1/armour.ts';
import type { Asn1 } from '../asn1/read.ts';
import { equalBytes } from '../bytes.ts';
import { OID } from '../oids.ts';
import { parseCertificate } from '../x509/certificate.ts';
import type { Certificate } from '../x509/certificate.ts';
import { decrypt, newBudget } from './encryption.ts';
import type { Budget } from './encryption.ts';
import { loadForge } from './forge.ts';
import type { Forge } from './forge.ts';
import { checkMac } from './mac.ts';
import { belongsTo, readPrivateKey } from './private-key.ts';
import type { PrivateKey } from './private-key.ts';

export type { PrivateKey } from './private-key.ts';

/** A key with its certificate, and the certificates of authorities above it that lay in the file. */
export interface OpenedKey {
  key: PrivateKey;
  certificate: Certificate;
  chain: Certificate[];
}

export type OpenPkcs12Reason = 'wrong_password' | 'not_pkcs12' | 'no_key' | 'unsupported';
export type OpenPkcs12Result =
  | { status: 'ok'; keys: OpenedKey[] }
  | { status: 'error'; reason: OpenPkcs12Reason };

/** What every bag of a file is opened with. */
interface Opening {
  forge: Forge;
  password: string;
  budget: Budget;
}

interface Bags {
  keys: PrivateKey[];
  certificates: Certificate[];
  /** Keys of kinds that cannot be signed with here (GOST of 2004, EC). */
  strangers: number;
}

class Failure extends Error {
  readonly reason: OpenPkcs12Reason;
  constructor(reason: OpenPkcs12Reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Opens a key store (PKCS#12, RFC 7292; DER or BER, base64 too) with RSA and GOST-2015 keys, as НУЦ РК, openssl
 * and browsers make them. The password goes nowhere. Never throws.
 */
export async function openPkcs12(bytes: Uint8Array, password: string): Promise<OpenPkcs12Result> {
  try {
    const keys = await open(bytes, password);
    return { status: 'ok', keys };
  } catch (error) {
    return { status: 'error', reason: error instanceof Failure ? error.reason : 'not_pkcs12' };
  }
}

async function open(bytes: Uint8Array, password: string): Promise<OpenedKey[]> {
  const binary = unarmour(bytes);
  const outer = binary === null ? null : readFirst(binary, 'ber');
  const [version, authSafe, macData] = outer?.node.children ?? [];
  const content = authSafe === undefined ? null : contentOf(authSafe, OID.data);
  if (outer?.node.tag !== 0x30 || version?.body[0] !== 3 || content === null) throw new Failure('not_pkcs12');
  const safe = octetsOf(content);
  const opening = { forge: await loadForge(), password, budget: newBudget() };
  if (macData !== undefined) {
    const mac = checkMac(opening.forge, macData, safe, password, opening.budget);
    if (mac !== 'right') throw new Failure(mac === 'wrong' ? 'wrong_password' : 'unsupported');
  }
  const parts = readFirst(safe, 'ber');
  if (parts === null) throw new Failure('not_pkcs12');
  const bags: Bags = { keys: [], certificates: [], strangers: 0 };
  for (const part of parts.node.children) readPart(opening, part, bags);
  const keys = bags.keys.flatMap((key) => {
    const certificate = bags.certificates.find((one) => belongsTo(key, one));
    return certificate === undefined
      ? []
      : [{ key, certificate, chain: chainOf(certificate, bags.certificates) }];
  });
  if (keys.length === 0) throw new Failure(bags.strangers > 0 ? 'unsupported' : 'no_key');
  return keys;
}

/** The content [0] of a ContentInfo of that type. */
function contentOf(info: Asn1, type: string): Asn1 | null {
  const [id, holder] = info.children;
  return oidOf(id) === type && holder?.tag === 0xa0 ? (holder.children[0] ?? null) : null;
}

function readPart(opening: Opening, part: Asn1, bags: Bags): void {
  let contents: Uint8Array;
  const plain = contentOf(part, OID.data);
  if (plain !== null) contents = octetsOf(plain);
  else {
    const encrypted = contentOf(part, OID.encryptedData)?.children[1];
    const [, algorithm, data] = encrypted?.children ?? [];
    if (data === undefined) throw new Failure('unsupported');
    contents = opened(opening, algorithm, octetsOf(data));
  }
  const list = readFirst(contents, 'ber');
  if (list === null) throw new Failure('wrong_password');
  readBags(opening, list.node.children, bags, 0);
}

function readBags(opening: Opening, list: readonly Asn1[], bags: Bags, depth: number): void {
  for (const bag of list) {
    const type = oidOf(bag.children[0]);
    const value = bag.children[1]?.children[0];
    if (value === undefined) continue;
    if (type === OID.keyBag) takeKey(toDer(value), bags);
    else if (type === OID.shroudedKeyBag) {
      const data = value.children[1];
      if (data === undefined) throw new Failure('not_pkcs12');
      takeKey(opened(opening, value.children[0], octetsOf(data)), bags);
    } else if (type === OID.certBag) {
      const holder = contentOf(value, OID.x509Certificate);
      const certificate = holder === null ? null : parseCertificate(octetsOf(holder));
      if (certificate !== null) bags.certificates.push(certificate);
    } else if (type === OID.safeContentsBag && depth < 4) {
      readBags(opening, value.children, bags, depth + 1);
    }
  }
}

function opened(
  { forge, password, budget }: Opening,
  algorithm: Asn1 | undefined,
  data: Uint8Array,
): Uint8Array {
  const result = decrypt(forge, algorithm, data, password, budget);
  if ('failure' in result) throw new Failure(result.failure);
  return result.data;
}

function takeKey(pkcs8: Uint8Array, bags: Bags): void {
  const key = readPrivateKey(pkcs8);
  if (key === null) bags.strangers++;
  else bags.keys.push(key);
}

function chainOf(certificate: Certificate, all: readonly Certificate[]): Certificate[] {
  const chain: Certificate[] = [];
  let last = certificate;
  for (;;) {
    const issuer = all.find(
      (one) =>
        one !== certificate &&
        !chain.includes(one) &&
        one.is_ca &&
        equalBytes(one.subject.der, last.issuer.der),
    );
    if (issuer === undefined) return chain;
    chain.push(issuer);
    last = issuer;
  }
}
