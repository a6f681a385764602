import { parentPort } from 'node:worker_threads';
import type { TaskAnswer, TaskCall, TaskTable } from './worker-pool.ts';

/** The other side of a worker pool: one job at a time, a turn of the event loop after each. */
export function serveTasks(tasks: TaskTable): void {
  const port = parentPort;
  if (!port) throw new Error('This module runs in a worker thread only');
  // What libraries print about hostile files belongs into no log.
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => {};
  const answer = (message: TaskAnswer, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

  port.on('message', async ({ task, input }: TaskCall) => {
    try {
      const value = await tasks[task]!(input);
      answer({ value }, ownedBuffers(value));
    } catch (error) {
      answer({ error });
    }
  });
  answer({ ready: true });
}

/** Bytes that fill their buffer are handed over instead of copied. */
function ownedBuffers(value: unknown): ArrayBuffer[] {
  if (!(value instanceof Uint8Array) || !(value.buffer instanceof ArrayBuffer)) return [];
  return value.byteLength === value.buffer.byteLength ? [value.buffer] : [];
}
