import type { Meter } from '@opentelemetry/api';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Watcher } from '../jobs/watch.ts';
import { lockOf } from '../db/advisory-lock.ts';

/** `pg_advisory_xact_lock`: one process throws away, the others pass by. */
const THROW_AWAY_LOCK = lockOf('throw_away');
/** Half a million sessions an hour are more than an installation of millions of users ends. */
const MOST_BATCHES = 1_000;

/**
 * Each has a function of the owner, `throw_away_…`, that knows the period and returns how many it took in one batch. Runs
 * come first: a session is kept while a run names it.
 */
const KINDS = [
  'runs',
  'sessions',
  'made_once',
  'notices',
  'trials',
  'events',
  'deliveries',
  'templates',
] as const;
type Kind = (typeof KINDS)[number];

/**
 * Deletes what need not be kept, batch by batch, each in a transaction of its own.
 * @returns how many of each there were, and the error of each kind that failed; the others are not kept waiting by it
 */
export async function throwAway(
  db: Database,
  now: Date,
): Promise<{ thrown: Record<Kind, number>; errors: unknown[] }> {
  const thrown: Record<Kind, number> = {
    runs: 0,
    sessions: 0,
    made_once: 0,
    notices: 0,
    trials: 0,
    events: 0,
    deliveries: 0,
    templates: 0,
  };
  const errors: unknown[] = [];
  for (const kind of KINDS)
    try {
      for (let batch = 0; batch < MOST_BATCHES; batch++) {
        const some = await throwBatch(db, kind, now);
        if (some === 0) break;
        thrown[kind] += some;
      }
    } catch (error) {
      errors.push(error);
    }
  return { thrown, errors };
}

/** None while another process throws that kind away: it goes on until nothing is left. */
async function throwBatch(db: Database, kind: Kind, now: Date): Promise<number> {
  const { rows } = await sql<{ thrown: number }>`
    select case when pg_try_advisory_xact_lock(${THROW_AWAY_LOCK}, ${KINDS.indexOf(kind)})
      then ${sql.ref(`throw_away_${kind}`)}(${now}::timestamptz) else 0 end as thrown`.execute(db);
  return rows[0]?.thrown ?? 0;
}

export function retentionWatcher(
  { db, clock }: { db: Database; clock: Clock },
  meter: Meter | undefined,
): Watcher {
  const deleted = meter?.createCounter('kelisim.retention.deleted', {
    description: 'Rows that need not be kept any more and were deleted',
  });
  return {
    name: 'retention.throw_away',
    every_ms: 3_600_000,
    async run() {
      const { thrown, errors } = await throwAway(db, clock.now());
      for (const kind of KINDS) deleted?.add(thrown[kind], { kind });
      if (errors.length > 0) throw errors[0];
    },
  };
}
