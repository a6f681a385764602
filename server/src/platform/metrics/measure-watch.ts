import type { Meter } from '@opentelemetry/api';
import type { ClockGuard } from '../clock-guard.ts';
import type { WatcherStanding } from '../jobs/watch.ts';

/** Tells how the watchers of this process fare, and how far its clock is from the database's. */
export function measureWatch(
  meter: Meter,
  { standing, clocks }: { standing: () => readonly WatcherStanding[]; clocks: ClockGuard },
): void {
  const succeeded = meter.createObservableGauge('kelisim.watcher.last_success', {
    unit: 's',
    description: 'Unix time of the last round that did not fail; 0 before the first',
  });
  const failures = meter.createObservableGauge('kelisim.watcher.failures', {
    description: 'Rounds that failed one after the other',
  });
  const interval = meter.createObservableGauge('kelisim.watcher.interval', { unit: 's' });
  meter.addBatchObservableCallback(
    (result) => {
      for (const one of standing()) {
        const watcher = { watcher: one.name };
        result.observe(succeeded, Number(one.succeeded_at ?? 0) / 1000, watcher);
        result.observe(failures, one.failures, watcher);
        result.observe(interval, one.every_ms / 1000, watcher);
      }
    },
    [succeeded, failures, interval],
  );
  meter
    .createObservableGauge('kelisim.clock.difference', {
      unit: 's',
      description: 'How far the clock of this machine is ahead of the database',
    })
    .addCallback((result) => result.observe(clocks.offMs() / 1000));
}
