import { createHash } from 'node:crypto';
import type { BackupTarget } from '../../adapters/backup-target/backup-target.ts';
import { Damaged, openWith, WrongKey } from './age.ts';
import { BackupRefused } from './manifest.ts';

/** Returns what was sealed; a name stands in every refusal. */
export async function fetchSealed(
  target: BackupTarget,
  name: string,
  identities: readonly string[],
  sha256?: string,
): Promise<Buffer> {
  const sealed = await target.get(name);
  if (!sealed) throw new BackupRefused(`${name} is missing in ${target.place}.`);
  if (sha256 && createHash('sha256').update(sealed).digest('hex') !== sha256)
    throw new BackupRefused(`${name} is not what was backed up: it was changed or cut off.`);
  try {
    return await openWith(identities, sealed);
  } catch (error) {
    if (error instanceof WrongKey)
      throw new BackupRefused(`${name} does not open with this recovery key: ${error.message}.`, 'key');
    if (error instanceof Damaged) throw new BackupRefused(`${name} is damaged: ${error.message}.`);
    throw error;
  }
}
