import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deriveKey, readConfig, type Config } from './config.ts';
import type { Purpose } from './key-purposes.ts';
import { seal, unseal } from './seal.ts';

export type MasterKeys = Pick<Config, 'master_key' | 'former_master_keys'>;

/** The keys of settings, or of the sandbox that is there; null where neither is. Makes none. */
export function readMasterKeys(env: Record<string, string | undefined>): MasterKeys | null {
  const kept = join(resolve(env.DATA_DIR || '.data'), 'master-key');
  if (!env.MASTER_KEY && !existsSync(kept)) return null;
  const { MASTER_KEY, FORMER_MASTER_KEYS } = env;
  const { master_key, former_master_keys } = readConfig({
    SANDBOX: 'on',
    DATA_DIR: env.DATA_DIR,
    MASTER_KEY,
    FORMER_MASTER_KEYS,
  });
  return { master_key, former_master_keys };
}

/** The keys of one purpose: the present one, then those that earlier master keys gave. */
export function keysOf(
  { master_key, former_master_keys }: MasterKeys,
  purpose: Purpose,
): [Buffer, ...Buffer[]] {
  return [deriveKey(master_key, purpose), ...former_master_keys.map((key) => deriveKey(key, purpose))];
}

/** A text as the present key signs it (HMAC-SHA-256), then as earlier ones did. */
export function macsOf(master_keys: MasterKeys, purpose: Purpose, text: string): [Buffer, ...Buffer[]] {
  const [present, ...former] = keysOf(master_keys, purpose);
  const macOf = (key: Buffer) => createHmac('sha256', key).update(text).digest();
  return [macOf(present), ...former.map(macOf)];
}

/**
 * Encryption with a replaceable key: new bytes are sealed under the present master key, and bytes sealed earlier still
 * open until they are sealed again.
 */
export interface Keyring {
  seal(context: string, bytes: Uint8Array): Buffer;
  /** Throws when no key of the ring opens it, or a byte or the context differs. */
  open(context: string, sealed: Buffer): Buffer;
  /** The same bytes under the present key; null when they are under it already. Throws as `open` does. */
  reseal(context: string, sealed: Buffer): Buffer | null;
}

export function makeKeyring(master_keys: MasterKeys, purpose: Purpose): Keyring {
  const keys = keysOf(master_keys, purpose);
  const [present] = keys;
  const open = (context: string, sealed: Buffer) => {
    let failure: unknown;
    for (const key of keys) {
      try {
        return { bytes: unseal(key, context, sealed), is_present: key === present };
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
  return {
    seal: (context, bytes) => seal(present, context, bytes),
    open: (context, sealed) => open(context, sealed).bytes,
    reseal(context, sealed) {
      const { bytes, is_present } = open(context, sealed);
      return is_present ? null : seal(present, context, bytes);
    },
  };
}
