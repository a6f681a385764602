import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { TaskAnswer, TaskCall } from './serve-tasks.ts';

/** Where one worker of a pool runs: a thread of this process, or a process of its own. */
export interface WorkerPlace {
  /** Throws when the input cannot be cloned. */
  send(call: TaskCall): void;
  /** Ends it at once, whatever it is doing. */
  end(): Promise<unknown>;
  /** May this process end although the worker is there? */
  hold(on: boolean): void;
  /** Bytes in use now; null where it cannot be known. */
  memory(): Promise<number | null>;
  /** Milliseconds of a processor since its start; null where they cannot be known. */
  cpu(): Promise<number | null>;
}

export interface WorkerEvents {
  onAnswer(answer: TaskAnswer): void;
  onEnd(reason: 'memory' | 'crash', cause?: unknown): void;
}

/**
 * The size of heap and buffers is asked for from outside. `resourceLimits` counts no buffers, and a heap that jumps
 * over its limit by more than Node's reserve of 16 MiB ends the whole process, not the thread. So the limit of V8 lies
 * `SPARE_MB` above the one that is watched, and the young generation, which can move to the old one at once, stays
 * below that reserve.
 */
const SPARE_MB = 256;
const YOUNG_MB = 12;

export function startThread(script: URL, memory_mb: number, events: WorkerEvents): WorkerPlace {
  const worker = new Worker(script, {
    execArgv: [],
    env: {},
    resourceLimits: {
      maxOldGenerationSizeMb: memory_mb + SPARE_MB,
      maxYoungGenerationSizeMb: YOUNG_MB,
    },
  });
  worker.on('message', events.onAnswer);
  worker.on('error', (error: NodeJS.ErrnoException) =>
    events.onEnd(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error),
  );
  worker.on('exit', () => events.onEnd('crash'));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    send: (call) => worker.postMessage(call),
    end: () => worker.terminate(),
    hold: (on) => (on ? worker.ref() : worker.unref()),
    async memory() {
      const { used_heap_size, external_memory } = await worker.getHeapStatistics();
      return Math.max(used_heap_size, external_memory);
    },
    async cpu() {
      const { user, system } = await worker.cpuUsage();
      return (user + system) / 1000;
    },
  };
}

/** What it has unpacked is never part of this process, and goes back to the system with its end. */
export function startProcess(script: URL, memory_mb: number, events: WorkerEvents): WorkerPlace {
  const child = fork(script, {
    execArgv: [`--max-old-space-size=${memory_mb}`],
    env: {},
    serialization: 'advanced',
    // What it prints of hostile files, also while it dies, belongs into no log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  child.on('message', (answer) => events.onAnswer(answer as TaskAnswer));
  child.on('error', (error) => events.onEnd('crash', error));
  // V8 that finds no more memory aborts.
  child.on('close', (_code, signal) => events.onEnd(signal === 'SIGABRT' ? 'memory' : 'crash'));
  return {
    send: (call) => void child.send(call, () => undefined),
    end: () => {
      child.kill('SIGKILL');
      return gone;
    },
    hold(on) {
      for (const handle of [child, child.channel]) {
        if (on) handle?.ref();
        else handle?.unref();
      }
    },
    memory: async () => (process.platform === 'linux' ? residentBytes(child.pid) : null),
    cpu: () => cpuOfProcess(child.pid),
  };
}

const PAGE_BYTES = 4096;

/** proc(5): the second number of `statm`, in pages. */
async function residentBytes(pid: number | undefined): Promise<number | null> {
  const statm = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => null);
  return statm ? Number(statm.split(' ')[1]) * PAGE_BYTES : null;
}

const TICK_MS = 10;

/** Milliseconds of a processor that a process has used with all its threads; null where they cannot be known. */
const cpuOfProcess = (pid: number | undefined) => readTicks(`/proc/${pid}/stat`);

/** The same of its first thread alone. */
export const cpuOfMainThread = (pid: number | undefined) => readTicks(`/proc/${pid}/task/${pid}/stat`);

/** proc(5): user and system time are the 14th and 15th word of `stat`, in ticks; the second may contain spaces. */
async function readTicks(path: string): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const stat = await readFile(path, 'latin1').catch(() => null);
  if (stat === null) return null;
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(words[11]) + Number(words[12])) * TICK_MS;
}

/** However busy the machine is: a job ends after so many times its limit by the clock. */
export const PATIENCE = 10;
/** Also on a busy machine who works gets a moment of a processor in this time; who gets none waits for what never comes. */
const STILL_MS = 60_000;

/**
 * Calls `onExcess` when a job has had `limit_ms` of a processor, so that a busy machine refuses no file that an idle
 * one takes; when it has used none for `still_ms`; and after ten times the limit by the clock, which is the only limit
 * where processor time is not known. All in milliseconds.
 */
export function limitTime(
  cpu: () => Promise<number | null>,
  limit_ms: number,
  onExcess: () => void,
  still_ms = STILL_MS,
): () => void {
  const clock = setTimeout(onExcess, limit_ms * PATIENCE);
  let before: number | null = null;
  let last: { cpu: number; at: number } | null = null;
  const check = setInterval(
    () => {
      cpu().then(
        (now) => {
          if (now === null) return;
          before ??= now;
          if (last?.cpu !== now) last = { cpu: now, at: performance.now() };
          if (now - before > limit_ms || performance.now() - last.at > still_ms) onExcess();
        },
        () => {},
      );
    },
    Math.min(100, limit_ms / 4),
  );
  return () => {
    clearTimeout(clock);
    clearInterval(check);
  };
}
