import { hash, verify, type Options } from '@node-rs/argon2';

/** argon2id with 46 MiB and two passes (decisions of sign-in); the parameters travel inside the hash. The number 2 names argon2id. */
const OPTIONS: Options = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), OPTIONS);
}

export async function isPassword(password_hash: string, password: string): Promise<boolean> {
  return verify(password_hash, password.normalize('NFC'));
}

let nobody: Promise<string> | null = null;

/** A hash nobody knows the password of: an unknown account costs the same time as a wrong password. */
export function nobodysHash(): Promise<string> {
  nobody ??= hashPassword(crypto.randomUUID());
  return nobody;
}
