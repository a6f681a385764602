import type { Meter } from '@opentelemetry/api';
import type { PoolMeasure } from '../db/database.ts';

const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30];

/** Returns what measures a pool of connections and its queries, by the name of the pool. */
export function measurePools(meter: Meter): (name: string) => PoolMeasure {
  const advice = { explicitBucketBoundaries: SECONDS };
  const wait = meter.createHistogram('db.client.connection.wait_time', { unit: 's', advice });
  const duration = meter.createHistogram('db.client.operation.duration', { unit: 's', advice });
  const most = meter.createObservableGauge('db.client.connection.max');
  const count = meter.createObservableGauge('db.client.connection.count');
  const pending = meter.createObservableGauge('db.client.connection.pending_requests');
  return (name) => {
    const of = { 'db.client.connection.pool.name': name };
    const [ok, failed] = ['ok', 'error'].map((outcome) => ({ ...of, outcome }));
    return {
      opened: (read) =>
        meter.addBatchObservableCallback(
          (result) => {
            const { max, total, idle, waiting } = read();
            result.observe(most, max, of);
            result.observe(count, idle, { ...of, 'db.client.connection.state': 'idle' });
            result.observe(count, total - idle, { ...of, 'db.client.connection.state': 'used' });
            result.observe(pending, waiting, of);
          },
          [most, count, pending],
        ),
      waited: (ms) => wait.record(ms / 1000, of),
      asked: (ms, is_ok) => duration.record(ms / 1000, is_ok ? ok : failed),
    };
  };
}
