import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * A process told apart from every other one, also after a restart of the computer and when its number is used again.
 * `boot` is the id of the computer's run, `namespace` the container's table of processes, `started` the process's
 * start in the system's own unit. Each is '' where the system does not tell (Windows tells none).
 */
export interface ProcessIdentity {
  pid: number;
  boot: string;
  namespace: string;
  started: string;
}

export function identifyProcess(pid: number): ProcessIdentity {
  return { pid, boot: bootId(), namespace: pidNamespace(), started: startOf(pid) };
}

/** `unknowable`: it may live in another container that shares the folder; only its heartbeat can tell. */
export function isProcessAlive(identity: ProcessIdentity): boolean | 'unknowable' {
  if (identity.boot !== bootId()) return false;
  if (identity.namespace !== pidNamespace()) return 'unknowable';
  return pidExists(identity.pid) && startOf(identity.pid) === identity.started;
}

/** The words a process was started with, '' where it is gone or the system does not tell. */
export function commandLineOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return process.platform === 'win32' ? '' : ps(pid, 'command');
  } catch {
    return '';
  }
}

export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startOf(pid: number): string {
  try {
    if (process.platform === 'win32') return '';
    if (process.platform !== 'linux') return ps(pid, 'lstart');
    // Field 22 of proc(5) stat; the name in field 2 may hold blanks and brackets, so count from its end.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? '' : (rest[18] ?? ''); // dead, only not yet collected by its parent
  } catch {
    return '';
  }
}

function bootId(): string {
  try {
    if (process.platform === 'linux') return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    if (process.platform === 'darwin')
      return execFileSync('sysctl', ['-n', 'kern.boottime'], { encoding: 'utf8' }).trim();
  } catch {
    // not told: the other three marks must do
  }
  return '';
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function ps(pid: number, column: string): string {
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
}
