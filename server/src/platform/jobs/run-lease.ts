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
  ip: string | null;
  params: unknown;
  kind: BulkKind;
  log: Log;
}

export async function renew(db: Database, lease: Lease): Promise<void> {
  await ownRun(db, lease)
    .set({ leased_until: inSeconds(LEASE_S) })
    .execute();
}

export async function release(db: Database, lease: Lease): Promise<void> {
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

function ownRun(db: Handle, lease: Lease) {
  return db
    .updateTable('bulk_runs')
    .where((eb) => eb.and({ id: lease.run_id, lease_token: lease.token, state: 'running' }));
}

export function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}
