import { z } from 'zod';
import type { BackupTarget } from '../../adapters/backup-target/backup-target.ts';

/**
 * What a base backup is. Written last, so a backup without one was never finished. Not sealed: it holds no secrets, and
 * an operator without the recovery key must see what there is.
 */
export const Manifest = z.object({
  format: z.literal(1),
  id: z.string(),
  /** Of the product, as in package.json. */
  product: z.string(),
  /** Of the server, such as `18.4`. */
  postgres: z.string(),
  /** The newest migration and how many there are. */
  schema: z.object({ newest: z.string(), count: z.int() }),
  system_id: z.string(),
  timeline: z.int(),
  start_lsn: z.string(),
  end_lsn: z.string(),
  started_at: z.string(),
  /** The database can be restored to no moment before this. */
  ended_at: z.string(),
  /** Whose the file store is; null when it was not named yet. */
  store: z.object({ database_id: z.string(), epoch: z.int() }).nullable(),
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  /** Uncompressed bytes of the database. */
  database_bytes: z.int(),
  files: z.object({
    count: z.int(),
    copied: z.int(),
    copied_bytes: z.int(),
    unreadable: z.array(z.string()),
  }),
  /** Whoever holds the identity of one of them can restore. */
  recipients: z.array(z.string()),
  /** Names the master key without which sealed columns stay sealed; no part of it. */
  master_key_id: z.string(),
  /** Names of the settings that were set, for whoever sets the product up again. */
  settings: z.array(z.string()),
});
export type Manifest = z.output<typeof Manifest>;

/** `20261126T013000123Z`: backups sort by their names. */
export function backupIdOf(moment: Date): string {
  return moment.toISOString().replace(/[-:.]/g, '');
}

export async function writeManifest(target: BackupTarget, manifest: Manifest): Promise<void> {
  await target.put(
    `base/${manifest.id}/manifest.json`,
    Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
  );
}

/** The finished backups, oldest first. */
export async function listManifests(target: BackupTarget): Promise<Manifest[]> {
  const names = (await target.list('base/')).filter((name) => name.endsWith('/manifest.json'));
  const found: Manifest[] = [];
  for (const name of names) {
    const bytes = await target.get(name);
    if (bytes) found.push(readManifest(name, bytes));
  }
  return found;
}

function readManifest(name: string, bytes: Buffer): Manifest {
  try {
    return Manifest.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new BackupRefused(`${name} is no manifest that this version can read.`, { cause });
  }
}

/** A backup or a restore must not go on; the message tells the operator why. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

/** Of two processes that begin one the second is told. */
export class BackupUnderWay extends BackupRefused {
  override name = 'BackupUnderWay';
}
