import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess, isProcessAlive } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { EmbeddedPostgresRefused } from './refusal.ts';

const heartbeat_ms = 1_000;
const silence_ms = 2_500;
const settle_ms = 50;

interface LockContent {
  holder: ProcessIdentity;
  /** Tells two takers of one process apart. */
  token: string;
  /** TCP port of the database while it is served, so that a command of ours can join; null before. */
  port: number | null;
}

export interface FolderLock {
  publishPort(port: number): void;
  /** False when somebody removed the folder under us, or another process has it now. */
  isHeld(): boolean;
  /** Leaves a lock that is another's by now as it is. */
  release(): void;
}

/**
 * Makes this process the only one that uses `folder`, or throws EmbeddedPostgresRefused within three seconds.
 * A lock whose holder was killed, or died with the computer, is taken over. PostgreSQL's own postmaster.pid stands
 * behind this as the second line: two starters that find one dead lock in the same millisecond meet there.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = join(folder, 'lock');
  const content: LockContent = { holder: identifyProcess(process.pid), token: randomUUID(), port: null };
  for (let tries = 0; !tryCreate(file, content); tries++) {
    const found = readLock(file);
    if (found && (tries > 4 || (await holderLives(file, found.holder))))
      throw refusal(folder, found.holder.pid);
    rmSync(file, { force: true });
  }
  // Whoever took the same dead lock a moment before or after us is seen now.
  await sleep(settle_ms);
  const now = readLock(file);
  if (now?.token !== content.token) throw refusal(folder, now?.holder.pid ?? 0);
  const isHeld = (): boolean => readLock(file)?.token === content.token;
  const beat = setInterval(() => touch(file), heartbeat_ms).unref();
  return {
    publishPort(port) {
      write(`${file}.${process.pid}`, { ...content, port });
      renameSync(`${file}.${process.pid}`, file);
    },
    isHeld,
    release() {
      clearInterval(beat);
      if (isHeld()) rmSync(file, { force: true });
    },
  };
}

/** Port on which the living holder of `folder` serves; null when nobody does. */
export async function findServedPort(folder: string): Promise<number | null> {
  const file = join(folder, 'lock');
  const found = readLock(file);
  return found && (await holderLives(file, found.holder)) ? found.port : null;
}

/** True when the lock of `folder` was left by a process that is no more; false also when there is no lock. */
export async function isAbandoned(folder: string): Promise<boolean> {
  const file = join(folder, 'lock');
  const found = readLock(file);
  return found !== null && !(await holderLives(file, found.holder));
}

/** Complete from the first moment (a link to a written file), so that nobody ever reads half a lock. */
function tryCreate(file: string, content: LockContent): boolean {
  const draft = `${file}.${process.pid}`;
  write(draft, content);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

async function holderLives(file: string, holder: ProcessIdentity): Promise<boolean> {
  const alive = isProcessAlive(holder);
  if (alive !== 'unknowable') return alive;
  const seen = touched(file);
  await sleep(silence_ms);
  return touched(file) !== seen;
}

function readLock(file: string): LockContent | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockContent;
  } catch {
    return null;
  }
}

function write(file: string, content: LockContent): void {
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
}

function touched(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // the folder is gone: nothing is left to guard
  }
}

function refusal(folder: string, pid: number): EmbeddedPostgresRefused {
  return new EmbeddedPostgresRefused(
    `Kelisim already runs on the data in ${folder} (process ${pid}). ` +
      'Stop it first, or give this one a folder of its own with DATA_DIR.',
  );
}
