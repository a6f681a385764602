import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';

// oxlint-disable-next-line typescript/no-explicit-any -- a task takes and gives whatever can be cloned
export type TaskTable = Record<string, (input: any) => unknown>;
export type TaskCall = { task: string; input: unknown };
export type TaskAnswer = { ready: true } | { value: unknown } | { error: unknown };

/** The other side of a worker pool: one job at a time, a turn of the event loop after each. */
export function serveTasks(tasks: TaskTable): void {
  letOthersGoFirst();
  // What libraries print about hostile files must not reach the log.
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => {};
  const answer = wayBack(async ({ task, input }) => {
    try {
      answer({ value: await tasks[task]!(input) });
    } catch (error) {
      answer({ error });
    }
  });
  answer({ ready: true });
}

/** Whoever waits for a page is served before papers are drawn. Elsewhere than on Linux a thread has no priority of its own. */
function letOthersGoFirst(): void {
  if (process.platform !== 'linux') return;
  const thread = Number(basename(readlinkSync('/proc/thread-self')));
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  // Of a process that was started lower still none may be raised.
  if (getPriority(thread) < PRIORITY_BELOW_NORMAL) setPriority(thread, PRIORITY_BELOW_NORMAL);
}

/** Answers go back the way the calls come: to the thread, or to the process, that started this one. */
function wayBack(onCall: (call: TaskCall) => void): (answer: TaskAnswer) => void {
  const port = parentPort;
  if (port) {
    port.on('message', onCall);
    return (answer) => port.postMessage(answer, 'value' in answer ? ownedBuffers(answer.value) : []);
  }
  if (!process.send) throw new Error('This module runs in a worker only');
  process.on('message', onCall);
  // Whoever asked is gone.
  process.on('disconnect', () => process.exit());
  return (answer) => process.send!(answer);
}

/** Bytes that fill their buffer are handed over instead of copied. */
function ownedBuffers(value: unknown): ArrayBuffer[] {
  if (!(value instanceof Uint8Array) || !(value.buffer instanceof ArrayBuffer)) return [];
  return value.byteLength === value.buffer.byteLength ? [value.buffer] : [];
}
