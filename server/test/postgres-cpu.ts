import { readdirSync, readFileSync } from 'node:fs';

/**
 * Processor seconds of PostgreSQL, from the process table of Linux; null elsewhere. The postmaster counts for backends
 * that have ended, those that live count for themselves.
 */
export function postgresCpu(postmaster: number): number | null {
  const processes = readProcesses();
  const master = processes.find(({ pid }) => pid === postmaster);
  if (!master) return null;
  const live = processes.filter(({ parent }) => parent === postmaster);
  return (master.own + master.ended + live.reduce((sum, { own }) => sum + own, 0)) / 100;
}

function readProcesses() {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(name) ?? []) : []));
  } catch {
    return [];
  }
}

/** Ticks of a hundredth of a second; undefined for one that has ended meanwhile. */
function readProcess(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = (from: number) => Number(fields[from]) + Number(fields[from + 1]);
    return { pid: Number(pid), parent: Number(fields[1]), own: ticks(11), ended: ticks(13) };
  } catch {
    return undefined;
  }
}
