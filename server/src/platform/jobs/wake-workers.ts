import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { listen, type Listening } from '../db/listen.ts';
import type { Log } from '../log.ts';
import type { Bulk } from './bulk.ts';

const CHANNEL = 'kelisim_runs';

/** Tells the workers that a run waits. A word that is lost costs as long as their watcher pauses. */
export async function wakeWorkers(db: Database, run_id: number): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${String(run_id)})`.execute(db);
}

/** Works on the runs that other processes take and do not work on themselves. */
export function hearRuns(bulk: Bulk, { url, log }: { url: string; log: Log }): Listening {
  return listen({
    url,
    channel: CHANNEL,
    log,
    onNotice: (run_id) => void bulk.work(Number(run_id)),
    // What was told meanwhile is found by the watcher.
    onGap: () => undefined,
  });
}
