import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Database } from '../db/database.ts';
import { underTryLock } from '../db/under-lock.ts';
import type { Watcher } from '../jobs/watch.ts';
import { findLastTrial, noteTrial, readBackupStanding } from './backup-standing.ts';
import { lockOf } from '../db/advisory-lock.ts';

const DRILL_LOCK = lockOf('restore_drill');
const LOOK_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;

export interface RestoreDrill {
  /** Of Almaty. */
  hour: number;
  /** Restores the last backup into a place of its own and records the trial, as `npm run verify-restore` does; returns its last words. */
  tryRestore(signal: AbortSignal): Promise<string>;
}

/** A backup that nobody has restored is none: every night the last one is. One process does, and once. */
export function drillWatcher(
  db: Database,
  { hour, tryRestore }: RestoreDrill,
  now: () => Date,
  signal: AbortSignal,
): Watcher {
  return {
    name: 'backup.drill',
    every_ms: LOOK_EVERY_MS,
    async run() {
      if (!(await isDue())) return;
      const { base_ended_at } = await readBackupStanding(db);
      if (!base_ended_at) return;
      await underTryLock(db, DRILL_LOCK, async () => {
        // Another process may have ended its trial in between.
        if (await isDue()) await tryOnce();
      });
    },
  };

  async function isDue(): Promise<boolean> {
    const last = await findLastTrial(db);
    return !last || last.ended_at < lastTurn(now(), hour);
  }

  async function tryOnce(): Promise<void> {
    const began_at = now();
    const before = await findLastTrial(db);
    const said = await tryRestore(signal);
    if (signal.aborted || (await findLastTrial(db))?.id !== before?.id) return;
    const failure = `The trial broke off: ${said}`;
    await noteTrial(db, { began_at, backup_id: null, reached: null, failure, fault: 'broke_off' });
  }
}

/** When it was that hour in Almaty last. */
export function lastTurn(now: Date, hour: number): Date {
  const today = new Date(`${almatyDate(now)}T${String(hour).padStart(2, '0')}:00:00+05:00`);
  return today <= now ? today : new Date(today.getTime() - DAY_MS);
}
