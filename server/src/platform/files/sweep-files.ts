import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../adapters/file-store/file-store.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';

const DAY_MS = 86_400_000;
/** More than this and more than a twentieth of everything: then it is not the leavings of changes taken back. */
const SUSPICIOUS = 100;

/**
 * Removes objects older than a day that no row knows: what a change that was taken back has left in the store. When
 * many are unknown, the store and the database are not of one kind (a restored or a wrong database): then nothing is
 * removed and somebody is told.
 */
export async function sweepFiles(db: Database, store: FileStore, log: Log, now: Date): Promise<number> {
  const old = [];
  let total = 0;
  for await (const { key, written_at } of store.list()) {
    total++;
    if (now.getTime() - written_at.getTime() > DAY_MS) old.push(key);
  }
  const unknown = [];
  for (let from = 0; from < old.length; from += 1000) {
    const keys = old.slice(from, from + 1000);
    const rows = await db
      .selectFrom('files')
      .select('storage_key')
      .where('storage_key', 'in', keys)
      .execute();
    const known = new Set(rows.map((row) => row.storage_key));
    unknown.push(...keys.filter((key) => !known.has(key)));
  }
  if (unknown.length > SUSPICIOUS && unknown.length * 20 > total) {
    log.error({ event: 'files.unknown', unknown: unknown.length, total });
    return 0;
  }
  for (const key of unknown) await store.delete(key);
  return unknown.length;
}

/** Half-written files of a process that was killed lie directly in these folders; after a day nobody comes back. */
export async function sweepLeftovers(folders: readonly string[], now: Date): Promise<void> {
  for (const folder of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (!entry.isFile()) continue;
      const path = join(folder, entry.name);
      const written = await stat(path).catch(() => null);
      if (written && now.getTime() - written.mtime.getTime() > DAY_MS)
        await unlink(path).catch(() => undefined);
    }
  }
}
