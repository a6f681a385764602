import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { holdConnection } from './hold-connection.ts';
import { lockOf } from './advisory-lock.ts';

/** Where the database says what has changed: `acts 12`, something of that kind of that company. */
export const CHANGES_CHANNEL = 'kelisim_changes';

const RELAY_LOCK = lockOf('relay_changes');
const TRY_MS = 1_000;
/** Between two looks at what is untold; while much is, four times as long as the last took. */
const PAUSE_MS = 150;
/** The server ends a relay that asks nothing for so long: its host may be gone, and the lock with it. */
const SILENT_MS = 2_000;

/**
 * Tells what the triggers have written into `untold_changes` (see `tell_change`). Each process has a relay, and the one
 * that gets the lock works. Only what is committed is seen, so a transaction that ends late is told of when it ends; rows
 * and notices go in one transaction, so nothing is lost when a relay ends between them.
 * @returns what ends it
 */
export function relayChanges({ url, log }: { url: string; log: Log }): () => Promise<void> {
  return holdConnection({
    url,
    name: 'kelisim-relay',
    async work(client, gone) {
      while (!(await becomeRelay(client))) await sleep(TRY_MS, undefined, { signal: gone });
      for (;;) {
        const began = performance.now();
        await tellChanges(client);
        const took = performance.now() - began;
        await sleep(Math.min(Math.max(PAUSE_MS, 4 * took), SILENT_MS / 2), undefined, { signal: gone });
      }
    },
    onLost: (error) => log.warn({ event: 'relay.lost', message: String(error) }),
  });
}

/** Whether this connection relays from now on. */
export async function becomeRelay(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
    RELAY_LOCK,
  ]);
  if (!rows[0]?.is_ours) return false;
  await client.query(`set idle_session_timeout = ${SILENT_MS}`);
  return true;
}

async function tellChanges(client: pg.Client): Promise<void> {
  await client.query(
    `with told as (delete from untold_changes returning topic, company_id)
     select pg_notify($1, topic || ' ' || company_id) from (select distinct topic, company_id from told) as one`,
    [CHANGES_CHANNEL],
  );
}
