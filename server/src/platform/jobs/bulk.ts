import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import { sql, type RawBuilder } from 'kysely';
import { whatIsAway } from '../away.ts';
import { isCollision, raisedProblem, type Database, type Handle, type Tx } from '../db/database.ts';
import type { Log } from '../log.ts';
import { derivedKey, holdContent, REPEATED_WITHIN } from '../make-once.ts';
import { WorkerFailed } from '../worker-pool.ts';

/** How long a worker owns a run without a sign of life; another may go on after that, within five seconds in all. */
const LEASE_S = 3;
const BATCH = 40;
const AT_ONCE = 4;
/** So many rows in one transaction: few enough that nobody waits long for their locks and a kill undoes little. */
const TOGETHER = 20;
/** A row whose transaction was given up for another's, or whose worker fell over, is tried so often. */
const TRIES = 3;
/** Longest pause of an interrupted run: while something is away, and while nobody knows what is wrong with it. */
const AWAY_PAUSE_S = 30;
const BROKEN_PAUSE_S = 600;
/** What is counted of a run's failures is forgotten with its first progress. */
const GOING_WELL = { failures: 0, not_before: null, waits_for: null };

/** One item of a run as its handler sees it. */
export interface BulkItem {
  run_id: number;
  position: number;
  company_id: number;
  user_id: number;
  session_id: number | null;
  /** From where the run was started. */
  ip: string | null;
  subject_id: number | null;
  payload: unknown;
  params: unknown;
}

/** What became of an item: the thing it made or touched, and how to call it on the screen. */
export interface BulkDone {
  subject_id?: number;
  label?: string;
  /** The row waits for this, named by the number that its kind gives it; `settleWaitingRows` tells it the end. */
  waits_for_id?: number | null;
}

export interface PreparedItem {
  item: BulkItem;
  prepared: unknown;
}

export interface BulkKind {
  kind: string;
  /** One item after the other, as they were given; several at once by default. */
  in_order?: boolean;
  /** Keys of its payloads that an item which is done needs no more: they are taken out with its end. */
  used_up?: readonly string[];
  /**
   * What a batch of items needs from the world outside, in their order. Called before their transactions, so that
   * nothing is locked while others are waited for; a throw interrupts the run, which is then taken up again.
   */
  prepare?(items: readonly BulkItem[]): Promise<readonly unknown[]>;
  /**
   * Does one item inside the given transaction, with what `prepare` made for it. A `Problem` fails this item alone; anything it wrote is undone.
   * The result row is written in the same transaction, so that an item is done exactly once or not at all.
   */
  work(tx: Tx, item: BulkItem, prepared?: unknown): Promise<BulkDone>;
  /**
   * Does those of a batch that are plain in one transaction and answers for them by position; the others, and all of
   * them when it throws, are left to `work`. A thousand rows cost fifty transactions then.
   */
  workMany?(tx: Tx, batch: readonly PreparedItem[]): Promise<Map<number, BulkDone>>;
  /** Called after the commit of a done item, to wake what waits for it. May be lost with the process. */
  after?(item: BulkItem): void;
}

export interface NewRun {
  company_id: number;
  user_id: number;
  session_id: number | null;
  /** `acts.send`: its first word says what the subjects are. */
  kind: string;
  /** Null when the caller sent none: the run is then recognised by its content. */
  idempotency_key: string | null;
  request_hash: Buffer;
  ip?: string | null;
  params?: unknown;
  items: { subject_id: number | null; label?: string; payload?: unknown }[];
}

/** Rows of a run that is over and that came to nothing. */
export type RowsLeft = 'failed' | 'stopped';

