import { createHmac } from 'node:crypto';
import type { Parts } from '../../parts.ts';
import { deriveKey } from '../../platform/config.ts';

/** What a code for an account is bound to while nobody may know whether there is one: its name, keyed and hashed. */
export function accountKey({ config }: Pick<Parts, 'config'>, name: string): string {
  return createHmac('sha256', deriveKey(config.master_key, 'account-names'))
    .update(name.toLowerCase())
    .digest('base64url');
}
