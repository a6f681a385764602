import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertBackupName, TargetAway, type BackupTarget } from '../backup-target.ts';

/** Backups in a folder: another disk, or a share of another machine. */
export function folderTarget(folder: string): BackupTarget {
  const pathOf = (name: string) => {
    assertBackupName(name);
    return join(folder, name);
  };
  return {
    place: folder,
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
        .then(() => access(folder, constants.R_OK | constants.W_OK))
        .catch(away(folder));
    },
    async put(name, bytes) {
      const path = pathOf(name);
      const draft = join(dirname(path), `.tmp-${randomUUID()}`);
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeSynced(draft, bytes);
        await rename(draft, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await unlink(draft).catch(() => undefined);
        throw asAway(folder, error);
      }
    },
    async get(name) {
      return readFile(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw asAway(folder, error);
      });
    },
    async list(prefix) {
      const names: string[] = [];
      const walk = async (below: string): Promise<void> => {
        const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'ENOENT') return [];
            throw asAway(folder, error);
          },
        );
        for (const entry of entries) {
          if (entry.isDirectory()) await walk(`${below}${entry.name}/`);
          else if (!entry.name.startsWith('.')) names.push(`${below}${entry.name}`);
        }
      };
      await walk(prefix);
      return names.sort();
    },
    async delete(name) {
      await unlink(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw asAway(folder, error);
      });
    },
  };
}

function asAway(folder: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ? new TargetAway(`Backups cannot be kept in ${folder}: ${message}`, { cause: error }) : error;
}

const away = (folder: string) => (error: unknown) => {
  throw asAway(folder, error);
};

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
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