export interface Bulk {
  /** Makes the run, or finds the one that this key made before; another request under the key is refused (422). */
  start(run: NewRun): Promise<number>;
  /** The run over new things that this key made before, or null; another request under the key is refused (422). */
  find(run: Omit<NewRun, 'items' | 'params'>): Promise<number | null>;
  /** Works on a run until it is finished or somebody else owns it; or has another process do so. */
  work(run_id: number): Promise<void>;
  /** Waits until the run is finished, at most so long. */
  wait(run_id: number, timeout_ms: number): Promise<void>;
  /** Ends a run before its end: rows under way are finished, those that still wait are left alone. */
  halt(run_id: number): Promise<void>;
  /** Takes the run from its worker and repeats the rows that failed by our own fault. */
  again(tx: Tx, run_id: number): Promise<void>;
  /**
   * Has the rows that failed, or that were left when the run was stopped, done in this same run: each has its payload
   * still, and one that is done stays done. While it runs nothing changes, so that asking twice is the same.
   */
  goOn(run_id: number, rows: RowsLeft[], by: { session_id: number | null; ip: string | null }): Promise<void>;
  /** Takes up runs that nobody works on: after a crash, a kill, a lost connection. */
  recover(): Promise<void>;
  /** Resolves when nothing is under way in this process; new work is refused from now on. */
  stop(): Promise<void>;
}

export function makeBulk(
  db: Database,
  kinds: readonly BulkKind[],
  log: Log,
  {
    isPaused = () => false,
    work_db = db,
    wake = null,
  }: {
    /** Nothing is begun while it is true. */
    isPaused?: () => boolean;
    /** The pool that runs are worked on with, so that those who start them need not wait for it. */
    work_db?: Database;
    /** Nothing is worked on here: other processes are told of each run that waits. */
    wake?: ((run_id: number) => Promise<void>) | null;
  } = {},
): Bulk {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const underWay = new Map<number, Promise<void>>();
  let stopping = false;

  /** Nothing has come of those rows, so a repeat without a key asks for them once more. */
  const tryRest = (run_id: number, by: Pick<NewRun, 'session_id' | 'ip'>) =>
    bulk.goOn(run_id, ['failed', 'stopped'], { session_id: by.session_id, ip: by.ip ?? null });

  const bulk: Bulk = {
    start: async (run) => {
      const { id, is_repeat } = await startRun(db, run);
      if (is_repeat && run.idempotency_key === null) await tryRest(id, run);
      return id;
    },
    async find(run) {
      if (run.idempotency_key !== null) return findEarlierRun(db, run);
      const run_id = await findRepeated(db, run, 'made');
      if (run_id !== null) await tryRest(run_id, run);
      return run_id;
    },
    work(run_id) {
      const running = underWay.get(run_id);
      if (running || stopping) return running ?? Promise.resolve();
      if (wake)
        return wake(run_id).catch((error: unknown) =>
          log.warn({ event: 'bulk.not_told', run_id, message: String(error) }),
        );
      const work = workRun(work_db, byName, run_id, log, () => stopping || isPaused())
        .catch(async (error: unknown) => {
          log.error({ event: 'bulk.interrupted', run_id, message: String(error) });
          if (!(error instanceof Fenced)) await postpone(work_db, run_id, error);
        })
        .catch((error: unknown) => log.warn({ event: 'bulk.not_postponed', run_id, message: String(error) }))
        .finally(() => underWay.delete(run_id));
      underWay.set(run_id, work);
      return work;
    },
    async wait(run_id, timeout_ms) {
      const end = Date.now() + timeout_ms;
      await Promise.race([bulk.work(run_id), pause(timeout_ms)]);
      // Another process may own it: then its progress is only to be seen in the table.
      while (Date.now() < end && !stopping && (await isGoingOn(db, run_id))) {
        await pause(Math.min(150, Math.max(1, end - Date.now())));
      }
    },
    halt: (run_id) => haltRun(db, run_id),
    again: runAgain,
    async goOn(run_id, rows, by) {
      await takeUpRows(db, run_id, rows, by);
      // Who still works on it in this process is fenced, and ends with the row it has in hand.
      void (underWay.get(run_id) ?? Promise.resolve()).then(() => bulk.work(run_id));
    },
    async recover() {
      const lost = await work_db
        .selectFrom('bulk_runs')
        .select('id')
        .where('state', '=', 'running')
        .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
        .where((eb) => eb.or([eb('not_before', 'is', null), eb('not_before', '<', sql<Date>`now()`)]))
        .orderBy(sql`coalesce(not_before, created_at)`)
        .limit(20)
        .execute();
      for (const { id } of lost) void bulk.work(id);
    },
    async stop() {
      stopping = true;
      await Promise.all(underWay.values());
    },
  };
  return bulk;
}

