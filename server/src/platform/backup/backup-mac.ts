import { createHmac, timingSafeEqual } from 'node:crypto';
import { keysOf, type MasterKeys } from '../keyring.ts';

/**
 * Whoever knows a recipient can seal for it, so a seal does not tell who made a backup. A code under the master key
 * does: what was changed, made up or put elsewhere by somebody who can write to the place of backups is refused.
 */
export interface BackupMac {
  of(name: string, bytes: Uint8Array): Buffer;
  /** By the present key or a former one. */
  isRight(name: string, bytes: Uint8Array, mac: Uint8Array): boolean;
}

export const MAC_BYTES = 32;

export function makeBackupMac(keys: MasterKeys): BackupMac {
  const ring = keysOf(keys, 'backup-manifests');
  const macOf = (key: Buffer, name: string, bytes: Uint8Array) =>
    createHmac('sha256', key).update(name).update('\0').update(bytes).digest();
  return {
    of: (name, bytes) => macOf(ring[0], name, bytes),
    isRight: (name, bytes, mac) =>
      mac.length === MAC_BYTES && ring.some((key) => timingSafeEqual(macOf(key, name, bytes), mac)),
  };
}
