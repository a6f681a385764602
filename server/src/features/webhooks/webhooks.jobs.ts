import { setTimeout as sleep } from 'node:timers/promises';
import { eachJob } from '../../platform/jobs/each-job.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { serveEndpoint } from './deliver.ts';
import { takeEndpoints } from './endpoints.queries.ts';

/** So many endpoints of a kind are asked by one process at once, and so many of one company. */
const AT_ONCE = 8;
const OF_COMPANY = 2;
/** Longer than a turn with its last answer: after it the process that took it is gone. */
const LEASE_S = 60;
/** A round ends, so that a process can stop; the next one begins at once. */
const ROUND_MS = 20_000;
const LOOK_AGAIN_MS = 250;

type Machinery = Pick<Parts, 'db' | 'clock' | 'config' | 'log' | 'webhook_out'>;

/** Those that fail or are slow have rounds of their own, so that they keep nobody waiting but each other. */
export const webhookWatchers = (parts: Machinery): Watcher[] => [
  { name: 'webhooks.deliver', every_ms: 1_000, run: () => deliverDue(parts, false) },
  { name: 'webhooks.retry', every_ms: 1_000, run: () => deliverDue(parts, true) },
];

/** Serves endpoints until nothing is due; another is taken as soon as one is done. */
export async function deliverDue(parts: Machinery, troubled: boolean): Promise<void> {
  const until = performance.now() + ROUND_MS;
  const serving = new Set<Promise<void>>();
  const faults: unknown[] = [];
  do {
    const most = performance.now() < until ? AT_ONCE - serving.size : 0;
    const taken =
      most > 0
        ? await takeEndpoints(parts.db, parts.clock.now(), {
            troubled,
            most,
            of_company: OF_COMPANY,
            lease_s: LEASE_S,
          })
        : [];
    for (const endpoint of taken) {
      const turn: Promise<void> = eachJob(parts, 'webhooks.deliver', [endpoint], (one) =>
        serveEndpoint(parts, one),
      )
        .catch((error: unknown) => void faults.push(error))
        .finally(() => serving.delete(turn));
      serving.add(turn);
    }
    if (serving.size > 0) await Promise.race([...serving, sleep(LOOK_AGAIN_MS)]);
  } while (serving.size > 0 && faults.length === 0);
  await Promise.all(serving);
  if (faults.length > 0) throw faults[0];
}