async function startRun(db: Database, run: NewRun): Promise<{ id: number; is_repeat: boolean }> {
  return db.transaction().execute(async (tx) => {
    const is_key_derived = run.idempotency_key === null;
    if (is_key_derived) {
      await holdContent(tx, run);
      const makes = run.items.every((item) => item.subject_id === null);
      const id = await findRepeated(tx, run, makes ? 'made' : 'named');
      if (id !== null) return { id, is_repeat: true };
    }
    const made = await tx
      .insertInto('bulk_runs')
      .values({
        company_id: run.company_id,
        user_id: run.user_id,
        session_id: run.session_id,
        kind: run.kind,
        idempotency_key: run.idempotency_key ?? derivedKey(),
        is_key_derived,
        request_hash: run.request_hash,
        ip: run.ip ?? null,
        params: JSON.stringify(run.params ?? {}),
        total: run.items.length,
      })
      .onConflict((oc) => oc.columns(['user_id', 'company_id', 'idempotency_key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return { id: (await findEarlierRun(tx, run))!, is_repeat: true };
    for (let from = 0; from < run.items.length; from += 1000) {
      const rows = run.items.slice(from, from + 1000).map((item, i) => ({
        run_id: made.id,
        position: from + i + 1,
        subject_id: item.subject_id,
        label: item.label ?? '',
        payload: item.payload === undefined ? null : JSON.stringify(item.payload),
      }));
      await tx.insertInto('bulk_items').values(rows).execute();
    }
    return { id: made.id, is_repeat: false };
  });
}

/**
 * The run that the same request made in the last minutes, unless something else has happened since. Of named things one
 * change is enough for a new run: a rejected act is paid again. What a run made itself counts as there while any of it
 * is as it was, so that a table which is sent twice does not make its acts twice.
 */
async function findRepeated(
  db: Handle,
  run: Pick<NewRun, 'user_id' | 'company_id' | 'request_hash' | 'kind'>,
  over: 'named' | 'made',
): Promise<number | null> {
  const earlier = await db
    .selectFrom('bulk_runs')
    .select(['id', 'state'])
    .where('user_id', '=', run.user_id)
    .where('company_id', '=', run.company_id)
    .where('request_hash', '=', run.request_hash)
    .where('is_key_derived', '=', true)
    .where('created_at', '>', sql<Date>`now() - ${REPEATED_WITHIN}::interval`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!earlier || earlier.state === 'running') return earlier?.id ?? null;
  const { done, changed } = await db
    .selectFrom('bulk_items')
    .select([
      sql<number>`count(*)`.as('done'),
      sql<number>`count(*) filter (where left_as is distinct from ${stateOf(run, sql.ref('subject_id'))})`.as(
        'changed',
      ),
    ])
    .where('run_id', '=', earlier.id)
    .where('status', 'in', ['ok', 'pending_proof'])
    .executeTakeFirstOrThrow();
  const is_past = over === 'named' ? changed > 0 : done > 0 && changed === done;
  return is_past ? null : earlier.id;
}

const stateOf = (run: Pick<NewRun, 'kind' | 'company_id'>, subject_id: RawBuilder<unknown>) =>
  sql<string>`state_of(${run.kind.split('.')[0]}, ${run.company_id}, ${subject_id})`;

async function findEarlierRun(
  db: Handle,
  run: Pick<NewRun, 'user_id' | 'company_id' | 'idempotency_key' | 'request_hash'>,
): Promise<number | null> {
  const earlier = await db
    .selectFrom('bulk_runs')
    .select(['id', 'request_hash'])
    .where('user_id', '=', run.user_id)
    .where('company_id', '=', run.company_id)
    .where('idempotency_key', '=', run.idempotency_key!)
    .executeTakeFirst();
  if (earlier && !earlier.request_hash.equals(run.request_hash)) throw new Problem('idempotency_mismatch');
  return earlier?.id ?? null;
}

/** The worker finds the run not running any more before its next row; what it is doing now it ends. */
async function haltRun(db: Database, run_id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const halted = await tx
      .updateTable('bulk_runs')
      .set({ ...GOING_WELL, state: 'stopped', finished_at: sql`now()` })
      .where((eb) => eb.and({ id: run_id, state: 'running' }))
      .returning('id')
      .executeTakeFirst();
    if (!halted) return;
    await tx
      .updateTable('bulk_items')
      .set({ status: 'stopped', finished_at: sql`now()` })
      .where((eb) => eb.and({ run_id, status: 'waiting' }))
      .execute();
    await tx.updateTable('bulk_runs').set(counts(run_id)).where('id', '=', run_id).execute();
  });
}

/** Whoever worked on it is fenced by the token; the watcher takes it up. */
async function runAgain(tx: Tx, run_id: number): Promise<void> {
  await lockRun(tx, run_id);
  await tx
    .updateTable('bulk_items')
    .set({ status: 'waiting', code: null, detail: null, finished_at: null })
    .where((eb) => eb.and({ run_id, status: 'failed', code: 'internal' }))
    .execute();
  await tx
    .updateTable('bulk_runs')
    .set((eb) => ({
      ...counts(run_id),
      ...GOING_WELL,
      state: 'running',
      finished_at: null,
      leased_until: null,
      lease_token: eb('lease_token', '+', 1),
    }))
    .where('id', '=', run_id)
    .where('state', '<>', 'stopped')
    .execute();
}

/** Its worker may not have let go of it yet; the token fences that worker, as in `runAgain`. */
async function takeUpRows(
  db: Database,
  run_id: number,
  rows: RowsLeft[],
  by: { session_id: number | null; ip: string | null },
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
      .set((eb) => ({
        ...counts(run_id),
        ...by,
        ...GOING_WELL,
        state: 'running',
        finished_at: null,
        leased_until: null,
        lease_token: eb('lease_token', '+', 1),
      }))
      .where('id', '=', run_id)
      .execute();
  });
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
async function isGoingOn(db: Handle, run_id: number): Promise<boolean> {
  const run = await db
    .selectFrom('bulk_runs')
    .select(['state', 'not_before'])
    .where('id', '=', run_id)
    .executeTakeFirstOrThrow();
  return run.state === 'running' && run.not_before === null;
}

