import { Worker } from 'node:worker_threads';

/**
 * Has a thread end this process when it has taken too much, and when the server that started it is gone: the first
 * thread may hang by then and hear nothing. Returns when the work on a file began, in seconds of the clock; 0 between
 * files.
 */
export function watchOver(memory_mb: number, most_ms: number): Int32Array {
  const busy_since = new Int32Array(new SharedArrayBuffer(4));
  new Worker(
    `const { workerData: { busy_since, memory_mb, most_ms, server } } = require('node:worker_threads');
     setInterval(() => {
       const since = Atomics.load(busy_since, 0);
       const late = since > 0 && Date.now() / 1000 - since > most_ms / 1000 + 5;
       const alone = process.ppid !== server;
       if (late || alone || process.memoryUsage.rss() > memory_mb * 1048576) process.kill(process.pid, 'SIGKILL');
     }, 50);`,
    { eval: true, workerData: { busy_since, memory_mb, most_ms, server: process.ppid } },
  ).unref();
  process.on('disconnect', () => process.exit());
  return busy_since;
}
