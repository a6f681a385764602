import type { App } from '../server/src/app.ts';
import { relayChanges } from '../server/src/platform/db/relay-changes.ts';
import { startWatch } from '../server/src/platform/jobs/watch.ts';
import { makeLog } from '../server/src/platform/log.ts';

const QUEUES = ['notices.gather', 'limits.warn', 'totals.fold'];

/** Empties queues within seconds, as the product does, until `stop`. */
export function keepQueuesEmpty({ work }: App, url: string) {
  const queues = work.watchers.filter(({ name }) => QUEUES.includes(name));
  if (queues.length !== QUEUES.length) throw new Error(`not all of ${QUEUES.join(', ')} are there`);
  const watch = startWatch(queues, makeLog('silent'));
  const endRelay = relayChanges({ url, log: makeLog('silent') });
  return {
    stop: () => Promise.all([watch.stop(), endRelay()]),
    /** For what came after the last round. */
    async emptyOnce() {
      for (const { run } of queues) await run();
    },
  };
}
