import { createHash, randomBytes } from 'node:crypto';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { findByKey, type KeyedRegistration } from './registration.queries.ts';

/** So many keys of nothing from one address, and it has to wait. */
const MOST_MISSES = 20;
const WHAT = 'registration-key';

export function newKey(): string {
  return randomBytes(32).toString('hex');
}

export function keyHash(hash_key: string): Buffer {
  return createHash('sha256').update(hash_key).digest();
}

/** The living registration of a key. Unknown, ended and done are one answer; guessing is slowed down. */
export async function getRegistration(
  parts: Pick<Parts, 'db' | 'guard'>,
  hash_key: string,
  ip: string,
): Promise<KeyedRegistration> {
  if (!/^[0-9a-f]{64}$/.test(hash_key)) throw new Problem('field.hash_key', { field: 'hash_key' });
  await parts.guard.tries(WHAT, ip, MOST_MISSES);
  const registration = await findByKey(parts.db, keyHash(hash_key));
  if (registration) return registration;
  await parts.guard.failed(WHAT, ip);
  throw new Problem('not_found');
}
