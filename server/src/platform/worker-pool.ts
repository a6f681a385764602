import { Worker } from 'node:worker_threads';

/**
 * Worker threads for work that is heavy or not to be trusted: a job that takes too long, too much memory, or
 * brings its worker down is rejected alone, and another worker takes its place. Workers start with the first
 * job, know no environment variables, and an idle pool does not keep the process alive.
 */
export interface WorkerPool<Tasks extends TaskTable> {
  /**
   * Runs one task; the input is copied, so the caller keeps what he gave.
   * @throws {WorkerFailed} when the worker could not finish; other errors are those of the task itself
   */
  run<Name extends keyof Tasks & string>(task: Name, input: Input<Tasks[Name]>): Promise<Output<Tasks[Name]>>;
  /** Ends all workers at once; running and queued jobs are rejected with reason `closed`. */
  close(): Promise<void>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a task takes and gives whatever can be cloned
export type TaskTable = Record<string, (input: any) => unknown>;
type Input<Task extends TaskTable[string]> = Parameters<Task>[0];
type Output<Task extends TaskTable[string]> = Awaited<ReturnType<Task>>;

export type WorkerPoolOptions = {
  /** a module that calls `serveTasks` */
  script: URL;
  size: number;
  /** of one job, counted from the moment a worker has it */
  timeout_ms: number;
  /** of the JavaScript heap, and again of the buffers outside of it */
  memory_mb: number;
};

export class WorkerFailed extends Error {
  readonly reason: 'timeout' | 'memory' | 'crash' | 'closed';
  constructor(reason: WorkerFailed['reason'], cause?: unknown) {
    super(`A worker did not finish its job: ${reason}`, { cause });
    this.name = 'WorkerFailed';
    this.reason = reason;
  }
}

export type TaskCall = { task: string; input: unknown };
export type TaskAnswer = { ready: true } | { value: unknown } | { error: unknown };

type Job = TaskCall & { resolve: (value: never) => void; reject: (reason: unknown) => void };
type Member = { worker: Worker; ready: boolean; job: Job | null; stopWatch: () => void };

/**
 * The size of heap and buffers is asked for from outside this often. `resourceLimits` counts no buffers, and a heap
 * that jumps over its limit by more than Node's reserve of 16 MiB ends the whole process, not the thread. So the
 * limit of V8 lies `SPARE_MB` above the one that is watched, and the young generation, which can move to the
 * old one at once, stays below that reserve.
 */
const MEMORY_CHECK_MS = 20;
const SPARE_MB = 256;
const YOUNG_MB = 12;

export function createWorkerPool<Tasks extends TaskTable>(options: WorkerPoolOptions): WorkerPool<Tasks> {
  const members = new Set<Member>();
  const queue: Job[] = [];
  let closed = false;

  function run<Name extends keyof Tasks & string>(task: Name, input: Input<Tasks[Name]>) {
    return new Promise<Output<Tasks[Name]>>((resolve, reject) => {
      if (closed) return reject(new WorkerFailed('closed'));
      queue.push({ task, input, resolve, reject });
      handOut();
    });
  }

  function handOut(): void {
    for (const member of members) {
      if (queue.length === 0) return;
      if (member.ready && !member.job) start(member, queue.shift()!);
    }
    const coming = [...members].filter((member) => !member.ready).length;
    const missing = Math.min(queue.length - coming, options.size - members.size);
    for (let count = 0; count < missing; count += 1) add();
  }

  function start(member: Member, job: Job): void {
    member.job = job;
    member.worker.ref();
    member.stopWatch = watch(member.worker, options, (reason) => lose(member, new WorkerFailed(reason)));
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      member.worker.postMessage({ task: job.task, input: job.input } satisfies TaskCall);
    } catch (error) {
      finish(member, () => job.reject(error));
    }
  }

  function finish(member: Member, settle: () => void): void {
    member.stopWatch();
    member.job = null;
    member.worker.unref();
    settle();
    handOut();
  }

  function add(): void {
    const worker = new Worker(options.script, {
      execArgv: [],
      env: {},
      resourceLimits: {
        maxOldGenerationSizeMb: options.memory_mb + SPARE_MB,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
    });
    const member: Member = { worker, ready: false, job: null, stopWatch: () => {} };
    members.add(member);
    worker.on('message', (answer: TaskAnswer) => {
      const { job } = member;
      if ('ready' in answer) {
        member.ready = true;
        worker.unref();
        handOut();
      } else if (job) {
        finish(member, () =>
          'value' in answer ? job.resolve(answer.value as never) : job.reject(answer.error),
        );
      }
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash';
      lose(member, new WorkerFailed(reason, error));
    });
    worker.on('exit', () => lose(member, new WorkerFailed('crash')));
  }

  function lose(member: Member, failure: WorkerFailed): void {
    if (!members.delete(member)) return;
    member.stopWatch();
    void member.worker.terminate();
    member.job?.reject(failure);
    // A start that fails takes a job with it, or workers that cannot start would be started again for ever.
    if (!member.ready) queue.shift()?.reject(failure);
    handOut();
  }

  async function close(): Promise<void> {
    closed = true;
    for (const job of queue.splice(0)) job.reject(new WorkerFailed('closed'));
    const ending = [...members].map((member) => member.worker.terminate());
    for (const member of members) lose(member, new WorkerFailed('closed'));
    await Promise.all(ending);
  }

  return { run, close };
}

function watch(
  worker: Worker,
  { timeout_ms, memory_mb }: WorkerPoolOptions,
  onExcess: (reason: 'timeout' | 'memory') => void,
): () => void {
  const timer = setTimeout(() => onExcess('timeout'), timeout_ms);
  const check = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ used_heap_size, external_memory }) =>
        Math.max(used_heap_size, external_memory) > memory_mb * 1_048_576 && onExcess('memory'),
      () => {},
    );
  }, MEMORY_CHECK_MS);
  return () => {
    clearTimeout(timer);
    clearInterval(check);
  };
}
