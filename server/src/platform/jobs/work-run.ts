import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { whatIsAway } from '../away.ts';
import { isCollision, raisedProblem, type Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { WorkerFailed } from '../worker-pool.ts';
import { TRIES_OF_A_JOB } from './each-job.ts';
import type { BulkItem, BulkKind, PreparedItem } from './run-kind.ts';
import { countUp, finish, LEASE_S, release, renew, takeLease, type Lease } from './run-lease.ts';
import { Fenced, holdItem, holdItems, record, recordDone } from './run-rows.ts';

const BATCH = 40;
const AT_ONCE = 4;
/** So many rows in one transaction: few enough that nobody waits long for their locks and a kill undoes little. */
const TOGETHER = 20;
/** A row whose transaction was given up for another's, or whose worker fell over, is tried so often. */
const TRIES = 3;

/**
 * Works on a run for one turn: a batch of its rows, and further ones while no other run wants the place. Returns false
 * when there is more for its next turn; true when it is over, another worker owns it or this process leaves.
 */
export async function workRun(
  db: Database,
  kinds: Map<string, BulkKind>,
  run_id: number,
  log: Log,
  { isStopping, isWanted }: { isStopping: () => boolean; isWanted: () => boolean },
): Promise<boolean> {
  const run = await takeLease(db, run_id);
  if (!run) return true;
  const own = { run_id, token: run.lease_token };
  const kind = kinds.get(run.kind);
  const is_hopeless = run.waits_for === null && run.failures >= TRIES_OF_A_JOB;
  if (!kind || is_hopeless) {
    await release(db, own);
    throw kind ? new WorkersLost() : new Error(`nobody works on runs of kind ${run.kind}`);
  }
  const lease: Lease = { ...run, ...own, kind, log };
  const heartbeat = setInterval(() => void renew(db, lease).catch(() => undefined), (LEASE_S * 1000) / 3);
  try {
    // Rows behind it are done. No index knows the states of rows, so that writing the end of one writes none.
    let behind = 0;
    for (let batches = 0; ; batches++) {
      const items = await db
        .selectFrom('bulk_items')
        .select(['position', 'subject_id', 'payload'])
        .where((eb) => eb.and({ run_id, status: 'waiting' }))
        .where('position', '>', behind)
        .orderBy('position')
        .limit(BATCH)
        .execute();
      if (items.length === 0) {
        if (behind === 0) break;
        // Finished only when, from its beginning, none waits.
        behind = 0;
        continue;
      }
      behind = items.at(-1)?.position ?? behind;
      if (isStopping()) return true;
      if (batches > 0 && isWanted()) return false;
      const batch = items.map((item) => ({ ...lease, ...item }));
      const prepared = await kind.prepare?.(batch);
      const whole = batch.map((item, at) => ({ item, prepared: prepared?.[at] }));
      // What is left of some goes before the next ones: rows that are done in order stay in it.
      const step = kind.workMany ? TOGETHER : BATCH;
      for (let from = 0; from < whole.length && !isStopping(); from += step) {
        const some = whole.slice(from, from + step);
        const done = await workBatch(db, lease, some);
        const queue = some.filter(({ item }) => !done.has(item.position));
        const hands = Array.from({ length: kind.in_order ? 1 : AT_ONCE }, async () => {
          for (let next = queue.shift(); next && !isStopping(); next = queue.shift())
            await workItem(db, lease, next.item, next.prepared);
        });
        // Nobody lets go of the run while another hand still works on it.
        const ends = await Promise.allSettled(hands);
        const failed = ends.find((end) => end.status === 'rejected');
        if (failed) throw failed.reason;
      }
      await countUp(db, lease);
    }
    await finish(db, lease);
    return true;
  } finally {
    clearInterval(heartbeat);
    await release(db, lease).catch(() => undefined);
  }
}

/** Thrown of a run that has ended one worker after the other: the next one must not try it. */
class WorkersLost extends Error {
  constructor() {
    super(`its worker was lost ${TRIES_OF_A_JOB} times and nothing of it was done`);
    this.name = 'WorkersLost';
  }
}

/** Positions that were done together. */
async function workBatch(db: Database, lease: Lease, whole: PreparedItem[]): Promise<Set<number>> {
  const { kind, run_id } = lease;
  if (!kind.workMany || whole.length < 2) return new Set();
  try {
    const results = await db.transaction().execute(async (tx) => {
      const held = await holdItems(tx, lease, whole);
      const results = await kind.workMany!(tx, held);
      if (results.size > 0) await recordDone(tx, lease, results);
      return results;
    });
    for (const { item } of whole) if (results.has(item.position)) kind.after?.(item);
    return new Set(results.keys());
  } catch (error) {
    // What stood in the way of all of them may let each pass.
    if (isCollision(error)) return new Set();
    if (endsTurn(error)) throw error;
    if (!(error instanceof Problem) && !raisedProblem(error))
      lease.log.error({ event: 'bulk.batch_failed', run_id, error: (error as Error).stack });
    return new Set();
  }
}

async function workItem(
  db: Database,
  lease: Lease,
  item: BulkItem,
  prepared: unknown,
  tries = 1,
): Promise<void> {
  try {
    const done = await db.transaction().execute(async (tx) => {
      if (!(await holdItem(tx, lease, item.position))) return false;
      const done = await lease.kind.work(tx, item, prepared);
      await record(tx, item, { status: done.waits_for_id ? 'pending_proof' : 'ok', ...done }, lease.kind);
      return true;
    });
    if (done) lease.kind.after?.(item);
  } catch (error) {
    const may_pass = isCollision(error) || (error instanceof WorkerFailed && error.reason !== 'closed');
    if (may_pass && tries < TRIES) return workItem(db, lease, item, prepared, tries + 1);
    if (endsTurn(error)) throw error;
    const known = error instanceof Problem ? error : raisedProblem(error);
    const problem = known ?? new Problem('internal');
    await db.transaction().execute(async (tx) => {
      if (await holdItem(tx, lease, item.position))
        await record(tx, item, { status: 'failed', code: problem.code, detail: problem.detail });
    });
    if (!known)
      lease.log.error({ event: 'bulk.item_failed', run_id: item.run_id, error: (error as Error).stack });
  }
}

/** A pool of workers is closed when the process leaves: the run is taken up again by another one. */
function endsTurn(error: unknown): boolean {
  const is_closed = error instanceof WorkerFailed && error.reason === 'closed';
  return is_closed || error instanceof Fenced || whatIsAway(error) !== null;
}
