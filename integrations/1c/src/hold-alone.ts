import { open, readFile, rm } from 'node:fs/promises';

/**
 * Two runs at once would each find no receipt and make one. The file that stops the second names the process of the first;
 * one that is left of a process that is gone stops nobody.
 * @returns what lets go again
 */
export async function holdAlone(file: string): Promise<() => Promise<void>> {
  const holder = await holderOf(file);
  if (holder !== null && isAlive(holder))
    throw new Error(`Обмен уже идёт: процесс ${holder}. Если это не он, удалите файл ${file}.`);
  if (holder !== null) await rm(file, { force: true });
  // Of two that come to this place one opens it, the other fails.
  const held = await open(file, 'wx');
  await held.writeFile(String(process.pid));
  await held.close();
  return () => rm(file, { force: true });
}

async function holderOf(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : Number(text);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
