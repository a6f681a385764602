import { createHash } from 'node:crypto';
import { sql } from 'kysely';
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
  signal?: AbortSignal,
): Promise<Manifest['files']> {
  const done: Manifest['files'] = { count: 0, copied: 0, copied_bytes: 0, unreadable: [] };
  for (let first = 0; first < 256; first++) {
    signal?.throwIfAborted();
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
): Promise<boolean> {
  const bytes = await store.get(storage_key).catch((error: unknown) => {
    if (error instanceof FileMissing) return null;
    throw error;
  });
  const is_whole = bytes && (!sha256 || createHash('sha256').update(bytes).digest().equals(sha256));
  if (!is_whole) {
    if (sha256) done.unreadable.push(storage_key);
    return false;
  }
  await target.put(backupNameOf(storage_key), await sealFor(recipients, bytes));
  done.copied++;
  done.copied_bytes += bytes.length;
  return true;
}

export interface FilesCopier {
  /** Copies what has come since the last time. */
  copyNew(): Promise<void>;
}

/**
 * Keeps the place of backups up to date without looking at all files again: after one whole look only rows of the last
 * hour and uploads under way are asked for.
 */
export function makeFilesCopier(
  db: Database,
  store: FileStore,
  target: BackupTarget,
  recipients: readonly string[],
): FilesCopier {
  let settled: number | null = null;
  let known = new Set<string>();
  const done: Manifest['files'] = { count: 0, copied: 0, copied_bytes: 0, unreadable: [] };
  return {
    async copyNew() {
      const next = await findSettled(db);
      if (settled === null) await copyFiles(db, store, target, recipients);
      else {
        const recent = await listRecent(db, settled);
        const still_known = new Set<string>();
        for (const file of recent) {
          const { storage_key } = file;
          if (known.has(storage_key) || (await copyOne(file, store, target, recipients, done)))
            still_known.add(storage_key);
        }
        known = still_known;
      }
      settled = next;
    },
  };
}

/** The newest id below which nothing can come any more. */
async function findSettled(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from files where created_at < now() - interval '1 hour' order by id desc limit 1`.execute(db);
  return Number(rows[0]?.id ?? 0);
}

/** In one statement, so in one snapshot: the row of a file takes the place of its upload in one commit. */
async function listRecent(db: Database, after: number): Promise<WantedFile[]> {
  const { rows } = await sql<WantedFile>`
    select storage_key, sha256 from files where id > ${after}
    union all select storage_key, null from file_uploads where quarantined_at is null`.execute(db);
  return rows;
}
