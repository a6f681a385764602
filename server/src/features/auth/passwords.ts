import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { bounded } from '../../platform/bounded.ts';

/** argon2id with 46 MiB and two passes (decisions of sign-in); the parameters travel inside the hash. The number 2 names argon2id. */
const OPTIONS: Options = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 2, parallelism: 1 };

/** A hash holds a core for some 50 ms. One core stays for everything else, and one of libuv's four threads for files. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
/** So many wait for some two seconds. */
const inTurn = bounded({ at_once: AT_ONCE, most_waiting: 40 * AT_ONCE, retry_after_s: 5 });

/** Throws `busy` when too many wait, like `isPassword`. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), OPTIONS));
}

export function isPassword(password_hash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(password_hash, password.normalize('NFC')));
}

let nobody: Promise<string> | null = null;

/** A hash nobody knows the password of: an unknown account costs the same time as a wrong password. */
export function nobodysHash(): Promise<string> {
  // Out of turn: a failed load would otherwise be remembered permanently.
  nobody ??= hash(crypto.randomUUID(), OPTIONS);
  return nobody;
}
