import type { TrialFault } from '@kelisim/shared/features/administration/administration.contract.ts';
import type { Handle } from '../db/database.ts';

/** How the backups of this database fare, whichever process or command makes them. */
export interface BackupStanding {
  /** When the last finished base backup ended. */
  base_ended_at: Date | null;
  /** All that was committed before this moment lies outside. */
  log_copied_at: Date | null;
  /** When a restore was tried last, and what did not hold. */
  tried_at: Date | null;
  trial_failure: string | null;
  trial_fault: TrialFault | null;
  /** When a restore held last. */
  held_at: Date | null;
}

export async function readBackupStanding(db: Handle): Promise<BackupStanding> {
  return db
    .selectFrom('backup_standing')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('restore_trials')
          .select(['ended_at', 'failure', 'fault'])
          .orderBy('ended_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      'base_ended_at',
      'log_copied_at',
      'last.ended_at as tried_at',
      'last.failure as trial_failure',
      'last.fault as trial_fault',
      eb
        .selectFrom('restore_trials')
        .select((held) => held.fn.max('ended_at').as('at'))
        .where('failure', 'is', null)
        .as('held_at'),
    ])
    .executeTakeFirstOrThrow();
}

export async function noteBase(db: Handle, ended_at: Date): Promise<void> {
  await db.updateTable('backup_standing').set({ base_ended_at: ended_at }).execute();
}

/** At most once a minute: the note is itself something new in the log. */
export async function noteLog(db: Handle, copied_at: Date): Promise<void> {
  await db
    .updateTable('backup_standing')
    .set({ log_copied_at: copied_at })
    .where((eb) =>
      eb.or([
        eb('log_copied_at', 'is', null),
        eb('log_copied_at', '<', new Date(copied_at.getTime() - 50_000)),
      ]),
    )
    .execute();
}

export interface RestoreTrial {
  began_at: Date;
  backup_id: string | null;
  /** All that was committed before this moment was there. */
  reached: Date | null;
  /** Null when the invariants held. */
  failure: string | null;
  fault: TrialFault | null;
}

export async function noteTrial(db: Handle, trial: RestoreTrial): Promise<void> {
  await db.insertInto('restore_trials').values(trial).execute();
}

export async function findLastTrial(db: Handle): Promise<{ id: number; ended_at: Date } | undefined> {
  return db
    .selectFrom('restore_trials')
    .select(['id', 'ended_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
