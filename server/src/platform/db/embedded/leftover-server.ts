import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineOf, pidExists } from './process-identity.ts';

const wait_ms = 10_000;
const poll_ms = 25;

/**
 * Clears what an earlier run that was killed left on the data. Call it under the folder's lock only. A server that
 * still runs is stopped. A postmaster.pid whose number belongs to somebody else by now (the computer was restarted)
 * is removed, since PostgreSQL would refuse to start until a person did that.
 */
export async function stopLeftoverServer(folder: string): Promise<void> {
  const cluster = join(folder, 'cluster');
  const file = join(cluster, 'postmaster.pid');
  const pid = pidInFile(file);
  if (pid === null || !pidExists(pid)) return;
  if (!commandLineOf(pid).includes(cluster)) {
    if (process.platform === 'linux' && backendsOf(cluster).length === 0) rmSync(file, { force: true });
    return;
  }
  signal(pid, 'SIGINT');
  for (let waited_ms = 0; pidExists(pid); waited_ms += poll_ms) {
    if (waited_ms === wait_ms) signal(pid, 'SIGQUIT');
    if (waited_ms > 2 * wait_ms) return; // the start itself will say what stands in the way
    await sleep(poll_ms);
  }
}

/**
 * Backends whose postmaster was killed keep its shared memory until their query is over, and a new server is refused
 * as long. Their work is lost already: end them. Call it only when the postmaster is known to be dead. Only Linux
 * shows who they are; elsewhere the start is tried until they have gone by themselves.
 */
export function endOrphanBackends(folder: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of backendsOf(join(folder, 'cluster'))) signal(pid, 'SIGQUIT');
}

/** Processes of PostgreSQL, known by the folder they work in: their cluster. */
function backendsOf(cluster: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => workingFolder(name) === cluster)
    .map(Number);
}

function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null; // gone, or somebody else's
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has just left by itself
  }
}

function pidInFile(file: string): number | null {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}
