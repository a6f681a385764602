import { createHash } from 'node:crypto';
import type { BackupTarget } from '../../adapters/backup-target/backup-target.ts';
import { FileMissing, type FileStore } from '../../adapters/file-store/file-store.ts';
import type { Database } from '../db/database.ts';
import { sealFor } from './age.ts';
import type { Manifest } from './manifest.ts';

const AT_ONCE = 4;

export const backupNameOf = (storage_key: string) => `files/${storage_key}.age`;

/**
 * Copies the files that the place of backups lacks. Files are looked at by the first two characters of their keys, so
 * neither side is ever listed whole. Uploads whose row is not committed yet are copied too: the commit may already be
 * in the log that is kept.
 */
export async function copyFiles(
  db: Database,
  store: FileStore,
  target: BackupTarget,
  recipients: readonly string[],
): Promise<Manifest['files']> {
  const done: Manifest['files'] = { count: 0, copied: 0, copied_bytes: 0, unreadable: [] };
  for (let first = 0; first < 256; first++) {
    const prefix = first.toString(16).padStart(2, '0');
    const wanted = await listKeys(db, prefix);
    done.count += wanted.length;
    const there = new Set(await target.list(`files/${prefix}/`));
    const missing = wanted.filter(({ storage_key }) => !there.has(backupNameOf(storage_key)));
    for (let at = 0; at < missing.length; at += AT_ONCE)
      await Promise.all(
        missing.slice(at, at + AT_ONCE).map((file) => copyOne(file, store, target, recipients, done)),
      );
  }
  return done;
}

interface WantedFile {
  storage_key: string;
  /** Null for an upload whose row is not there yet. */
  sha256: Buffer | null;
}

async function listKeys(db: Database, prefix: string): Promise<WantedFile[]> {
  // One statement, so one snapshot: the row of a file takes the place of its upload in one commit.
  return db
    .selectFrom('files')
    .select((eb) => ['storage_key', eb.ref('sha256').$castTo<Buffer | null>().as('sha256')])
    .where('storage_key', '>=', `${prefix}/`)
    .where('storage_key', '<', `${prefix}0`)
    .unionAll(
      db
        .selectFrom('file_uploads')
        .select((eb) => ['storage_key', eb.cast<Buffer | null>(eb.val(null), 'bytea').as('sha256')])
        .where('storage_key', '>=', `${prefix}/`)
        .where('storage_key', '<', `${prefix}0`)
        .where('quarantined_at', 'is', null),
    )
    .execute();
}

/** A file that is lost or damaged at the source is named in the result and does not stop the others. */
async function copyOne(
  { storage_key, sha256 }: WantedFile,
  store: FileStore,
  target: BackupTarget,
  recipients: readonly string[],
  done: Manifest['files'],
): Promise<void> {
  const bytes = await store.get(storage_key).catch((error: unknown) => {
    if (error instanceof FileMissing) return null;
    throw error;
  });
  const is_whole = bytes && (!sha256 || createHash('sha256').update(bytes).digest().equals(sha256));
  if (!is_whole) {
    if (sha256) done.unreadable.push(storage_key);
    return;
  }
  await target.put(backupNameOf(storage_key), sealFor(recipients, bytes));
  done.copied++;
  done.copied_bytes += bytes.length;
}
