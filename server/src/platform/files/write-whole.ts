import { open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Puts a file in its place whole or not at all, also when the power goes: written as a draft on the same disk, read
 * back, moved. The folders are there already.
 * @throws what the file system says, or that it reads other bytes than were written; the draft is gone then
 */
export async function writeWhole(draft: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await readFile(draft)).equals(bytes))
      throw new Error('a file read back differs from what was written');
    await rename(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}

/** A name is durable only when its folder is synced too; some systems cannot open folders and need not. */
export async function syncFolder(folder: string): Promise<void> {
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
