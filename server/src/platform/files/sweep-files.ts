import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { FileStore } from '../../adapters/file-store/file-store.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { StoreClaim } from './store-claim.ts';
import { lockOf } from '../db/advisory-lock.ts';

const DAY_MS = 86_400_000;
/** As many keys in one transaction, which removing them makes some seconds long at most. */
const PAGE = 50;
/** `pg_advisory_lock`: one process sweeps, the others pass by. */
const SWEEP_LOCK = lockOf('sweep_files');

/**
 * Gives up uploads that have no file a day after they began, and removes their bytes 90 days later. Reads the journal,
 * never the store: an object that the journal does not name is not removed, whoever put it there. Entries of an earlier
 * epoch of the store are left alone. Returns how many objects were removed.
 * @throws {StoreOfAnother} when the store is not this database's any more
 */
export async function sweepUploads(
  db: Database,
  store: FileStore,
  claim: StoreClaim,
  log: Log,
): Promise<number> {
  let removed = 0;
  for (let is_full = true; is_full;) {
    await claim.check();
    const page = await db.transaction().execute(async (tx) => {
      if (!(await isOnlySweeper(tx))) return { given_up: 0, removed: 0 };
      return { given_up: await quarantine(tx), removed: await removePage(tx, store) };
    });
    removed += page.removed;
    is_full = page.given_up === PAGE || page.removed === PAGE;
  }
  if (removed > 0) log.warn({ event: 'files.removed', removed });
  return removed;
}

async function isOnlySweeper(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${SWEEP_LOCK}) as held`.execute(tx);
  return rows[0]!.held;
}

/** A transaction that still wants to add the file finds its upload given up, and is undone. */
async function quarantine(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    update file_uploads set quarantined_at = now() where storage_key in (
      select storage_key from file_uploads u
      where quarantined_at is null and begun_at < now() - interval '1 day'
        and epoch = (select epoch from file_store_claim)
        and not exists (select from files f where f.storage_key = u.storage_key)
      order by begun_at limit ${PAGE} for update skip locked)`.execute(tx);
  return Number(numAffectedRows);
}

async function removePage(tx: Tx, store: FileStore): Promise<number> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from file_uploads u
    where quarantined_at < now() - interval '90 days' and epoch = (select epoch from file_store_claim)
      and not exists (select from files f where f.storage_key = u.storage_key)
    order by quarantined_at limit ${PAGE} for update skip locked`.execute(tx);
  const keys = rows.map((row) => row.storage_key);
  await Promise.all(keys.map((key) => store.delete(key)));
  await sql`delete from file_uploads where storage_key = any(${keys}::text[])`.execute(tx);
  return keys.length;
}

/** Half-written files of a process that was killed lie directly in these folders; after a day nobody comes back. */
export async function sweepLeftovers(folders: readonly string[], now: Date): Promise<void> {
  for (const folder of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (!entry.isFile() || !/^(tmp|upload)-/.test(entry.name)) continue;
      const path = join(folder, entry.name);
      const written = await stat(path).catch(() => null);
      if (written && now.getTime() - written.mtime.getTime() > DAY_MS)
        await unlink(path).catch(() => undefined);
    }
  }
}
