import type { Health } from '@kelisim/shared/features/administration/administration.contract.ts';
import type { HealthQueue } from '@kelisim/shared/features/administration/health-queues.ts';
import type { Parts } from '../../parts.ts';
import { readProcesses } from '../../platform/process-beat.ts';
import { readBacklogs, type Backlog } from './backlog.queries.ts';
import {
  readSamples,
  takeSample,
  writeSample,
  type HealthSample,
  type QueueLengths,
} from './health-samples.queries.ts';
import { tryParts } from './try-parts.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** Tries every part and keeps what it found for a day, unless the sample of these ten minutes is there. */
export async function sampleHealth(parts: Parts): Promise<void> {
  const taken_at = await takeSample(parts.db);
  if (!taken_at) return;
  const [tried, processes, backlogs] = await Promise.all([
    tryParts(parts),
    readProcesses(parts.db),
    readBacklogs(parts.db),
  ]);
  await writeSample(parts.db, {
    taken_at,
    processes: processes.filter(({ is_silent }) => !is_silent).length,
    failed: tried.filter(({ state }) => state === 'failed').map(({ part }) => part),
    queues: Object.fromEntries(queuesOf(backlogs).map(({ of, count }) => [of, count])),
  });
}

/** One line for each queue, whatever states its work is in. */
export function queuesOf(
  backlogs: readonly Backlog[],
): { of: HealthQueue; count: number; oldest_s: number }[] {
  const queues = new Map<HealthQueue, { count: number; oldest_s: number }>();
  for (const { of, count, oldest_s } of backlogs) {
    const before = queues.get(of) ?? { count: 0, oldest_s: 0 };
    queues.set(of, { count: before.count + count, oldest_s: Math.max(before.oldest_s, oldest_s) });
  }
  return [...queues].map(([of, { count, oldest_s }]) => ({ of, count, oldest_s: Math.round(oldest_s) }));
}

/** The last 24 hours, the present one included: all that failed in each, the fewest processes, the longest queues. */
export async function readHours({ db, clock }: Parts): Promise<Health['hours']> {
  const now = clock.now().getTime();
  const first = now - (now % HOUR_MS) - (HOURS - 1) * HOUR_MS;
  const samples = Object.groupBy(await readSamples(db, new Date(first)), ({ taken_at }) =>
    Math.floor((taken_at.getTime() - first) / HOUR_MS),
  );
  return Array.from({ length: HOURS }, (_, hour) => ({
    began_at: new Date(first + hour * HOUR_MS).toISOString(),
    ...worstOf(samples[hour] ?? []),
  }));
}

function worstOf(samples: readonly HealthSample[]): Omit<Health['hours'][number], 'began_at'> {
  if (samples.length === 0) return { processes: null, failed: null, queues: null };
  const queues: QueueLengths = {};
  for (const sample of samples)
    for (const [of, count] of Object.entries(sample.queues) as [HealthQueue, number][])
      queues[of] = Math.max(queues[of] ?? 0, count);
  return {
    processes: Math.min(...samples.map((sample) => sample.processes)),
    failed: [...new Set(samples.flatMap(({ failed }) => failed))],
    queues: (Object.entries(queues) as [HealthQueue, number][]).map(([of, most]) => ({ of, most })),
  };
}
