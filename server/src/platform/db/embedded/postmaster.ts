import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareEnvironment } from './cluster.ts';
import type { DataPlace } from './data-place.ts';
import type { NativePrograms } from './native-files.ts';

const log_limit_bytes = 5_000_000;
const poll_ms = 10;
const fast_stop_ms = 20_000;
const immediate_stop_ms = 5_000;

export interface PostmasterOptions {
  place: DataPlace;
  programs: NativePrograms;
  port: number;
  /** Server settings, name to value; given on the command line, so no file in the data can weaken them. */
  settings: Record<string, string>;
  /** Reached over a socket in this folder alone, and not over TCP. */
  socket_folder?: string;
}

/** One run of the server process. */
export interface Postmaster {
  pid: number;
  /** Resolves when the process is gone, whoever ended it. */
  exited: Promise<void>;
  /** Fast shutdown (running transactions are rolled back, everything is written), harder after twenty seconds. */
  stop(): Promise<void>;
  /** The same without waiting, for the moment the whole program leaves. */
  signalStop(): void;
}

/** Starts the server and resolves when it takes connections; throws with the server's own words when it leaves. */
export async function launchPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { place, programs, port, settings, socket_folder } = options;
  const cluster = join(place.folder, 'cluster');
  const logFile = join(place.folder, 'postgres.log');
  const log = openLog(logFile);
  const child = spawn(
    programs.postgres,
    [
      '-D',
      cluster,
      ...Object.entries({ ...settings, ...network(port, socket_folder) }).flatMap(([k, v]) => [
        '-c',
        `${k}=${v}`,
      ]),
    ],
    {
      stdio: ['ignore', log.fd, log.fd],
      env: bareEnvironment,
      cwd: place.folder,
      // A session of its own: Ctrl-C in the terminal reaches only us, and we stop it after the last request.
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...place.user,
    },
  );
  closeSync(log.fd);
  const run = { left: false, failure: '' };
  const exited = new Promise<void>((resolve) => {
    const leave = (failure: string): void => {
      Object.assign(run, { left: true, failure });
      resolve();
    };
    child.on('error', (error) => leave(error.message));
    child.on('exit', () => leave(''));
  });
  while (!run.left && !isReady(cluster, child.pid)) await sleep(poll_ms);
  if (run.left || !child.pid) throw new Error(run.failure || logSince(logFile, log.size));
  const watcher = watch(child.pid, place);
  void exited.then(() => watcher?.kill('SIGKILL'));
  return {
    pid: child.pid,
    exited,
    signalStop: () => child.kill('SIGINT'),
    async stop() {
      for (const [signal, wait_ms] of [
        ['SIGINT', fast_stop_ms],
        ['SIGQUIT', immediate_stop_ms],
        ['SIGKILL', immediate_stop_ms],
      ] as const) {
        child.kill(signal);
        await Promise.race([exited, sleep(wait_ms, undefined, { ref: false })]);
        if (run.left) return;
      }
    },
  };
}

/**
 * Stops the server even when we are killed without a word: the watcher's input ends with our life, whatever ended it.
 * Not on Windows; there the next start stops the server that was left over.
 */
function watch(pid: number, { user }: DataPlace): ChildProcess | null {
  if (process.platform === 'win32') return null;
  const watcher = spawn('/bin/sh', ['-c', `read _; kill -INT ${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    cwd: '/',
    detached: true,
    ...user,
  });
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return watcher;
}

function network(port: number, socket_folder?: string): Record<string, string> {
  return {
    listen_addresses: socket_folder ? '' : '127.0.0.1',
    port: String(port),
    unix_socket_directories: socket_folder ?? '',
  };
}

/** The server writes its state into the eighth line of postmaster.pid. */
function isReady(cluster: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

function openLog(file: string): { fd: number; size: number } {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > log_limit_bytes) renameSync(file, `${file}.1`);
  const fd = openSync(file, 'a', 0o600);
  return { fd, size: statSync(file).size };
}

function logSince(file: string, offset: number): string {
  const words = readFileSync(file).subarray(offset).toString('utf8').trim();
  return words.split('\n').slice(-12).join('\n') || 'it left without a word';
}
