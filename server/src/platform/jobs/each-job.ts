import type { WatchedJob } from '@kelisim/shared/features/jobs/watched-jobs.ts';
import { sql, type RawBuilder } from 'kysely';
import { whatIsAway } from '../away.ts';
import type { Database, Handle } from '../db/database.ts';
import type { Log } from '../log.ts';

/** A job that has failed so often is set aside until an administrator has looked at it. */
export const TRIES_OF_A_JOB = 10;
/** Pauses between the tries of a job: a minute, then twice as long each time, an hour at most. */
const FIRST_PAUSE_S = 60;
const LONGEST_PAUSE_S = 3_600;

interface Job {
  id: number;
  company_id: number | null;
}

/** Excludes the jobs of a watcher that are put off or set aside, so that they take nobody's place. */
export function isDue(job: WatchedJob, subject_id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from failing_jobs f where f.job = ${job} and f.subject_id = ${subject_id}
    and (f.set_aside_at is not null or f.not_before > now()))`;
}

/** Does the jobs of a watcher one after the other. One that throws is put off and lets the others pass. */
export async function eachJob<Row extends Job>(
  { db, log }: { db: Database; log: Log },
  job: WatchedJob,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  if (rows.length === 0) return;
  const failing = await listFailing(
    db,
    job,
    rows.map(({ id }) => id),
  );
  for (const row of rows) {
    const { id, company_id } = row;
    try {
      await work(row);
      if (failing.has(id)) await forgetFailures(db, job, id);
    } catch (error) {
      const away = whatIsAway(error);
      if (away === 'files') throw error;
      log.error({
        event: 'job.failed',
        job,
        id,
        company_id,
        error: error instanceof Error ? error.stack : String(error),
      });
      // Where the whole database is away this throws too. A statement that was only too slow is put off, and not counted.
      await noteFailure(db, job, row, error, away ? 0 : 1);
    }
  }
}

async function listFailing(db: Handle, job: WatchedJob, subject_ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('failing_jobs')
    .select('subject_id')
    .where('job', '=', job)
    .where(sql<boolean>`subject_id = any(${subject_ids}::bigint[])`)
    .execute();
  return new Set(rows.map(({ subject_id }) => subject_id));
}

async function forgetFailures(db: Handle, job: WatchedJob, subject_id: number): Promise<void> {
  await db
    .deleteFrom('failing_jobs')
    .where((eb) => eb.and({ job, subject_id }))
    .execute();
}

async function noteFailure(
  db: Handle,
  job: WatchedJob,
  { id, company_id }: Job,
  error: unknown,
  failures: 0 | 1,
): Promise<void> {
  // Of two rounds that overlap the second counts nothing.
  await sql`
    insert into failing_jobs as f (job, subject_id, company_id, reason, failures, not_before)
    values (${job}, ${id}, ${company_id}, ${reasonOf(error)}, ${failures}, now() + make_interval(secs => ${FIRST_PAUSE_S}))
    on conflict (job, subject_id) do update set failures = f.failures + excluded.failures, reason = excluded.reason,
      last_failed_at = now(),
      not_before = now() + make_interval(secs => least(${LONGEST_PAUSE_S}, ${FIRST_PAUSE_S} * 2 ^ least(f.failures, 10))),
      set_aside_at = case when f.failures + excluded.failures >= ${TRIES_OF_A_JOB} then now() end
    where f.not_before <= now()`.execute(db);
}

/** What administrators read; the log has the whole stack. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
}
