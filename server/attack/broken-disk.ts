import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';

const PAGE = 4096;
const NOTE_BYTES = 24;

/** Of broken-disk.c, which says what each means. */
type State = 'full' | 'failing' | 'cached';

export interface BrokenDisk {
  /** Environment of the program whose disk it is. */
  env: Record<string, string>;
  /** From now on for everything under a place. */
  begin(state: State, place: string): void;
  end(state: State): void;
  /** From now on nothing is written or synced. */
  cutPower(): void;
  /**
   * Once nothing runs any more: takes what was not synced from the files under a place, all of it or a random half of
   * its pages, and gives the power back.
   * @returns how many files it took something from
   */
  lose(place: string, what: 'all' | 'half'): number;
}

/** Null where no compiler of C is. @param folder others may enter it: the embedded server of root runs as nobody */
export function makeBrokenDisk(folder: string): BrokenDisk | null {
  const control = join(folder, 'broken-disk');
  const library = join(control, 'broken-disk.so');
  mkdirSync(control);
  const source = fileURLToPath(new URL('broken-disk.c', import.meta.url));
  const cc = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], { stdio: 'ignore' });
  if (cc.status !== 0) return null;
  for (const name of ['undo', 'names', 'kept']) mkdirSync(join(control, name));
  for (const name of ['', 'undo', 'names', 'kept']) chmodSync(join(control, name), 0o777);
  return brokenDisk(control, library);
}

function brokenDisk(control: string, library: string): BrokenDisk {
  const end = (state: State | 'off') => rmSync(join(control, state), { force: true });
  return {
    env: { LD_PRELOAD: library, BROKEN_DISK: control },
    begin: (state, place) => writeFileSync(join(control, state), place),
    end,
    cutPower: () => writeFileSync(join(control, 'off'), ''),
    lose(place, what) {
      const touched = filesOf(place).filter((path) => loseOf(path, join(control, 'undo'), what)).length;
      loseNames(join(control, 'names'));
      for (const name of ['undo', 'names', 'kept'])
        for (const file of readdirSync(join(control, name))) rmSync(join(control, name, file));
      end('off');
      return touched;
    },
  };
}

/**
 * Runs the script of an attack once more, on a broken disk, and the attack in there.
 * @returns why not, where it cannot be done
 */
export async function attackOnBrokenDisk(
  script: string,
  attack: (disk: BrokenDisk) => Promise<void>,
): Promise<'no compiler of C here' | null> {
  const { BROKEN_DISK, LD_PRELOAD } = process.env;
  if (BROKEN_DISK && LD_PRELOAD) {
    await attack(brokenDisk(BROKEN_DISK, LD_PRELOAD));
    return null;
  }
  const place = makeTemporaryFolder('kelisim-attack-');
  try {
    const disk = makeBrokenDisk(place);
    if (!disk) return 'no compiler of C here';
    const child = fork(fileURLToPath(script), { env: { ...process.env, ...disk.env } });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) process.exitCode = 1;
    return null;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function filesOf(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** True when something of the file was not synced. */
function loseOf(path: string, undo: string, what: 'all' | 'half'): boolean {
  const notes = join(undo, String(statSync(path).ino));
  if (!existsSync(notes)) return false;
  const written = readFileSync(path);
  const synced = undone(written, readFileSync(notes));
  if (synced.equals(written)) return false;
  writeFileSync(path, what === 'all' ? synced : mixed(written, synced));
  return true;
}

/** A note is where, how many bytes lay there, how long the file was, and the bytes. */
function undone(written: Buffer, notes: Buffer): Buffer {
  const spans: { at: number; bytes: Buffer; size: number }[] = [];
  for (let at = 0; at + NOTE_BYTES <= notes.length;) {
    const [start, kept, size] = [0, 8, 16].map((off) => Number(notes.readBigInt64LE(at + off))) as [
      number,
      number,
      number,
    ];
    spans.push({ at: start, bytes: notes.subarray(at + NOTE_BYTES, at + NOTE_BYTES + kept), size });
    at += NOTE_BYTES + kept;
  }
  let bytes: Buffer = Buffer.from(written);
  for (const span of spans.toReversed()) {
    bytes = resized(bytes, Math.max(bytes.length, span.at + span.bytes.length));
    span.bytes.copy(bytes, span.at);
    bytes = resized(bytes, span.size);
  }
  return bytes;
}

function resized(bytes: Buffer, size: number): Buffer {
  if (size <= bytes.length) return bytes.subarray(0, size);
  return Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
}

function mixed(written: Buffer, synced: Buffer): Buffer {
  const bytes = Buffer.from(resized(written, Math.random() < 0.5 ? written.length : synced.length));
  const before = resized(synced, Math.max(synced.length, bytes.length));
  for (let at = 0; at < bytes.length; at += PAGE)
    if (Math.random() < 0.5) before.copy(bytes, at, at, Math.min(at + PAGE, bytes.length));
  return bytes;
}

/** Takes back what was renamed or made in folders that were not synced since, the last first. */
function loseNames(names: string): void {
  const notes = readdirSync(names).flatMap((file) => readFileSync(join(names, file), 'utf8').split('\n'));
  for (const note of notes.filter(Boolean).sort().reverse()) {
    const [, kind, path, other, kept] = note.split('\t') as [string, string, string, string, string];
    if (!existsSync(path)) continue;
    if (kind === 'mkdir') rmSync(path, { recursive: true });
    else renameSync(path, other);
    if (kept) renameSync(kept, path);
  }
}
