import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { fromBech32, toBech32 } from './bech32.ts';

/**
 * The file format of age (age-encryption.org/v1, C2SP) for X25519 recipients: who knows only a recipient can write, and
 * only the holder of its identity can read. Any program of age opens what is written here.
 */
const INTRO = 'age-encryption.org/v1';
const X25519_INFO = 'age-encryption.org/v1/X25519';
const CHUNK = 65_536;
const TAG = 16;
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');
const SPKI = Buffer.from('302a300506032b656e032100', 'hex');
const NO_NONCE = Buffer.alloc(12);

/** None of the identities opens it. */
export class WrongKey extends Error {
  override name = 'WrongKey';
}

/** It was cut off or changed, or is no age file. */
export class Damaged extends Error {
  override name = 'Damaged';
}

/** Returns a new identity (`AGE-SECRET-KEY-1…`), to be kept, and its recipient (`age1…`), to be given away. */
export function newIdentity(): { identity: string; recipient: string } {
  const secret = rawPrivate(generateKeyPairSync('x25519').privateKey);
  const identity = toBech32('age-secret-key-', secret).toUpperCase();
  return { identity, recipient: recipientOf(identity) };
}

/** @throws {WrongKey} when the text is no identity */
export function recipientOf(identity: string): string {
  return toBech32('age', publicOf(readIdentity(identity)));
}

export function isRecipient(text: string): boolean {
  return fromBech32('age', text)?.length === 32;
}

/** @throws when a recipient is none */
export function sealFor(recipients: readonly string[], bytes: Uint8Array): Buffer {
  if (recipients.length === 0) throw new Error('nothing is sealed for nobody');
  const file_key = randomBytes(16);
  const stanzas = recipients.map((recipient) => wrap(file_key, recipient)).join('');
  const header = `${INTRO}\n${stanzas}---`;
  const nonce = randomBytes(16);
  const key = hkdf(file_key, nonce, 'payload');
  const out: Buffer[] = [Buffer.from(`${header} ${base64(macOf(file_key, header))}\n`), nonce];
  for (let at = 0, count = 0; at === 0 || at < bytes.length; at += CHUNK, count++) {
    const chunk = bytes.subarray(at, at + CHUNK);
    out.push(encrypt(key, chunkNonce(count, at + CHUNK >= bytes.length), chunk));
  }
  return Buffer.concat(out);
}

/**
 * @throws {WrongKey} when none of the identities opens it
 * @throws {Damaged} when a byte differs or is missing
 */
export function openWith(identities: readonly string[], sealed: Buffer): Buffer {
  const { stanzas, header, mac, payload } = readHeader(sealed);
  const file_key = findFileKey(identities, stanzas);
  if (!file_key) throw new WrongKey('it was sealed for another key');
  const wanted = macOf(file_key, header);
  if (mac.length !== wanted.length || !timingSafeEqual(mac, wanted))
    throw new Damaged('its header was changed');
  if (payload.length < 16 + TAG) throw new Damaged('it is cut off');
  const key = hkdf(file_key, payload.subarray(0, 16), 'payload');
  const body = payload.subarray(16);
  const out: Buffer[] = [];
  for (let at = 0, count = 0; at < body.length; at += CHUNK + TAG, count++) {
    const is_last = at + CHUNK + TAG >= body.length;
    const chunk = decrypt(key, chunkNonce(count, is_last), body.subarray(at, at + CHUNK + TAG));
    if (!chunk || (chunk.length === 0 && count > 0)) throw new Damaged('it was changed or is cut off');
    out.push(chunk);
  }
  return Buffer.concat(out);
}

interface Stanza {
  share: Buffer;
  wrapped: Buffer;
}

function wrap(file_key: Buffer, recipient: string): string {
  const their = fromBech32('age', recipient);
  if (their?.length !== 32) throw new Error(`"${recipient}" is no recipient of age`);
  const { privateKey } = generateKeyPairSync('x25519');
  const share = publicOf(privateKey);
  const key = wrapKey(privateKey, their, share, their);
  return `-> X25519 ${base64(share)}\n${base64(encrypt(key, NO_NONCE, file_key))}\n`;
}

function findFileKey(identities: readonly string[], stanzas: readonly Stanza[]): Buffer | null {
  for (const identity of identities) {
    const key = readIdentity(identity);
    for (const { share, wrapped } of stanzas) {
      const opened = decrypt(wrapKey(key, share, share, publicOf(key)), NO_NONCE, wrapped);
      if (opened) return opened;
    }
  }
  return null;
}

function readHeader(sealed: Buffer): { stanzas: Stanza[]; header: string; mac: Buffer; payload: Buffer } {
  const mark = sealed.indexOf('\n--- ');
  const end = mark < 0 ? -1 : sealed.indexOf('\n', mark + 5);
  if (end < 0 || !sealed.subarray(0, INTRO.length + 1).equals(Buffer.from(`${INTRO}\n`)))
    throw new Damaged('it is no sealed file');
  const lines = sealed
    .subarray(INTRO.length + 1, mark)
    .toString('latin1')
    .split('\n');
  const stanzas: Stanza[] = [];
  lines.forEach((line, at) => {
    const share = /^-> X25519 ([A-Za-z0-9+/]{43})$/.exec(line)?.[1];
    if (share) stanzas.push({ share: unbase64(share), wrapped: unbase64(lines[at + 1] ?? '') });
  });
  return {
    stanzas,
    header: sealed.subarray(0, mark + 4).toString('latin1'),
    mac: unbase64(sealed.subarray(mark + 5, end).toString('latin1')),
    payload: sealed.subarray(end + 1),
  };
}

function readIdentity(identity: string): KeyObject {
  const secret = fromBech32('age-secret-key-', identity.trim());
  if (secret?.length !== 32) throw new WrongKey('the recovery key is mistyped or cut off');
  return createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
}

function rawPrivate(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8.length);
}

function publicOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
}

function wrapKey(own: KeyObject, their: Buffer, share: Buffer, recipient: Buffer): Buffer {
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, their]), format: 'der', type: 'spki' });
  const secret = diffieHellman({ privateKey: own, publicKey });
  return hkdf(secret, Buffer.concat([share, recipient]), X25519_INFO);
}

function macOf(file_key: Buffer, header: string): Buffer {
  return createHmac('sha256', hkdf(file_key, Buffer.alloc(0), 'header'))
    .update(header, 'latin1')
    .digest();
}

function hkdf(secret: Buffer, salt: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, 32));
}

function chunkNonce(count: number, is_last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(count, 5, 6);
  nonce[11] = is_last ? 1 : 0;
  return nonce;
}

function encrypt(key: Buffer, nonce: Buffer, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG });
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < TAG) return null;
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG });
  decipher.setAuthTag(sealed.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
  } catch {
    return null;
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const unbase64 = (text: string) => Buffer.from(text, 'base64');
