import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cpuOfMainThread, limitTime, PATIENCE } from '../../../platform/worker-place.ts';
import type { PlainConverter } from '../fair-converter.ts';
import { CONVERSION_TIMEOUT_MS, ConversionFailed } from '../docx-to-pdf.ts';

export type ConvertCall = { docx: Uint8Array };
export type ConvertAnswer = { ready: true } | { pdf: Uint8Array; rss_mb: number } | { failed: string };

export interface WasmConverterOptions {
  /** A module that answers as `convert-worker.ts` does. */
  script?: URL;
  /** Of a processor for one file, and ten times as long by the clock. */
  timeout_ms?: number;
  /** How long it may use no processor while it starts or works. */
  still_ms?: number;
  /** Of the whole process. */
  memory_mb?: number;
}

/** The start compiles 150 MB of program, some four seconds, and only the first file waits. */
const START_MS = 15_000;
/** A process that has grown so far goes before the next file. It never gives memory back. */
const RETIRE_ABOVE = 0.85;
/** Nobody keeps a gigabyte for the case that somebody comes. */
const IDLE_MS = 180_000;

interface Job {
  docx: Uint8Array;
  resolve(pdf: Uint8Array): void;
  reject(error: unknown): void;
}

interface Member {
  process: ChildProcess;
  ready: boolean;
  job: Job | null;
  /** Takes back what `allow` gave. */
  stopTime: () => void;
  ended_for: ConversionFailed['reason'] | null;
}

/** Is the optional package there? It is 240 MB, and a machine with LibreOffice of its own does without. */
export function hasWasmConverter(): boolean {
  try {
    createRequire(import.meta.url).resolve('@matbee/libreoffice-converter/package.json');
    return true;
  } catch {
    return false;
  }
}

/** One process that converts files one by one. It starts with the first and restarts after a file that was too much. */
export function wasmConverter(options: WasmConverterOptions = {}): PlainConverter {
  const { timeout_ms = CONVERSION_TIMEOUT_MS, memory_mb = 1_536 } = options;
  const script = fileURLToPath(options.script ?? new URL('./convert-worker.ts', import.meta.url));
  const queue: Job[] = [];
  let member: Member | null = null;
  let closed = false;

  function pump(): void {
    if (queue.length === 0 || closed) return;
    if (!member) member = start();
    else if (member.ready && !member.job) begin(member, queue.shift()!);
  }

  function start(): Member {
    const child = fork(script, [String(memory_mb), String(timeout_ms * PATIENCE)], {
      // The second tier of V8 costs half a gigabyte and ten seconds that contracts do not win back.
      execArgv: ['--liftoff-only'],
      env: {},
      serialization: 'advanced',
      stdio: 'ignore',
    });
    const made: Member = {
      process: child,
      ready: false,
      job: null,
      stopTime: () => undefined,
      ended_for: null,
    };
    allow(made, START_MS, 'crash');
    child.on('message', (message: ConvertAnswer) => hear(made, message));
    child.on('error', () => lose(made, 'crash'));
    child.on('exit', (_code, signal) => lose(made, signal === 'SIGKILL' ? 'memory' : 'crash'));
    return made;
  }

  /** From now on the process has so long: of a processor while it works or starts, by the clock while it waits. */
  function allow(one: Member, ms: number, reason: ConversionFailed['reason']): void {
    one.stopTime();
    // Waiting for work keeps nobody alive; working does.
    if (one.ready && !one.job) {
      const idle = setTimeout(() => end(one, reason), ms).unref();
      one.stopTime = () => clearTimeout(idle);
      one.process.unref();
      one.process.channel?.unref();
    } else {
      one.stopTime = limitTime(
        // Its watcher works beside it all the time; LibreOffice itself, whose start may hang, has the first thread.
        () => cpuOfMainThread(one.process.pid),
        ms,
        () => end(one, reason),
        options.still_ms,
      );
      one.process.ref();
      one.process.channel?.ref();
    }
  }

  function begin(one: Member, job: Job): void {
    one.job = job;
    allow(one, timeout_ms, 'timeout');
    one.process.send({ docx: job.docx } satisfies ConvertCall, (error) => error && lose(one, 'crash'));
  }

  function hear(one: Member, message: ConvertAnswer): void {
    if (one !== member) return;
    const { job } = one;
    one.job = null;
    one.ready = true;
    allow(one, IDLE_MS, 'closed');
    if (job && 'pdf' in message) {
      // A copy in memory of our own: what came over the channel shares it with everything else that came.
      job.resolve(Uint8Array.from(message.pdf));
      if (message.rss_mb > memory_mb * RETIRE_ABOVE) end(one, 'closed');
    } else if (job && 'failed' in message) {
      job.reject(new ConversionFailed('broken', message.failed));
    }
    pump();
  }

  function end(one: Member, reason: ConversionFailed['reason']): void {
    one.ended_for = reason;
    one.process.kill('SIGKILL');
    lose(one, reason);
  }

  function lose(one: Member, reason: ConversionFailed['reason']): void {
    if (one !== member) return;
    one.stopTime();
    member = null;
    one.job?.reject(new ConversionFailed(one.ended_for ?? reason));
    // A failed start fails one job, otherwise a program that cannot start would be restarted endlessly.
    if (!one.ready) queue.shift()?.reject(new ConversionFailed(one.ended_for ?? 'crash'));
    pump();
  }

  return {
    convert: (docx) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new ConversionFailed('closed'));
        queue.push({ docx, resolve, reject });
        pump();
      }),
    async close() {
      closed = true;
      for (const job of queue.splice(0)) job.reject(new ConversionFailed('closed'));
      if (member) end(member, 'closed');
    },
  };
}
