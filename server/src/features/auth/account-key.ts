import type { Parts } from '../../parts.ts';
import { macsOf } from '../../platform/keyring.ts';

/**
 * What a code is bound to while it must stay unknown whether the account exists: a keyed hash of its name, and those
 * that former keys made of it.
 */
export function accountKeys({ config }: Pick<Parts, 'config'>, name: string): [string, ...string[]] {
  const [present, ...former] = macsOf(config, 'account-names', name.toLowerCase());
  const textOf = (mac: Buffer) => mac.toString('base64url');
  return [textOf(present), ...former.map(textOf)];
}
