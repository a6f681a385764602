import type { Health } from '@kelisim/shared/features/administration/administration.contract.ts';
import type { Parts } from '../../parts.ts';
import { readBackupStanding } from '../../platform/backup/backup-standing.ts';
import { readProcesses, type SeenProcess, type ToldWatcher } from '../../platform/process-beat.ts';
import { readBacklogs } from './backlog.queries.ts';
import { countEndingCertificates } from './health.queries.ts';
import { queuesOf, readHours } from './sample-health.ts';
import { tryParts } from './try-parts.ts';

const DAY_MS = 86_400_000;
/** A round is late when it is over for that many of its turns. */
const LATE_TURNS = 5;
const LATE_MS = 60_000;

/** How the platform fares now, in all its processes, and how it fared for a day. What cannot be read is empty. */
export async function readHealth(parts: Parts): Promise<Health> {
  const { db, clock } = parts;
  const now = clock.now();
  const [tried, backups, processes, backlogs, hours] = await Promise.all([
    tryParts(parts),
    readBackupStanding(db).catch(() => null),
    readProcesses(db).catch(() => []),
    readBacklogs(db).catch(() => []),
    readHours(parts).catch(() => []),
  ]);
  const { trust } = parts.nca;
  return {
    parts: tried,
    backups: {
      base_ended_at: backups?.base_ended_at?.toISOString() ?? null,
      log_copied_at: backups?.log_copied_at?.toISOString() ?? null,
      trial: backups?.tried_at
        ? {
            ended_at: backups.tried_at.toISOString(),
            failure: backups.trial_failure,
            fault: backups.trial_fault,
          }
        : null,
    },
    certificates: [...trust.roots, ...trust.intermediates]
      .map(({ subject, not_after }) => ({
        name: subject.common_name ?? '',
        valid_until: not_after.toISOString(),
        days_left: Math.floor((not_after.getTime() - now.getTime()) / DAY_MS),
      }))
      .toSorted((one, other) => one.days_left - other.days_left),
    people_whose_certificate_ends: await countEndingCertificates(db, now).catch(() => 0),
    processes: processes.map(({ watchers: _, started_at, seen_at, clock_ahead_ms, ...one }) => ({
      ...one,
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
      clock_ahead_s: Math.round(clock_ahead_ms / 1000),
    })),
    watchers: mergeWatchers(processes),
    queues: queuesOf(backlogs),
    hours,
  };
}

/** Of a watcher that several processes run the worst is told; of those of one that is dead nothing. */
function mergeWatchers(processes: readonly SeenProcess[]): Health['watchers'] {
  const all = processes
    .filter(({ is_silent }) => !is_silent)
    .flatMap(({ watchers, seen_at }) => watchers.map((one) => ({ ...one, is_late: isLate(one, seen_at) })));
  return [...Map.groupBy(all, ({ name }) => name).values()]
    .map((of) =>
      of.reduce((one, other) => {
        const worse = other.failures > one.failures || (other.is_late && !one.is_late) ? other : one;
        const ends = [one.ended_at, other.ended_at].filter((at) => at !== null).toSorted();
        return { ...worse, ended_at: ends.at(-1) ?? null };
      }),
    )
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

const isLate = ({ ended_at, every_ms }: ToldWatcher, seen_at: Date) =>
  ended_at !== null && seen_at.getTime() - Date.parse(ended_at) > every_ms * LATE_TURNS + LATE_MS;
