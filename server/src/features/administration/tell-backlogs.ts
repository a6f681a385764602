import type { Meter } from '@opentelemetry/api';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { readBacklogs, type Backlog } from './backlog.queries.ts';

/** Several Prometheus servers, and a human who reloads, cost one query. */
const KEPT_MS = 10_000;

/** States that are told even when nothing is in them, so that an alert sees a 0 and not a gap. */
const STATES: Record<Backlog['of'], readonly string[]> = {
  runs: ['working', 'postponed', 'waiting'],
  set_aside: ['waiting'],
  messages: ['sms', 'email'],
  unknown_orders: ['payment', 'refund'],
  proofs: ['waiting'],
  unsealed_events: ['waiting'],
  untold_changes: ['waiting'],
};

/** Tells how much waits and for how long. Neither numbers nor labels name a company or a person. */
export function tellBacklogs(meter: Meter, db: Database, log: Log): void {
  const count = meter.createObservableGauge('kelisim.backlog.count');
  const age = meter.createObservableGauge('kelisim.backlog.age', { unit: 's', description: 'Of the oldest' });
  let kept: { rows: Backlog[]; read_at: number } | null = null;
  meter.addBatchObservableCallback(
    async (result) => {
      if (!kept || performance.now() - kept.read_at > KEPT_MS) {
        try {
          kept = { rows: await readBacklogs(db), read_at: performance.now() };
        } catch (error) {
          // A gap in the series tells; the other metrics are needed most while the database is away.
          kept = null;
          log.warn({ event: 'metrics.backlogs_failed', message: String(error) });
          return;
        }
      }
      for (const [of, states] of Object.entries(STATES)) {
        for (const state of states) {
          const row = kept.rows.find((one) => one.of === of && one.state === state);
          result.observe(count, row?.count ?? 0, { of, state });
          result.observe(age, row?.oldest_s ?? 0, { of, state });
        }
      }
    },
    [count, age],
  );
}
