import { createHash, randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertFileKey, FileMissing, KeyTaken, LABEL, StoreAway, type FileStore } from '../file-store.ts';

/** Full, broken, or not ours to write to (errno(3)). */
const AWAY = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'EACCES', 'ESTALE'];

/** Files in a folder of this machine, two characters of the key as sub-folder. */
export function diskFileStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    assertFileKey(key);
    return join(folder, key);
  };
  /** Whole or not at all, also when the power goes. */
  const replace = async (path: string, bytes: Uint8Array) => {
    const temporary = join(folder, `tmp-${randomUUID()}`);
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeSynced(temporary, bytes);
      const back = await readFile(temporary);
      if (!sha256(back).equals(sha256(bytes)))
        throw new Error('a file read back differs from what was written');
      await rename(temporary, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await unlink(temporary).catch(() => undefined);
      throw awayOr(error);
    }
  };
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
      await replace(path, bytes);
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new FileMissing(key);
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
    writeLabel: (text) => replace(join(folder, LABEL), Buffer.from(text)),
  };
}

function awayOr(error: unknown): unknown {
  const away = AWAY.includes((error as NodeJS.ErrnoException).code ?? '');
  return away ? new StoreAway('The folder of files is full or broken', { cause: error }) : error;
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is durable only when its folder is synced too; some systems cannot open folders and need not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (!handle) return;
  try {
    await handle.sync();
  } catch (error) {
    if (!['EPERM', 'EINVAL', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
