import { openBackupTarget } from '../adapters/backup-target/open-backup-target.ts';
import type { BackupSettings } from '../platform/backup/backup-settings.ts';
import { listManifests } from '../platform/backup/manifest.ts';
import type { Database } from '../platform/db/database.ts';
import { ok, wrong, type Finding } from './finding.ts';

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
  const last = (await listManifests(target)).at(-1);
  if (!last)
    return [wrong(`There is no backup in ${target.place} yet. Start the product, or run "npm run backup".`)];
  const hours = hoursSince(new Date(last.ended_at), now);
  if (hours <= BASE_HOURS) return [ok(`The last backup was made ${hours} hours ago.`)];
  return [
    wrong(
      `The last backup was made ${hours} hours ago. See the watchers backup.log and backup.base at /admin/health and in the log of the workers.`,
    ),
  ];
}

export async function lookAtTrials(db: Database, now: Date): Promise<Finding[]> {
  const last = await db
    .selectFrom('restore_trials')
    .select(['ended_at', 'failure'])
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const how =
    'Set BACKUP_IDENTITY_FILE, so that it is tried every night, or run "npm run verify-restore" from cron.';
  if (!last) return [wrong(`No backup has ever been restored for a trial. ${how}`)];
  const hours = hoursSince(last.ended_at, now);
  if (last.failure)
    return [wrong(`The last trial of a restore failed ${hours} hours ago: ${last.failure} Mend it first.`)];
  if (hours > TRIAL_HOURS) return [wrong(`The last trial of a restore is ${hours} hours old. ${how}`)];
  return [ok(`A backup was restored for a trial ${hours} hours ago, and the invariants held.`)];
}

const hoursSince = (then: Date, now: Date) => Math.floor((now.getTime() - then.getTime()) / HOUR_MS);
