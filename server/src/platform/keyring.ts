import { createHash } from 'node:crypto';
import { deriveKey, type Config } from './config.ts';
import { seal, unseal } from './seal.ts';

/**
 * Encryption with a replaceable key: new bytes are sealed under the current master key, and bytes sealed earlier still
 * open until they are sealed again.
 */
export interface Keyring {
  /** Names the present key; no part of it. */
  key_id: string;
  seal(context: string, bytes: Uint8Array): { key_id: string; sealed: Buffer };
  /** Throws when the key is not there any more, or a byte or the context differs. */
  open(context: string, key_id: string, sealed: Buffer): Buffer;
}

export function makeKeyring(
  { master_key, former_master_keys }: Pick<Config, 'master_key' | 'former_master_keys'>,
  purpose: string,
): Keyring {
  const keys = new Map(
    [master_key, ...former_master_keys].map((master) => {
      const key = deriveKey(master, purpose);
      return [idOf(key), key];
    }),
  );
  const key_id = idOf(deriveKey(master_key, purpose));
  return {
    key_id,
    seal: (context, bytes) => ({ key_id, sealed: seal(keys.get(key_id)!, context, bytes) }),
    open(context, id, sealed) {
      const key = keys.get(id);
      if (!key) throw new Error(`the key ${id} is not among MASTER_KEY and FORMER_MASTER_KEYS`);
      return unseal(key, context, sealed);
    },
  };
}

function idOf(key: Buffer): string {
  return createHash('sha256').update('id\0').update(key).digest('hex').slice(0, 16);
}
