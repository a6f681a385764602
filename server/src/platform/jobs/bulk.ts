import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Log } from '../log.ts';
import {
  haltRun,
  isGoingOn,
  postpone,
  runAgain,
  takeUpRows,
  type RestartedBy,
  type RowsLeft,
} from './change-run.ts';
import type { BulkKind } from './run-kind.ts';
import { Fenced } from './run-rows.ts';
import { findEarlierRun, findRepeated, startRun, type NewRun } from './start-run.ts';
import { makeTurns, type TurnLimits } from './turns.ts';
import { workRun } from './work-run.ts';

export interface Bulk {
  /** Makes the run, or finds the one that this key made before; another request under the key is refused (422). */
  start(run: NewRun): Promise<number>;
  /** The run over new things that this key made before, or null; another request under the key is refused (422). */
  find(run: Omit<NewRun, 'items' | 'params'>): Promise<number | null>;
  /** Works on a run, in turns with others, until it is finished or somebody else owns it; or has another process do so. */
  work(run_id: number): Promise<void>;
  /** Waits until the run is finished, at most so long. */
  wait(run_id: number, timeout_ms: number): Promise<void>;
  /** Ends a run before its end: rows under way are finished, those that still wait are left alone. */
  halt(run_id: number, tx?: Tx): Promise<void>;
  /** Takes the run from its worker and repeats the rows that failed by our own fault. */
  again(tx: Tx, run_id: number): Promise<void>;
  /**
   * Has the rows that failed, or that were left when the run was stopped, done in this same run: each has its payload
   * still, and one that is done stays done. While it runs nothing changes, so that asking twice is the same.
   */
  goOn(run_id: number, rows: RowsLeft[], by: RestartedBy): Promise<void>;
  /** Takes up runs that nobody works on: after a crash, a kill, a lost connection, or that wait for their turn. */
  recover(): Promise<void>;
  /** Resolves when nothing is under way in this process; new work is refused from now on. */
  stop(): Promise<void>;
}

export interface BulkOptions {
  /** Nothing is begun while it is true. */
  isPaused?: () => boolean;
  /** The pool that runs are worked on with, so that those who start them need not wait for it. */
  work_db?: Database;
  /** Nothing is worked on here: other processes are told of each run that waits. */
  wake?: ((run_id: number) => Promise<void>) | null;
  limits?: TurnLimits;
}

export function makeBulk(
  db: Database,
  kinds: readonly BulkKind[],
  log: Log,
  {
    isPaused = () => false,
    work_db = db,
    wake = null,
    limits = { at_once: 4, of_company: 2 },
  }: BulkOptions = {},
): Bulk {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const underWay = new Map<number, Promise<void>>();
  const turns = makeTurns(limits);
  let stopping = false;

  /** Nothing has come of those rows, so a repeat without a key asks for them once more. */
  const tryRest = (run_id: number, by: Pick<NewRun, 'session_id' | 'api_key_id' | 'ip'>) =>
    bulk.goOn(run_id, ['failed', 'stopped'], {
      session_id: by.session_id,
      api_key_id: by.api_key_id ?? null,
      ip: by.ip ?? null,
    });

  async function workInTurns(run_id: number): Promise<void> {
    const run = await work_db
      .selectFrom('bulk_runs')
      .select('company_id')
      .where((eb) => eb.and({ id: run_id, state: 'running' }))
      .executeTakeFirst();
    if (!run) return;
    const { company_id } = run;
    for (let is_over = false; !is_over;) {
      const endTurn = await turns.take(company_id);
      try {
        is_over = await workRun(work_db, byName, run_id, log, {
          isStopping: () => stopping || isPaused(),
          isWanted: () => turns.isWanted(company_id),
        });
      } finally {
        endTurn();
      }
    }
  }

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
      const work = workInTurns(run_id)
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
    halt: (run_id, tx) =>
      tx ? haltRun(tx, run_id) : db.transaction().execute((own) => haltRun(own, run_id)),
    again: runAgain,
    async goOn(run_id, rows, by) {
      await takeUpRows(db, run_id, rows, by);
      // Who still works on it in this process is fenced, and ends with the row it has in hand.
      void (underWay.get(run_id) ?? Promise.resolve()).then(() => bulk.work(run_id));
    },
    async recover() {
      for (const run_id of await findDue(work_db, {
        // Who waits here already gets their turn here; so no company fills the memory of a process.
        but: { runs: [...underWay.keys()], companies: turns.waiting() },
        of_company: limits.of_company,
      }))
        void bulk.work(run_id);
    },
    async stop() {
      stopping = true;
      await Promise.all(underWay.values());
    },
  };
  return bulk;
}

/** Runs that nobody works on and that are due, a few of each company, by turns between companies. */
async function findDue(
  db: Database,
  { but, of_company }: { but: { runs: number[]; companies: number[] }; of_company: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, coalesce(not_before, created_at) as due_at,
        row_number() over (partition by company_id order by coalesce(not_before, created_at), id) as turn
      from bulk_runs
      where state = 'running' and (leased_until is null or leased_until < now())
        and (not_before is null or not_before < now())
        and id <> all(${but.runs}::bigint[]) and company_id <> all(${but.companies}::bigint[])
    ) r where turn <= ${of_company} order by turn, due_at limit 20`.execute(db);
  return rows.map(({ id }) => id);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
