import { Worker } from 'node:worker_threads';
import { beforeAll } from 'vitest';

// A mutant that loops never gives this thread a turn: another thread of the process looks at the processor time.
const seconds = Number(process.env.MUTANT_CPU_SECONDS);
const running = globalThis as { __watchdog?: Worker };
if (seconds > 0 && !running.__watchdog) {
  running.__watchdog = new Worker(
    `setInterval(() => {
       const { user, system } = process.cpuUsage();
       if (user + system > ${seconds} * 1e6) process.kill(process.pid, 'SIGKILL');
     }, 500)`,
    { eval: true },
  );
  running.__watchdog.unref();
}

// Vitest has no clock for what a file of tests makes before its tests.
const hangs = setTimeout(() => process.kill(process.pid, 'SIGKILL'), 180_000);
beforeAll(() => clearTimeout(hangs));
