import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Kills a process and all that came from it, and resolves when they are gone (Linux). */
export async function endWithChildren({ pid }: Pick<ChildProcess, 'pid'>): Promise<void> {
  if (pid === undefined) return;
  const pids = [pid, ...descendantsOf(pid)];
  for (const one of pids) signal(one, 'SIGKILL');
  while (pids.some((one) => isAlive(one))) await new Promise((done) => setTimeout(done, 10));
}

function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = statOf(Number(name))?.parent;
    if (parent) parents.set(Number(name), parent);
  }
  const found = [pid];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found.slice(1);
}

function isAlive(pid: number): boolean {
  return !['Z', undefined].includes(statOf(pid)?.state);
}

/** proc(5): the name in brackets may hold blanks. */
function statOf(pid: number): { state: string; parent: number } | null {
  try {
    const [state = '', parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // gone already
  }
}
