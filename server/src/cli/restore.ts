/**
 * `npm run restore -- SOURCE NEWFOLDER [--to TIME]`: brings a backup back into a new folder (the DATA_DIR of the
 * restored product), to TIME or to the end of what was kept, and checks the invariants. Touches nothing that exists.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { TargetAway } from '../adapters/backup-target/backup-target.ts';
import { openBackupTarget } from '../adapters/backup-target/open-backup-target.ts';
import { diskFileStore } from '../adapters/file-store/disk/disk-file-store.ts';
import { StoreAway } from '../adapters/file-store/file-store.ts';
import { folderNca } from '../adapters/nca/folder/folder-nca.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { readBackupSettings } from '../platform/backup/backup-settings.ts';
import { SANDBOX_TRUST_FOLDER, TRUST_FOLDER } from '../platform/backup/gather-installation.ts';
import { BackupRefused } from '../platform/backup/manifest.ts';
import { restoreDatabase } from '../platform/backup/restore-backup.ts';
import { restoreFiles } from '../platform/backup/restore-files.ts';
import { ConfigError } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { EmbeddedPostgresRefused } from '../platform/db/embedded/refusal.ts';
import { adoptStore } from '../platform/files/store-claim.ts';
import { makeLog } from '../platform/log.ts';

const KNOWN = [BackupRefused, ConfigError, TargetAway, StoreAway, EmbeddedPostgresRefused];

const { positionals, values } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
const [from, folder, ...more] = positionals;
const moment = values.to === undefined ? null : new Date(values.to);
if (!from || !folder || more.length > 0 || Number.isNaN(moment?.getTime())) {
  console.error('Usage: npm run restore -- SOURCE NEWFOLDER [--to 2026-11-26T09:30:00+05:00]');
  process.exit(64);
}
try {
  await run(from, resolve(folder), moment);
} catch (error) {
  if (!KNOWN.some((kind) => error instanceof kind)) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function run(from: string, folder: string, to: Date | null): Promise<void> {
  const settings = readBackupSettings(process.env, from);
  if (!settings || settings.identities.length === 0)
    throw new ConfigError('Set BACKUP_IDENTITY_FILE: a file with the recovery key.');
  const { identities } = settings;
  const target = await openBackupTarget(settings);
  const began = performance.now();
  const { manifest, postgres } = await restoreDatabase({ target, identities, folder, to });
  const db = openDatabase({ url: postgres.url, log: makeLog('silent'), max: 3 });
  try {
    console.log(`database  restored from backup ${manifest.id}, ${seconds(began)}`);
    const store = diskFileStore(join(folder, 'files'));
    await store.check();
    const { count } = await restoreFiles(db, store, target, identities);
    await adoptStore(db, store);
    console.log(`files     ${count}, ${seconds(began)}`);
    const nca = await folderNca(
      join(folder, existsSync(join(folder, TRUST_FOLDER)) ? TRUST_FOLDER : SANDBOX_TRUST_FOLDER),
    );
    const broken = await checkInvariants({ db, store, nca, now: new Date() }, (line) => console.log(line));
    if (broken > 0) process.exitCode = 1;
    console.log(`The restored product is in ${folder}: start it with DATA_DIR=${folder}.`);
    console.log(
      `It needs the MASTER_KEY ${manifest.master_key_id} (first characters of its name, not of the key).`,
    );
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s after the start`;
}
