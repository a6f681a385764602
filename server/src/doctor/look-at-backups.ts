import { join } from 'node:path';
import { openBackupTarget } from '../adapters/backup-target/open-backup-target.ts';
import { masterKeyId, type BackupSettings } from '../platform/backup/backup-settings.ts';
import { readBackupStanding } from '../platform/backup/backup-standing.ts';
import { ESCROW_FILE, findEscrowFault, readEscrow } from '../platform/backup/escrow.ts';
import { listManifests, passedOver } from '../platform/backup/manifest.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db/database.ts';
import type { MasterKeys } from '../platform/keyring.ts';
import { lookAtMasterKey } from '../platform/master-keys.ts';
import { ok, unknown, wrong, type Finding } from './finding.ts';

const HOUR_MS = 3_600_000;
/** They are made every day. */
const BASE_HOURS = 26;
/** The trial is to run every night. */
const TRIAL_HOURS = 50;

export async function lookAtBackups(settings: BackupSettings | null, now: Date): Promise<Finding[]> {
  if (!settings)
    return [wrong('No backups are made. Run "npm run escrow", then set BACKUP_RECIPIENTS and BACKUP_TO.')];
  const target = await openBackupTarget(settings);
  await target.check();
  const earlier: string[] = [];
  const last = (await listManifests(target, (name) => earlier.push(name))).at(-1);
  if (!last)
    return [
      wrong(
        `There is no backup in ${target.place} yet${passedOver(earlier)}. Start the product, or run "npm run backup".`,
      ),
    ];
  const hours = hoursSince(new Date(last.ended_at), now);
  if (hours <= BASE_HOURS) return [ok(`The last backup was made ${hours} hours ago.`)];
  return [
    wrong(
      `The last backup was made ${hours} hours ago. See the watchers backup.log and backup.base at /admin/health and in the log of the workers.`,
    ),
  ];
}

/** Whether the recovery key brings the present MASTER_KEY back. It may lie in an escrow on another machine. */
export async function lookAtEscrow({
  data_dir,
  master_key,
}: Pick<Config, 'data_dir' | 'master_key'>): Promise<Finding[]> {
  const escrow = readEscrow(join(data_dir, ESCROW_FILE));
  const fault = findEscrowFault(escrow, masterKeyId(master_key));
  if (!fault) return [ok('The escrow holds the present MASTER_KEY.')];
  return [escrow ? wrong(fault) : unknown(`In ${data_dir} ${fault}`)];
}

/** A start with another key than the last one would be refused. */
export async function lookAtKeys(db: Database, keys: MasterKeys): Promise<Finding[]> {
  const { refusal } = await lookAtMasterKey(db, keys);
  return [refusal ? wrong(refusal) : ok('MASTER_KEY is the one of this database.')];
}

export async function lookAtTrials(db: Database, now: Date): Promise<Finding[]> {
  const { tried_at, trial_failure } = await readBackupStanding(db);
  const how =
    'Set BACKUP_IDENTITY_FILE, so that it is tried every night, or run "npm run verify-restore" from cron.';
  if (!tried_at) return [wrong(`No backup has ever been restored for a trial. ${how}`)];
  const hours = hoursSince(tried_at, now);
  if (trial_failure)
    return [wrong(`The last trial of a restore failed ${hours} hours ago: ${trial_failure} Mend it first.`)];
  if (hours > TRIAL_HOURS) return [wrong(`The last trial of a restore is ${hours} hours old. ${how}`)];
  return [ok(`A backup was restored for a trial ${hours} hours ago, and the invariants held.`)];
}

const hoursSince = (then: Date, now: Date) => Math.floor((now.getTime() - then.getTime()) / HOUR_MS);
