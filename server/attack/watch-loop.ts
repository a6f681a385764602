/**
 * Loaded into the attacked process (`--import`): answers a message with how long its loop was held at the longest since
 * the last one. What counts is the time in which the thread itself has worked, not in which other programs of a busy
 * machine had the processor.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const TICK_MS = 5;

/** How late its timers come, whatever is to blame. */
const delays = monitorEventLoopDelay({ resolution: TICK_MS });
delays.enable();

let held_ms = 0;
let last_ms = performance.now();
let before = process.threadCpuUsage();
setInterval(() => {
  const now_ms = performance.now();
  const { user, system } = process.threadCpuUsage(before);
  held_ms = Math.max(held_ms, Math.min(now_ms - last_ms, (user + system) / 1_000));
  last_ms = now_ms;
  before = process.threadCpuUsage();
}, TICK_MS).unref();

process.on('message', () => {
  process.send?.({ held_ms, delay_ms: delays.max / 1e6, delay_p99_ms: delays.percentile(99) / 1e6 });
  held_ms = 0;
  delays.reset();
});
process.channel?.unref();