/** The next try comes later each time, so that runs which always fail leave the others their turn. */
async function postpone(db: Database, run_id: number, error: unknown): Promise<void> {
  const waits_for = whatIsAway(error);
  const longest_s = waits_for ? AWAY_PAUSE_S : BROKEN_PAUSE_S;
  await db
    .updateTable('bulk_runs')
    .set({
      failures: sql`failures + 1`,
      waits_for,
      not_before: sql`now() + make_interval(secs => least(${longest_s}, 2 ^ least(failures, 10)))`,
    })
    .where((eb) => eb.and({ id: run_id, state: 'running' }))
    .execute();
}

interface Lease {
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

async function workRun(
  db: Database,
  kinds: Map<string, BulkKind>,
  run_id: number,
  log: Log,
  stopping: () => boolean,
): Promise<void> {
  const run = await db
    .updateTable('bulk_runs')
    .set((eb) => ({ lease_token: eb('lease_token', '+', 1), leased_until: inSeconds(LEASE_S) }))
    .where((eb) => eb.and({ id: run_id, state: 'running' }))
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .returning(['lease_token', 'company_id', 'user_id', 'session_id', 'ip', 'kind', 'params'])
    .executeTakeFirst();
  if (!run) return;
  const kind = kinds.get(run.kind);
  if (!kind) throw new Error(`nobody works on runs of kind ${run.kind}`);
  const lease: Lease = { ...run, run_id, token: run.lease_token, kind, log };
  const heartbeat = setInterval(() => void renew(db, lease).catch(() => undefined), (LEASE_S * 1000) / 3);
  try {
    for (;;) {
      const items = await db
        .selectFrom('bulk_items')
        .select(['position', 'subject_id', 'payload'])
        .where((eb) => eb.and({ run_id, status: 'waiting' }))
        .orderBy('position')
        .limit(BATCH)
        .execute();
      if (items.length === 0) break;
      if (stopping()) return;
      const batch = items.map((item) => ({ ...lease, ...item }));
      const prepared = await kind.prepare?.(batch);
      const whole = batch.map((item, at) => ({ item, prepared: prepared?.[at] }));
      const done = new Set<number>();
      for (let from = 0; kind.workMany && from < whole.length && !stopping(); from += TOGETHER)
        for (const position of await workBatch(db, lease, whole.slice(from, from + TOGETHER)))
          done.add(position);
      const queue = whole.filter(({ item }) => !done.has(item.position));
      const hands = Array.from({ length: kind.in_order ? 1 : AT_ONCE }, async () => {
        for (let next = queue.shift(); next && !stopping(); next = queue.shift())
          await workItem(db, lease, next.item, next.prepared);
      });
      // Nobody lets go of the run while another hand still works on it.
      const ends = await Promise.allSettled(hands);
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
      await countUp(db, lease);
    }
    await finish(db, lease);
  } finally {
    clearInterval(heartbeat);
    await release(db, lease).catch(() => undefined);
  }
}

/** Thrown when another worker took the run over, or a person stopped it: whatever this one was about to write is undone. */
class Fenced extends Error {}

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
    if (error instanceof Fenced || whatIsAway(error)) throw error;
    if (!(error instanceof Problem) && !raisedProblem(error))
      lease.log.error({ event: 'bulk.batch_failed', run_id, error: (error as Error).stack });
    return new Set();
  }
}

