import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { memoryUsage, resourceUsage } from 'node:process';
import type { Meter } from '@opentelemetry/api';

/** Measures event loop, memory and processor of this process. Returns what ends it. */
export function measureProcess(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let utilization = performance.eventLoopUtilization();

  const seconds = { unit: 's' };
  const p50 = meter.createObservableGauge('nodejs.eventloop.delay.p50', seconds);
  const p99 = meter.createObservableGauge('nodejs.eventloop.delay.p99', seconds);
  const max = meter.createObservableGauge('nodejs.eventloop.delay.max', seconds);
  const used = meter.createObservableGauge('nodejs.eventloop.utilization', { unit: '1' });
  meter.addBatchObservableCallback(
    (result) => {
      result.observe(p50, delay.percentile(50) / 1e9);
      result.observe(p99, delay.percentile(99) / 1e9);
      result.observe(max, delay.max / 1e9);
      // Since the last reading: a process of weeks would not show a bad minute.
      delay.reset();
      const now = performance.eventLoopUtilization();
      result.observe(used, performance.eventLoopUtilization(now, utilization).utilization);
      utilization = now;
    },
    [p50, p99, max, used],
  );

  meter.createObservableCounter('process.cpu.time', { unit: 's' }).addCallback((result) => {
    const { userCPUTime, systemCPUTime } = resourceUsage();
    result.observe(userCPUTime / 1e6, { 'cpu.mode': 'user' });
    result.observe(systemCPUTime / 1e6, { 'cpu.mode': 'system' });
  });
  meter
    .createObservableGauge('process.memory.usage', { unit: 'By', description: 'Resident set size' })
    .addCallback((result) => result.observe(memoryUsage().rss));
  meter
    .createObservableGauge('v8js.memory.heap.used', { unit: 'By' })
    .addCallback((result) => result.observe(memoryUsage().heapUsed));
  return () => delay.disable();
}
