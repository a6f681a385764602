import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/**
 * The file format of age (age-encryption.org/v1, C2SP) for X25519 recipients: who knows only a recipient can write, and
 * only the holder of its identity can read. Any program of age opens what is written here.
 */

/** None of the identities opens it. */
export class WrongKey extends Error {
  override name = 'WrongKey';
}

/** It was cut off or changed, or is no age file. */
export class Damaged extends Error {
  override name = 'Damaged';
}

/** Returns a new identity (`AGE-SECRET-KEY-1…`), to be kept, and its recipient (`age1…`), to be given away. */
export async function newIdentity(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** @throws when a recipient is none, or there is none */
export async function sealFor(recipients: readonly string[], bytes: Uint8Array): Promise<Buffer> {
  if (recipients.length === 0) throw new Error('nothing is sealed for nobody');
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return bufferOf(await encrypter.encrypt(bytes));
}

/**
 * @throws {WrongKey} when none of the identities opens it
 * @throws {Damaged} when a byte differs or is missing
 */
export async function openWith(identities: readonly string[], sealed: Buffer): Promise<Buffer> {
  const decrypter = new Decrypter();
  for (const identity of identities) addIdentity(decrypter, identity);
  if (identities.length === 0) throw new WrongKey('there is no recovery key');
  try {
    return bufferOf(await decrypter.decrypt(sealed));
  } catch (cause) {
    const { message } = cause as Error;
    if (message.startsWith('no identity matched'))
      throw new WrongKey('it was sealed for another key', { cause });
    throw new Damaged(`it was changed or is cut off (${message})`, { cause });
  }
}

function addIdentity(decrypter: Decrypter, identity: string): void {
  try {
    decrypter.addIdentity(identity.trim().toUpperCase());
  } catch (cause) {
    throw new WrongKey('the recovery key is mistyped or cut off', { cause });
  }
}

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
