import type { TaskAnswer, TaskCall, TaskTable } from './serve-tasks.ts';
import { limitTime, startProcess, startThread, type WorkerPlace } from './worker-place.ts';

/**
 * Workers for work that is heavy or not to be trusted: a job that takes too long, too much memory, or
 * brings its worker down is rejected alone, and another worker takes its place. Workers start with the first
 * job, know no environment variables, and an idle pool does not keep the process alive.
 */
export interface WorkerPool<Tasks extends TaskTable> {
  /**
   * Runs one task; the input is copied, so the caller keeps the original.
   * @throws {WorkerFailed} when the worker could not finish; other errors are those of the task itself
   */
  run<Name extends keyof Tasks & string>(task: Name, input: Input<Tasks[Name]>): Promise<Output<Tasks[Name]>>;
  /** Ends all workers at once; running and queued jobs are rejected with reason `closed`. */
  close(): Promise<void>;
}

type Input<Task extends TaskTable[string]> = Parameters<Task>[0];
type Output<Task extends TaskTable[string]> = Awaited<ReturnType<Task>>;

export type WorkerPoolOptions = {
  /** a module that calls `serveTasks` */
  script: URL;
  size: number;
  /** of a processor for one job, and ten times as long by the clock, from the moment a worker has it */
  timeout_ms: number;
  /** of the JavaScript heap, and again of the buffers outside of it; of the whole process when it is one */
  memory_mb: number;
  /** In a process of its own instead of a thread, for what may need more than this process may grow by. */
  apart?: boolean;
};

export class WorkerFailed extends Error {
  readonly reason: 'timeout' | 'memory' | 'crash' | 'closed';
  constructor(reason: WorkerFailed['reason'], cause?: unknown) {
    super(`A worker did not finish its job: ${reason}`, { cause });
    this.name = 'WorkerFailed';
    this.reason = reason;
  }
}

type Job = TaskCall & { resolve: (value: unknown) => void; reject: (reason: unknown) => void };
type Member = { place: WorkerPlace; ready: boolean; job: Job | null; stopWatch: () => void };

/** The size of a worker is asked for from outside this often. */
const MEMORY_CHECK_MS = 20;

export function createWorkerPool<Tasks extends TaskTable>(options: WorkerPoolOptions): WorkerPool<Tasks> {
  const members = new Set<Member>();
  const queue: Job[] = [];
  let closed = false;

  function run<Name extends keyof Tasks & string>(task: Name, input: Input<Tasks[Name]>) {
    return new Promise<Output<Tasks[Name]>>((resolve, reject) => {
      if (closed) return reject(new WorkerFailed('closed'));
      queue.push({ task, input, resolve: (value) => resolve(value as Output<Tasks[Name]>), reject });
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
    member.place.hold(true);
    member.stopWatch = watch(member.place, options, (reason) => lose(member, new WorkerFailed(reason)));
    try {
      member.place.send({ task: job.task, input: job.input });
    } catch (error) {
      finish(member, () => job.reject(error));
    }
  }

  function finish(member: Member, settle: () => void): void {
    member.stopWatch();
    member.job = null;
    member.place.hold(false);
    settle();
    handOut();
  }

  function add(): void {
    const startPlace = options.apart ? startProcess : startThread;
    const place = startPlace(options.script, options.memory_mb, {
      onAnswer: (answer) => take(member, answer),
      onEnd: (reason, cause) => lose(member, new WorkerFailed(reason, cause)),
    });
    const member: Member = { place, ready: false, job: null, stopWatch: () => {} };
    members.add(member);
  }

  function take(member: Member, answer: TaskAnswer): void {
    const { job } = member;
    if ('ready' in answer) {
      member.ready = true;
      member.place.hold(false);
      handOut();
    } else if (job) {
      finish(member, () => ('value' in answer ? job.resolve(answer.value) : job.reject(answer.error)));
    }
  }

  function lose(member: Member, failure: WorkerFailed): void {
    if (!members.delete(member)) return;
    member.stopWatch();
    void member.place.end();
    member.job?.reject(failure);
    // A failed start fails one job, otherwise workers that cannot start would be restarted endlessly.
    if (!member.ready) queue.shift()?.reject(failure);
    handOut();
  }

  async function close(): Promise<void> {
    closed = true;
    for (const job of queue.splice(0)) job.reject(new WorkerFailed('closed'));
    const ending = [...members].map(({ place }) => {
      // A process with nothing else to do would end before them, and the caller would not be answered.
      place.hold(true);
      return place.end();
    });
    for (const member of members) lose(member, new WorkerFailed('closed'));
    await Promise.all(ending);
  }

  return { run, close };
}

function watch(
  place: WorkerPlace,
  { timeout_ms, memory_mb }: WorkerPoolOptions,
  onExcess: (reason: 'timeout' | 'memory') => void,
): () => void {
  const stopTime = limitTime(
    () => place.cpu(),
    timeout_ms,
    () => onExcess('timeout'),
  );
  const check = setInterval(() => {
    place.memory().then(
      (bytes) => bytes !== null && bytes > memory_mb * 1_048_576 && onExcess('memory'),
      () => {},
    );
  }, MEMORY_CHECK_MS);
  return () => {
    stopTime();
    clearInterval(check);
  };
}
