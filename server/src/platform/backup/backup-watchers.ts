import { join } from 'node:path';
import type { BackupTarget } from '../../adapters/backup-target/backup-target.ts';
import type { FileStore } from '../../adapters/file-store/file-store.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Watcher } from '../jobs/watch.ts';
import type { Log } from '../log.ts';
import { masterKeyId, type BackupSettings } from './backup-settings.ts';
import { makeBackupMac } from './backup-mac.ts';
import { noteBase } from './backup-standing.ts';
import { makeFilesCopier } from './copy-files.ts';
import { ESCROW_FILE, findEscrowFault, readEscrow } from './escrow.ts';
import { gatherInstallation } from './gather-installation.ts';
import { removeOldBackups } from './keep-backups.ts';
import { makeLogKeeper } from './keep-log.ts';
import { chooseChunks, readChunkName } from './log-chunks.ts';
import { makeBackup, type BackupSource } from './make-backup.ts';
import { BackupUnderWay, listManifests } from './manifest.ts';
import { drillWatcher, type RestoreDrill } from './restore-drill.ts';

/** What is lost with the server is younger than this and the time of one copy. */
const LOG_EVERY_MS = 15_000;
const LOOK_EVERY_MS = 60_000;
const BASE_EVERY_MS = 86_400_000;

export interface BackupJob {
  settings: Pick<BackupSettings, 'recipients' | 'keep_days'>;
  target: BackupTarget;
  replication_url: string;
  /** Of the embedded database; null with an operator's. */
  postgres_folder: string | null;
  /** Null where nobody can open the backups. */
  drill: RestoreDrill | null;
  /** Names of the settings that are set. */
  set: string[];
}

interface Things {
  db: Database;
  store: FileStore;
  config: Config;
  log: Log;
  clock: Clock;
}

/** Keeps the log every 15 seconds and makes a base backup every day, and whenever the log began again. */
export function backupWatchers(things: Things, job: BackupJob): { watchers: Watcher[]; stop(): void } {
  const { target, settings } = job;
  const stopping = new AbortController();
  const files = makeFilesCopier(things.db, things.store, target, settings.recipients);
  const keeper = makeLogKeeper({
    db: things.db,
    replication_url: job.replication_url,
    target,
    recipients: settings.recipients,
    files,
    mac: makeBackupMac(things.config),
  });
  let has_log = false;
  let is_due: boolean | null = null;
  let last: Date | null = null;
  const watchers = [
    {
      name: 'backup.log',
      every_ms: LOG_EVERY_MS,
      async run() {
        const { is_new } = await keeper.copyNew();
        if (is_new) is_due = true;
        has_log = true;
      },
    },
    {
      name: 'backup.base',
      every_ms: LOOK_EVERY_MS,
      async run() {
        if (!has_log) return;
        if (is_due === null) [is_due, last] = await lookAtLast(things, target);
        if (!is_due && last && Date.now() - last.getTime() < BASE_EVERY_MS) return;
        const source = { ...sourceOf(things, job), signal: stopping.signal };
        const fault = findEscrowFault(source.escrow, source.master_key_id);
        // A backup whose key must be kept by hand is worth more than none.
        if (fault) things.log.warn({ event: 'backup.escrow', message: fault });
        const manifest = await makeBackup(source, target, settings.recipients).catch((error: unknown) => {
          // Another process makes it, or this one leaves.
          if (error instanceof BackupUnderWay || stopping.signal.aborted) return null;
          throw error;
        });
        is_due = manifest ? false : null;
        if (!manifest) return;
        last = new Date(manifest.ended_at);
        things.log.info({ event: 'backup.made', id: manifest.id, files: manifest.files.copied });
        for (const storage_key of manifest.files.unreadable)
          things.log.error({ event: 'backup.unreadable_file', storage_key });
        await removeOldBackups(target, settings.keep_days, last);
      },
    },
    ...(job.drill ? [drillWatcher(things.db, job.drill, () => things.clock.now(), stopping.signal)] : []),
  ];
  return { watchers, stop: () => stopping.abort() };
}

/** Whether the log leads on from the last backup, and when that was. */
async function lookAtLast({ db, log }: Things, target: BackupTarget): Promise<[boolean, Date | null]> {
  const passOver = (name: string) => log.warn({ event: 'backup.of_earlier_version', name });
  const manifest = (await listManifests(target, passOver)).at(-1);
  if (!manifest) return [true, null];
  await noteBase(db, new Date(manifest.ended_at));
  const names = await target.list('log/');
  const chunks = names.flatMap((name) => readChunkName(name) ?? []);
  const { chosen, gap } = chooseChunks(chunks, manifest, null);
  return [gap !== null || (chunks.length > 0 && chosen.length === 0), new Date(manifest.ended_at)];
}

function sourceOf({ db, store, config }: Things, job: BackupJob): BackupSource {
  return {
    db,
    store,
    replication_url: job.replication_url,
    installation: gatherInstallation(config, job.postgres_folder),
    escrow: readEscrow(join(config.data_dir, ESCROW_FILE)),
    master_key_id: masterKeyId(config.master_key),
    mac: makeBackupMac(config),
    settings: job.set,
  };
}
