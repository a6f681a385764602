import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Database } from '../../platform/db/database.ts';
import { askForFeed, findFeed, nextTransaction, openFeed } from './events.queries.ts';

const PAUSE_MS = 20;
const PATIENCE_MS = 5_000;

/**
 * Returns since when the feed of a company is complete. The first to ask begins it, and waits until every transaction that
 * may not have seen that there is a feed has ended: whoever then reads lists and afterwards the feed misses nothing.
 *
 * @throws {Problem} `busy` while a long transaction runs; nothing is lost by asking again
 */
export async function sinceWhen(db: Database, company_id: number): Promise<Date> {
  const feed = await findFeed(db, company_id);
  if (feed?.open_at) return feed.open_at;
  await askForFeed(db, company_id);
  const tx = await nextTransaction(db);
  for (let waited_ms = 0; waited_ms < PATIENCE_MS; waited_ms += PAUSE_MS) {
    const since = await openFeed(db, company_id, tx);
    if (since) return since;
    await sleep(PAUSE_MS);
  }
  throw new Problem('busy');
}
