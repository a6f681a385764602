import type { HealthPart } from '@kelisim/shared/features/administration/administration.contract.ts';
import type { HealthQueue } from '@kelisim/shared/features/administration/health-queues.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

export type QueueLengths = Partial<Record<HealthQueue, number>>;

/** How the platform fared at one moment. */
export interface HealthSample {
  taken_at: Date;
  /** Processes that lived. */
  processes: number;
  failed: HealthPart[];
  queues: QueueLengths;
}

/** Reserves the sample of these ten minutes for the caller; null: another process has it. */
export async function takeSample(db: Handle): Promise<Date | null> {
  await sql`delete from health_samples where taken_at < now() - interval '25 hours'`.execute(db);
  const { rows } = await sql<{ taken_at: Date }>`
    insert into health_samples (taken_at) values (date_bin('10 minutes', now(), 'epoch'))
    on conflict do nothing returning taken_at`.execute(db);
  return rows[0]?.taken_at ?? null;
}

export async function writeSample(
  db: Handle,
  { taken_at, processes, failed, queues }: HealthSample,
): Promise<void> {
  await db
    .updateTable('health_samples')
    .set({ processes, failed, queues: JSON.stringify(queues) })
    .where('taken_at', '=', taken_at)
    .execute();
}

/** The samples since `from`, the oldest first. */
export async function readSamples(db: Handle, from: Date): Promise<HealthSample[]> {
  const { rows } = await sql<HealthSample>`
    select taken_at, processes, failed, queues from health_samples
    where taken_at >= ${from}::timestamptz and failed is not null order by taken_at`.execute(db);
  return rows;
}
