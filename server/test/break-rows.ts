import { sql } from 'kysely';
import type { WatchedJob } from '@kelisim/shared/features/jobs/watched-jobs.ts';
import type { TestApp } from './make-app.ts';

/** Lets every change of some rows of a table throw; returns what mends it and ends the pause of its jobs. */
export async function breakRows(app: TestApp, table: string, when: string): Promise<() => Promise<void>> {
  const run = (text: string) => sql.raw(text).execute(app.owner);
  await run(`create or replace function break_row() returns trigger language plpgsql as
    $$ begin raise exception 'a broken row'; end $$`);
  await run(`create trigger break_row before insert or update on ${table} for each row when (${when})
    execute function break_row()`);
  return async () => {
    await run(`drop trigger break_row on ${table}`);
    await run(`update failing_jobs set not_before = now()`);
  };
}

/** The jobs of a kind that failed and wait. */
export const failingJobs = (app: TestApp, job: WatchedJob) =>
  app.parts.db
    .selectFrom('failing_jobs')
    .select(['subject_id', 'company_id', 'failures', 'reason'])
    .where('job', '=', job)
    .orderBy('subject_id')
    .execute();
