import { RUN_JOB } from '@kelisim/shared/features/jobs/watched-jobs.ts';
import { sql } from 'kysely';
import { whatIsAway } from '../away.ts';
import type { Database, Handle, Tx } from '../db/database.ts';
import { reasonOf, TRIES_OF_A_JOB } from './each-job.ts';

/** Longest pause of a run while something is away. Any other failure sets it aside before its pauses are long. */
const AWAY_PAUSE_S = 30;
/** What is counted of a run's failures is forgotten with its first progress. */
export const GOING_WELL = { failures: 0, not_before: null, waits_for: null };

/** As if nobody had worked on it: whoever does is fenced by the token. */
const GOING_ON = {
  ...GOING_WELL,
  state: 'running',
  finished_at: null,
  leased_until: null,
  lease_token: sql<number>`lease_token + 1`,
} as const;

/** Rows of a run that is over and that came to nothing. */
export type RowsLeft = 'failed' | 'stopped';

/** The worker finds the run not running any more before its next row; what it is doing now it ends. */
export async function haltRun(tx: Tx, run_id: number): Promise<void> {
  const halted = await tx
    .updateTable('bulk_runs')
    .set({ ...GOING_WELL, state: 'stopped', finished_at: sql`now()` })
    .where('id', '=', run_id)
    .where('state', 'in', ['running', 'failed'])
    .returning('id')
    .executeTakeFirst();
  if (!halted) return;
  await tx
    .updateTable('bulk_items')
    .set({ status: 'stopped', finished_at: sql`now()` })
    .where((eb) => eb.and({ run_id, status: 'waiting' }))
    .execute();
  await tx.updateTable('bulk_runs').set(counts(run_id)).where('id', '=', run_id).execute();
  await takeUp(tx, run_id);
}

/** Whoever worked on it is fenced by the token; the watcher takes it up. */
export async function runAgain(tx: Tx, run_id: number): Promise<void> {
  await lockRun(tx, run_id);
  await tx
    .updateTable('bulk_items')
    .set({ status: 'waiting', code: null, detail: null, finished_at: null })
    .where((eb) => eb.and({ run_id, status: 'failed', code: 'internal' }))
    .execute();
  await tx
    .updateTable('bulk_runs')
    .set({ ...counts(run_id), ...GOING_ON })
    .where('id', '=', run_id)
    .where('state', '<>', 'stopped')
    .execute();
  await takeUp(tx, run_id);
}

export interface RestartedBy {
  session_id: number | null;
  api_key_id?: number | null;
  ip: string | null;
}

/** Its worker may not have let go of it yet; the token fences that worker, as in `runAgain`. */
export async function takeUpRows(
  db: Database,
  run_id: number,
  rows: RowsLeft[],
  { session_id, api_key_id = null, ip }: RestartedBy,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockRun(tx, run_id);
    if ((await runState(tx, run_id)) === 'running') return;
    const { numUpdatedRows } = await tx
      .updateTable('bulk_items')
      .set({ status: 'waiting', code: null, detail: null, finished_at: null })
      .where('run_id', '=', run_id)
      .where('status', 'in', rows)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await tx
      .updateTable('bulk_runs')
      .set({ ...counts(run_id), session_id, api_key_id, ip, ...GOING_ON })
      .where('id', '=', run_id)
      .execute();
    await takeUp(tx, run_id);
  });
}

/** Whoever decides about a run that was set aside has taken it up. */
async function takeUp(tx: Tx, run_id: number): Promise<void> {
  await tx
    .deleteFrom('failing_jobs')
    .where((eb) => eb.and({ job: RUN_JOB, subject_id: run_id }))
    .execute();
}

async function runState(db: Handle, run_id: number): Promise<string> {
  const row = await db
    .selectFrom('bulk_runs')
    .select('state')
    .where('id', '=', run_id)
    .executeTakeFirstOrThrow();
  return row.state;
}

/** Not over, and not put off either. */
export async function isGoingOn(db: Handle, run_id: number): Promise<boolean> {
  const run = await db
    .selectFrom('bulk_runs')
    .select(['state', 'not_before'])
    .where('id', '=', run_id)
    .executeTakeFirstOrThrow();
  return run.state === 'running' && run.not_before === null;
}

/**
 * The next try comes later each time, so that runs which always fail leave the others their turn. After many tries for
 * no known reason the run is set aside for an administrator; for what is away it waits as long as it takes.
 */
export async function postpone(db: Database, run_id: number, error: unknown): Promise<void> {
  const waits_for = whatIsAway(error);
  const is_same_cause = sql<boolean>`(waits_for is null) = ${waits_for === null}::boolean`;
  const pause_s = sql`2 ^ case when ${is_same_cause} then least(failures, 10) else 0 end`;
  await db.transaction().execute(async (tx) => {
    const run = await tx
      .updateTable('bulk_runs')
      .set({
        failures: sql`case when ${is_same_cause} then failures + 1 else 1 end`,
        waits_for,
        not_before: sql`now() + make_interval(secs => ${waits_for ? sql`least(${AWAY_PAUSE_S}, ${pause_s})` : pause_s})`,
      })
      .where((eb) => eb.and({ id: run_id, state: 'running' }))
      .returning(['company_id', 'failures', 'created_at'])
      .executeTakeFirst();
    if (run && waits_for === null && run.failures >= TRIES_OF_A_JOB) await setAside(tx, run_id, run, error);
  });
}

async function setAside(
  tx: Tx,
  run_id: number,
  { company_id, failures, created_at }: { company_id: number; failures: number; created_at: Date },
  error: unknown,
): Promise<void> {
  await tx
    .updateTable('bulk_runs')
    .set({ ...counts(run_id), ...GOING_WELL, state: 'failed', finished_at: sql`now()` })
    .where('id', '=', run_id)
    .execute();
  const failed = {
    failures,
    reason: reasonOf(error),
    last_failed_at: sql<Date>`now()`,
    set_aside_at: sql<Date>`now()`,
  };
  await tx
    .insertInto('failing_jobs')
    .values({ job: RUN_JOB, subject_id: run_id, company_id, first_failed_at: created_at, ...failed })
    .onConflict((oc) => oc.columns(['job', 'subject_id']).doUpdateSet(failed))
    .execute();
}

/** Locks the run before its rows are counted: the second to count must see, in a new statement, what the first settled. */
export async function lockRun(tx: Tx, run_id: number): Promise<void> {
  await tx.selectFrom('bulk_runs').select('id').where('id', '=', run_id).forUpdate().execute();
}

export function counts(run_id: number) {
  return {
    done: sql<number>`(select count(*) from bulk_items where run_id = ${run_id} and status not in ('waiting', 'stopped'))`,
    failed: sql<number>`(select count(*) from bulk_items where run_id = ${run_id} and status = 'failed')`,
  };
}
