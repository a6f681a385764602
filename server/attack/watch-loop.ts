import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded into the attacked process (`--import`): answers `take` with the longest hold of its loop since the last one. */
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on('message', () => {
  process.send?.({ held_ms: delay.max / 1e6 });
  delay.reset();
});
process.channel?.unref();