/** As `holdItem`, for those of the batch that nobody has done meanwhile. */
async function holdItems(tx: Tx, lease: Lease, whole: PreparedItem[]): Promise<PreparedItem[]> {
  const positions = whole.map(({ item }) => item.position);
  const { rows } = await sql<{ position: number }>`
    select position from bulk_items where run_id = ${lease.run_id} and status = 'waiting'
      and position = any(${positions}::int[]) order by position for update`.execute(tx);
  await holdRun(tx, lease);
  const waiting = new Set(rows.map((row) => row.position));
  return whole.filter(({ item }) => waiting.has(item.position));
}

async function recordDone(tx: Tx, { run_id, kind }: Lease, results: Map<number, BulkDone>): Promise<void> {
  const [positions, labels] = [[...results.keys()], [...results.values()].map((done) => done.label ?? '')];
  await sql`
    update bulk_items i set status = 'ok', finished_at = now(), label = coalesce(nullif(v.label, ''), i.label),
      left_as = ${leftAs(run_id, sql`i.subject_id`)}, payload = ${without(kind.used_up)}
    from unnest(${positions}::int[], ${labels}::text[]) v (position, label)
    where i.run_id = ${run_id} and i.position = v.position`.execute(tx);
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
    const worker_failed = error instanceof WorkerFailed;
    if (tries < TRIES && (isCollision(error) || (worker_failed && error.reason !== 'closed')))
      return workItem(db, lease, item, prepared, tries + 1);
    // A pool of workers is closed when the process leaves: the run is taken up again by another one.
    if (error instanceof Fenced || whatIsAway(error) || (worker_failed && error.reason === 'closed'))
      throw error;
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

/**
 * Holds the item until the transaction ends; false when somebody has done it meanwhile. Throws when the run belongs to
 * another worker by now. The run itself is not held: a worker that sleeps must not keep others from taking it over.
 */
async function holdItem(tx: Tx, lease: Lease, position: number): Promise<boolean> {
  const waiting = await sql`
    select 1 from bulk_items where run_id = ${lease.run_id} and position = ${position} and status = 'waiting'
    for update`.execute(tx);
  await holdRun(tx, lease);
  return waiting.rows.length > 0;
}

async function holdRun(tx: Tx, lease: Lease): Promise<void> {
  const owned = await sql`
    select 1 from bulk_runs where id = ${lease.run_id} and lease_token = ${lease.token} and state = 'running'
    for key share`.execute(tx);
  if (owned.rows.length === 0) throw new Fenced('the run was stopped or taken over');
}

async function record(
  tx: Tx,
  item: BulkItem,
  result: BulkDone & { status: 'ok' | 'failed' | 'pending_proof'; code?: ProblemCode; detail?: unknown },
  { used_up }: Pick<BulkKind, 'used_up'> = {},
): Promise<void> {
  await tx
    .updateTable('bulk_items')
    .set({
      status: result.status,
      code: result.code ?? null,
      detail: result.detail ? JSON.stringify(result.detail) : null,
      finished_at: sql`now()`,
      left_as: leftAs(item.run_id, sql`${result.subject_id ?? item.subject_id}::bigint`),
      ...(result.status === 'ok' ? { payload: without(used_up) } : {}),
      ...(result.subject_id ? { subject_id: result.subject_id } : {}),
      ...(result.label ? { label: result.label } : {}),
      ...(result.waits_for_id ? { waits_for_id: result.waits_for_id } : {}),
    })
    .where((eb) => eb.and({ run_id: item.run_id, position: item.position }))
    .execute();
}

/** The payload of a row that is done. */
function without(used_up: readonly string[] = []): RawBuilder<string | null> {
  return sql`payload - ${used_up}::text[]`;
}

/** What the state of a row's thing is now, of a run that is recognised by its content. */
function leftAs(run_id: number | RawBuilder<unknown>, subject_id: RawBuilder<unknown>) {
  return sql<string | null>`(
    select state_of(split_part(r.kind, '.', 1), r.company_id, ${subject_id})
    from bulk_runs r where r.id = ${run_id} and r.is_key_derived)`;
}

/** Tells the rows that wait for something what became of it, and their runs how many failed. */
export async function settleWaitingRows(
  tx: Tx,
  waits_for_id: number,
  end:
    | ({ status: 'ok' } & Pick<BulkKind, 'used_up'>)
    | { status: 'failed'; code: ProblemCode; detail: unknown },
): Promise<void> {
  const settled = await tx
    .updateTable('bulk_items')
    .set({
      status: end.status,
      code: end.status === 'failed' ? end.code : null,
      detail: end.status === 'failed' ? JSON.stringify(end.detail) : null,
      finished_at: sql`now()`,
      left_as: leftAs(sql`bulk_items.run_id`, sql`bulk_items.subject_id`),
      ...(end.status === 'ok' ? { payload: without(end.used_up) } : {}),
    })
    .where((eb) => eb.and({ waits_for_id, status: 'pending_proof' }))
    .returning('run_id')
    .execute();
  if (end.status === 'ok') return;
  const runs = [...new Set(settled.map((row) => row.run_id))].toSorted((a, b) => a - b);
  for (const run_id of runs) {
    await lockRun(tx, run_id);
    await tx.updateTable('bulk_runs').set(counts(run_id)).where('id', '=', run_id).execute();
  }
}

/** Locks the run before its rows are counted: the second to count must see, in a new statement, what the first settled. */
async function lockRun(tx: Tx, run_id: number): Promise<void> {
  await tx.selectFrom('bulk_runs').select('id').where('id', '=', run_id).forUpdate().execute();
}

async function renew(db: Database, lease: Lease): Promise<void> {
  await ownRun(db, lease)
    .set({ leased_until: inSeconds(LEASE_S) })
    .execute();
}

async function release(db: Database, lease: Lease): Promise<void> {
  await ownRun(db, lease).set({ leased_until: null }).execute();
}

async function countUp(db: Database, lease: Lease): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockRun(tx, lease.run_id);
    await ownRun(tx, lease)
      .set({ ...counts(lease.run_id), ...GOING_WELL, leased_until: inSeconds(LEASE_S) })
      .execute();
  });
}

async function finish(db: Database, lease: Lease): Promise<void> {
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

function counts(run_id: number) {
  return {
    done: sql<number>`(select count(*) from bulk_items where run_id = ${run_id} and status not in ('waiting', 'stopped'))`,
    failed: sql<number>`(select count(*) from bulk_items where run_id = ${run_id} and status = 'failed')`,
  };
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
