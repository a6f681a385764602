/**
 * Loaded into the attacked process (`--import`): answers a message with what its loop has been through since the last
 * one. `held_ms` is the longest time its thread worked without a pause; `late_ms` is how late a timer came, less the time
 * in which the thread was ready and other programs had the processor; `delay_ms` is how late one came, whoever was to
 * blame. `heap_mb` is what its objects take, after their garbage was collected where that was asked for.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const TICK_MS = 5;

/** How late its timers come, whatever is to blame. */
const delays = monitorEventLoopDelay({ resolution: TICK_MS });
delays.enable();

let held_ms = 0;
let late_ms = 0;
let last_ms = performance.now();
let waited_before_ms = waitedMs();
let before = process.threadCpuUsage();
setInterval(() => {
  const now_ms = performance.now();
  const { user, system } = process.threadCpuUsage(before);
  held_ms = Math.max(held_ms, Math.min(now_ms - last_ms, (user + system) / 1_000));
  const waited_ms = waitedMs();
  late_ms = Math.max(late_ms, now_ms - last_ms - TICK_MS - (waited_ms - waited_before_ms));
  waited_before_ms = waited_ms;
  last_ms = now_ms;
  before = process.threadCpuUsage();
}, TICK_MS).unref();

process.on('message', (asked) => {
  if (asked === 'settle') globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({
    held_ms,
    late_ms,
    delay_ms: delays.max / 1e6,
    delay_p99_ms: delays.percentile(99) / 1e6,
    heap_mb: (heapUsed + external) / 2 ** 20,
  });
  held_ms = 0;
  late_ms = 0;
  // Else the next tick counts the collection that was asked for.
  last_ms = performance.now();
  waited_before_ms = waitedMs();
  before = process.threadCpuUsage();
  delays.reset();
});

/** How long this thread has been ready while others had the processor (Linux, Documentation/scheduler/sched-stats). */
function waitedMs(): number {
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6;
}
process.channel?.unref();
