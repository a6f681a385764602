import { sql } from 'kysely';
import type { Database, Handle } from '../db/database.ts';
import type { Log } from '../log.ts';
import { counts, GOING_WELL, lockRun } from './change-run.ts';
import type { BulkKind } from './run-kind.ts';

/** How long a worker owns a run without a sign of life; another may go on after that, within five seconds in all. */
export const LEASE_S = 3;

export interface Lease {
  run_id: number;
  token: number;
  company_id: number;
  user_id: number;
  session_id: number | null;
  api_key_id: number | null;
  ip: string | null;
  params: unknown;
  kind: BulkKind;
  log: Log;
}

/**
 * Takes the run, unless another worker owns it. A lease that was not given back is a worker that was lost: where nothing
 * was done under it, that counts as a failure of the run, and as its first one after what it waited for.
 */
export function takeLease(db: Database, run_id: number) {
  const is_lost = sql<boolean>`leased_until is not null`;
  const done_now = counts(run_id).done;
  return db
    .updateTable('bulk_runs')
    .set((eb) => ({
      lease_token: eb('lease_token', '+', 1),
      leased_until: inSeconds(LEASE_S),
      failures: sql<number>`case when not ${is_lost} then failures when ${done_now} > done then 0
        when waits_for is not null then 1 else failures + 1 end`,
      waits_for: sql<null>`case when not ${is_lost} then waits_for end`,
      done: sql<number>`case when ${is_lost} then ${done_now} else done end`,
    }))
    .where((eb) => eb.and({ id: run_id, state: 'running' }))
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .returning([
      'lease_token',
      'company_id',
      'user_id',
      'session_id',
      'api_key_id',
      'ip',
      'kind',
      'params',
      'failures',
      'waits_for',
    ])
    .executeTakeFirst();
}

export async function renew(db: Database, lease: Lease): Promise<void> {
  await ownRun(db, lease)
    .set({ leased_until: inSeconds(LEASE_S) })
    .execute();
}

export async function release(db: Database, lease: Pick<Lease, 'run_id' | 'token'>): Promise<void> {
  await ownRun(db, lease).set({ leased_until: null }).execute();
}

export async function countUp(db: Database, lease: Lease): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockRun(tx, lease.run_id);
    await ownRun(tx, lease)
      .set({ ...counts(lease.run_id), ...GOING_WELL, leased_until: inSeconds(LEASE_S) })
      .execute();
  });
}

export async function finish(db: Database, lease: Lease): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockRun(tx, lease.run_id);
    await ownRun(tx, lease)
      .set({ ...counts(lease.run_id), ...GOING_WELL, state: endOf(lease.run_id), finished_at: sql`now()` })
      .execute();
  });
}

/** Only the failed rows of a stopped run were tried again: the others are left as they were, and so is the run. */
function endOf(run_id: number) {
  return sql<
    'stopped' | 'done'
  >`case when exists (select from bulk_items where run_id = ${run_id} and status = 'stopped')
    then 'stopped' else 'done' end`;
}

function ownRun(db: Handle, lease: Pick<Lease, 'run_id' | 'token'>) {
  return db
    .updateTable('bulk_runs')
    .where((eb) => eb.and({ id: lease.run_id, lease_token: lease.token, state: 'running' }));
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}
