import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { sql } from 'kysely';
import type { BackupTarget } from '../../adapters/backup-target/backup-target.ts';
import type { FileStore } from '../../adapters/file-store/file-store.ts';
import type { Database } from '../db/database.ts';
import { underTryLock } from '../db/under-lock.ts';
import { readVersion } from '../version.ts';
import { sealFor } from './age.ts';
import type { BackupMac } from './backup-mac.ts';
import { noteBase } from './backup-standing.ts';
import { copyFiles } from './copy-files.ts';
import type { Escrow } from './escrow.ts';
import {
  backupIdOf,
  BackupRefused,
  BackupUnderWay,
  listManifests,
  sha256Of,
  writeManifest,
  type Manifest,
} from './manifest.ts';
import { connectForReplication, identifySystem, streamFrom } from './replication.ts';
import { lockOf } from '../db/advisory-lock.ts';

/** Of the database before compression; one part is in memory at a time. */
const PART_BYTES = 16 * 2 ** 20;
const BACKUP_LOCK = lockOf('base_backup');

export interface BackupSource {
  db: Database;
  store: FileStore;
  /** A role with REPLICATION. */
  replication_url: string;
  /** Small files that the restored copy needs to start, by their paths below DATA_DIR; they are sealed. */
  installation: Record<string, Buffer>;
  /** The master keys sealed for the recovery key alone; null when "npm run escrow" was never run. */
  escrow: Escrow | null;
  master_key_id: string;
  mac: BackupMac;
  /** Names of the settings that are set. */
  settings: string[];
  /** Ends the copying at the next part. */
  signal?: AbortSignal;
}

/**
 * Copies the database while it works, then the files. Files are written once and rows follow their bytes, so files that
 * are copied after the database are a superset of what its rows name.
 * @throws {BackupUnderWay} when another process makes one
 * @throws {BackupRefused} when the place holds backups of another database
 */
export async function makeBackup(
  source: BackupSource,
  target: BackupTarget,
  recipients: readonly string[],
): Promise<Manifest> {
  const made = await underTryLock(source.db, BACKUP_LOCK, () => backUp(source, target, recipients));
  if (!made) throw new BackupUnderWay('Another backup of this database is under way.');
  return made;
}

async function backUp(
  source: BackupSource,
  target: BackupTarget,
  recipients: readonly string[],
): Promise<Manifest> {
  const { db, store } = source;
  const { now: started, postgres, name, role } = await readServer(db);
  const id = backupIdOf(started);
  const base = await copyDatabase(source, target, `base/${id}/`, recipients);
  const { now: ended } = await readServer(db);
  const small = Object.entries(source.installation).map(([path, bytes]) => [path, bytes.toString('base64')]);
  const beside = {
    'installation.age': await sealFor(recipients, Buffer.from(JSON.stringify(Object.fromEntries(small)))),
    ...(source.escrow && { 'escrow.json': Buffer.from(JSON.stringify(source.escrow)) }),
  };
  for (const [name, bytes] of Object.entries(beside)) await target.put(`base/${id}/${name}`, bytes);
  const files = await copyFiles(db, store, target, recipients, source.signal);
  const manifest = {
    id,
    product: readVersion(),
    postgres,
    database: { name, role },
    schema: await readSchema(db),
    ...base,
    started_at: started.toISOString(),
    ended_at: ended.toISOString(),
    store:
      (await db.selectFrom('file_store_claim').select(['database_id', 'epoch']).executeTakeFirst()) ?? null,
    files,
    recipients: [...recipients],
    master_key_id: source.master_key_id,
    settings: source.settings,
    beside: Object.fromEntries(Object.entries(beside).map(([name, bytes]) => [name, sha256Of(bytes)])),
  };
  const written = await writeManifest(target, manifest, source.mac);
  await noteBase(db, ended);
  return written;
}

async function readServer(
  db: Database,
): Promise<{ now: Date; postgres: string; name: string; role: string }> {
  return db
    .selectNoFrom([
      sql<Date>`clock_timestamp()`.as('now'),
      sql<string>`split_part(current_setting('server_version'), ' ', 1)`.as('postgres'),
      sql<string>`current_database()`.as('name'),
      sql<string>`current_user::text`.as('role'),
    ])
    .executeTakeFirstOrThrow();
}

async function readSchema(db: Database): Promise<Manifest['schema']> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return { newest: rows.at(-1)?.name ?? '', count: rows.length };
}

type Base = Pick<Manifest, 'system_id' | 'timeline' | 'start_lsn' | 'end_lsn' | 'parts' | 'database_bytes'>;

/** A whole copy with the log that makes it consistent, as the server's own backup sends it. */
async function copyDatabase(
  { replication_url, signal }: BackupSource,
  target: BackupTarget,
  folder: string,
  recipients: readonly string[],
): Promise<Base> {
  const client = await connectForReplication(replication_url);
  try {
    const { system_id, timeline } = await identifySystem(client);
    if ((await listManifests(target)).some((one) => one.system_id !== system_id))
      throw new BackupRefused(
        `${target.place} holds backups of another database. Give this one a place of its own.`,
      );
    const parts = makeParts(target, folder, recipients);
    let archives = 0;
    const rows = await streamFrom(
      client,
      "BASE_BACKUP (LABEL 'kelisim', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'no')",
      async (chunk) => {
        signal?.throwIfAborted();
        const kind = String.fromCharCode(chunk[0] ?? 0);
        if (kind === 'n' && ++archives > 1)
          throw new BackupRefused(
            'A database with tablespaces of its own cannot be backed up by this command.',
          );
        if (kind === 'd') await parts.add(chunk.subarray(1));
      },
    );
    await parts.end();
    return {
      system_id,
      timeline,
      start_lsn: rows[0]?.[0] ?? '',
      end_lsn: rows.at(-1)?.[0] ?? '',
      parts: parts.made,
      database_bytes: parts.bytes(),
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Cuts the stream into parts: compressed, sealed, and named by their order. */
function makeParts(target: BackupTarget, folder: string, recipients: readonly string[]) {
  const made: Manifest['parts'] = [];
  let held: Buffer[] = [];
  let held_bytes = 0;
  let bytes = 0;
  const flush = async () => {
    if (held_bytes === 0) return;
    const sealed = await sealFor(recipients, await promisify(zstdCompress)(Buffer.concat(held)));
    const name = `${folder}part-${String(made.length + 1).padStart(6, '0')}.age`;
    await target.put(name, sealed);
    made.push({ name, bytes: sealed.length, sha256: sha256Of(sealed) });
    [held, held_bytes] = [[], 0];
  };
  return {
    made,
    bytes: () => bytes,
    async add(chunk: Buffer) {
      held.push(chunk);
      held_bytes += chunk.length;
      bytes += chunk.length;
      if (held_bytes >= PART_BYTES) await flush();
    },
    end: flush,
  };
}
