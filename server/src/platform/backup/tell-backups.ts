import type { Meter } from '@opentelemetry/api';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { readBackupStanding } from './backup-standing.ts';

/** Tells how old the backups are. Each process tells the same, and one that makes none too. */
export function tellBackups(meter: Meter, db: Database, log: Log): void {
  const success = meter.createObservableGauge('kelisim.backup.last_success', {
    unit: 's',
    description:
      'Unix time of the last base backup, copy of the log, and restore that held; 0 before the first',
  });
  const failed = meter.createObservableGauge('kelisim.backup.trial_failed', {
    description: '1 when the last trial of a restore did not hold',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      const standing = await readBackupStanding(db).catch((error: unknown) => {
        log.warn({ event: 'metrics.backups_failed', message: String(error) });
        return null;
      });
      if (!standing) return;
      const last = { base: standing.base_ended_at, log: standing.log_copied_at, trial: standing.held_at };
      for (const [of, moment] of Object.entries(last))
        result.observe(success, Number(moment ?? 0) / 1000, { of });
      result.observe(failed, standing.trial_failure === null ? 0 : 1);
    },
    [success, failed],
  );
}
