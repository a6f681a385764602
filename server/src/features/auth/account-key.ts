import { createHmac } from 'node:crypto';
import type { Parts } from '../../parts.ts';
import { keysOf } from '../../platform/keyring.ts';

/**
 * What a code is bound to while it must stay unknown whether the account exists: a keyed hash of its name, and those
 * that former keys made of it.
 */
export function accountKeys({ config }: Pick<Parts, 'config'>, name: string): [string, ...string[]] {
  const [present, ...former] = keysOf(config, 'account-names');
  const hashOf = (key: Buffer) => createHmac('sha256', key).update(name.toLowerCase()).digest('base64url');
  return [hashOf(present), ...former.map(hashOf)];
}
