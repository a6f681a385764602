import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  statfsSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAbandoned } from '../src/platform/db/embedded/folder-lock.ts';
import { stopLeftoverServer } from '../src/platform/db/embedded/leftover-server.ts';
import { pidExists } from '../src/platform/db/embedded/process-identity.ts';

const memory = '/dev/shm';
const needed_bytes = 4 * 2 ** 30;
const room = hasRoomInMemory() ? memory : tmpdir();

/**
 * A new folder among those of the system, which others may enter but not read: the embedded server of root runs as
 * nobody, and would keep its data in another place that is never cleared away.
 */
export function makeTemporaryFolder(prefix: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, prefix));
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * The same for data that no test wants back, in memory where there is plenty of it. A new database is a thousand
 * files, and ext4 searches long for a free inode after as many were removed.
 */
export function makeThrowawayFolder(purpose: string): string {
  return makeTemporaryFolder(`kelisim-${purpose}-${process.pid}-`, room);
}

/** Removes the throwaway folders of killed runs, and stops the servers that still run on them. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of readdirSync(room)) {
    const maker = Number(/^kelisim-[a-z0-9]+-(\d+)-/.exec(name)?.[1] ?? process.pid);
    if (maker === process.pid || pidExists(maker)) continue;
    const folder = join(room, name);
    if (statSync(folder, { throwIfNoEntry: false })?.uid !== (process.getuid?.() ?? 0)) continue;
    const places = [folder, join(folder, 'postgres')].filter((place) => existsSync(join(place, 'lock')));
    // A process of another container has a number that means nothing here; its lock shows that it lives.
    if ((await Promise.all(places.map(isAbandoned))).includes(false)) continue;
    for (const place of places) await stopLeftoverServer(place);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** PostgreSQL may have to be copied beside its data, so programs must be allowed to run there. */
function hasRoomInMemory(): boolean {
  try {
    if (!/^\S+ \/dev\/shm tmpfs (?!\S*noexec)/m.test(readFileSync('/proc/mounts', 'utf8'))) return false;
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) >= needed_bytes;
  } catch {
    return false; // not Linux
  }
}
