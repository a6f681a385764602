import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readFile, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeWhole } from '../../../platform/files/write-whole.ts';
import { assertFileKey, FileMissing, KeyTaken, LABEL, StoreAway, type FileStore } from '../file-store.ts';

/** Full, broken, not mounted, or not ours to write to (errno(3)). */
const AWAY = [
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'EACCES',
  'ESTALE',
  'ENOENT',
  'ENOTDIR',
];

/** Files in a folder of this machine, two characters of the key as sub-folder. */
export function diskFileStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    assertFileKey(key);
    return join(folder, key);
  };
  /** By their paths: there after a failure of the power, too. Another process may have made them a moment ago. */
  const folders = new Map<string, Promise<void>>();
  const provide = (path: string): Promise<void> => {
    const known = folders.get(path);
    if (known) return known;
    // The folder itself is never made here: a disk that is not mounted must not be taken for an empty one.
    const provided = mkdir(path, { mode: 0o700 })
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      })
      .then(() => syncFolder(folder))
      .catch((error: unknown) => {
        folders.delete(path);
        throw awayOr(error);
      });
    folders.set(path, provided);
    return provided;
  };
  const replace = (path: string, bytes: Uint8Array) =>
    writeWhole(join(folder, `tmp-${randomUUID()}`), path, bytes).catch((error: unknown) => {
      throw awayOr(error);
    });
  return {
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
        .then(() => access(folder, constants.R_OK | constants.W_OK))
        .catch((cause: Error) => {
          throw new StoreAway(`Files cannot be kept in ${folder}: ${cause.message}`, { cause });
        });
    },
    async put(key, bytes) {
      const path = pathOf(key);
      if (await stat(path).catch(() => null)) throw new KeyTaken(key);
      await provide(dirname(path));
      await replace(path, bytes).catch((error: unknown) => {
        // Perhaps it is another disk by now, without them.
        folders.clear();
        throw error;
      });
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        const is_missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
        if (is_missing && (await stat(folder).catch(() => null))) throw new FileMissing(key);
        throw awayOr(error);
      }
    },
    async delete(key) {
      await unlink(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    },
    async readLabel() {
      return readFile(join(folder, LABEL), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw awayOr(error);
      });
    },
    async writeLabel(text) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replace(join(folder, LABEL), Buffer.from(text));
    },
  };
}

function awayOr(error: unknown): unknown {
  const away = AWAY.includes((error as NodeJS.ErrnoException).code ?? '');
  return away ? new StoreAway('The folder of files is full or broken', { cause: error }) : error;
}
