import { createHmac } from 'node:crypto';
import type { Parts } from '../../parts.ts';
import { deriveKey } from '../../platform/config.ts';

/** What a code is bound to while it must stay unknown whether the account exists: a keyed hash of its name. */
export function accountKey({ config }: Pick<Parts, 'config'>, name: string): string {
  return createHmac('sha256', deriveKey(config.master_key, 'account-names'))
    .update(name.toLowerCase())
    .digest('base64url');
}
