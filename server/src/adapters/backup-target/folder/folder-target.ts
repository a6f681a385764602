import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeWhole } from '../../../platform/files/write-whole.ts';
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
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        .then(() => writeWhole(join(dirname(path), `.tmp-${randomUUID()}`), path, bytes))
        .catch(away(folder));
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
