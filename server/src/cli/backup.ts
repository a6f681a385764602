/**
 * `npm run backup [-- TARGET]`: copies the database, while it works, and the files that are new since the last time to
 * TARGET or BACKUP_TO: a folder, or s3://bucket/folder. Everything is sealed for BACKUP_RECIPIENTS.
 */
import { join } from 'node:path';
import { TargetAway } from '../adapters/backup-target/backup-target.ts';
import { openBackupTarget } from '../adapters/backup-target/open-backup-target.ts';
import { StoreAway } from '../adapters/file-store/file-store.ts';
import { openFileStore } from '../adapters/file-store/open-file-store.ts';
import { makeBackupMac } from '../platform/backup/backup-mac.ts';
import { masterKeyId, readBackupSettings, type BackupSettings } from '../platform/backup/backup-settings.ts';
import { ESCROW_FILE, findEscrowFault, readEscrow } from '../platform/backup/escrow.ts';
import { gatherInstallation } from '../platform/backup/gather-installation.ts';
import { makeBackup } from '../platform/backup/make-backup.ts';
import { BackupRefused } from '../platform/backup/manifest.ts';
import { ConfigError, readConfig, settingNames, type Config } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { findEmbeddedServer } from '../platform/db/embedded/find-embedded-postgres.ts';
import { EmbeddedPostgresRefused } from '../platform/db/embedded/refusal.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts';
import { makeLog } from '../platform/log.ts';

const KNOWN = [BackupRefused, ConfigError, TargetAway, StoreAway, EmbeddedPostgresRefused];

const [to, ...more] = process.argv.slice(2);
if (more.length > 0 || to?.startsWith('-')) {
  console.error('Usage: npm run backup [-- FOLDER | s3://bucket/folder]');
  process.exit(64);
}
try {
  await run();
} catch (error) {
  if (!KNOWN.some((kind) => error instanceof kind)) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const config = readConfig(process.env.DATABASE_URL ? process.env : { SANDBOX: 'on', ...process.env });
  const settings = readBackupSettings(process.env, to ?? process.env.BACKUP_TO);
  if (!settings) throw new ConfigError('Say where to: npm run backup -- FOLDER, or set BACKUP_TO.');
  if (settings.recipients.length === 0)
    throw new ConfigError(
      'Set BACKUP_RECIPIENTS: "npm run escrow" makes the key that backups are sealed for.',
    );
  const target = await openBackupTarget(settings);
  await target.check();
  const server = await reach(config, settings);
  const db = openDatabase({ url: server.url, log: makeLog('silent'), max: 3 });
  try {
    const began = performance.now();
    const source = {
      db,
      store: await openFileStore(config),
      replication_url: server.replication_url,
      installation: gatherInstallation(config, server.folder),
      escrow: readEscrow(join(config.data_dir, ESCROW_FILE)),
      master_key_id: masterKeyId(config.master_key),
      mac: makeBackupMac(config),
      settings: settingNames(process.env),
    };
    const { id, parts, files, database_bytes } = await makeBackup(source, target, settings.recipients);
    const kept = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    console.log(`Backup ${id} is in ${target.place}.`);
    console.log(`database  ${megabytes(database_bytes)}, ${megabytes(kept)} sealed in ${parts.length} parts`);
    console.log(
      `files     ${files.count}, of which ${files.copied} were new (${megabytes(files.copied_bytes)})`,
    );
    console.log(`took      ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const fault = findEscrowFault(source.escrow, source.master_key_id);
    if (fault) console.log(`WARNING   ${fault}`);
    for (const key of files.unreadable)
      console.error(`UNREADABLE  file ${key} is lost or damaged in the file store`);
    if (files.unreadable.length > 0) process.exitCode = 1;
  } finally {
    await db.destroy();
    await server.stop();
  }
}

interface Reached {
  url: string;
  replication_url: string;
  /** Of the embedded database. */
  folder: string | null;
  stop(): Promise<void>;
}

/** The database of the settings, or the embedded one, whether the product runs or not. */
async function reach(config: Config, { replication_url }: BackupSettings): Promise<Reached> {
  if (config.database_url) {
    if (!replication_url)
      throw new ConfigError('Set BACKUP_DATABASE_URL: the database as a role with REPLICATION.');
    return { url: config.database_url, replication_url, folder: null, stop: async () => undefined };
  }
  const dataDir = join(config.data_dir, 'postgres');
  const running = await findEmbeddedServer(dataDir);
  if (running) return { ...running, replication_url: running.superuser_url, stop: async () => undefined };
  const started = await startEmbeddedPostgres({ dataDir });
  const { url, superuser_url, folder } = started;
  return { url, replication_url: superuser_url, folder, stop: () => started.stop() };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
