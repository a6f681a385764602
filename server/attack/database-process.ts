import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/start-embedded-postgres.ts';
import type { BrokenDisk } from './broken-disk.ts';

/** What is told of a database that runs in a process of its own, on a broken disk. */
interface Started {
  url: string;
  owner_url: string;
  superuser_url: string;
  /** Where it lies. */
  folder: string;
}

const own = fileURLToPath(import.meta.url);
const [, script, folder, fsync] = process.argv;
if (script === own && folder) {
  const server = await startEmbeddedPostgres({ dataDir: folder, durable: fsync === 'on' });
  const { url, owner_url, superuser_url } = server;
  process.send?.({ url, owner_url, superuser_url, folder: server.folder } satisfies Started);
}

/** Throws when it does not start. */
export async function startDatabase(
  folder: string,
  fsync: 'on' | 'off',
  disk: BrokenDisk,
): Promise<Started & { child: ChildProcess }> {
  const child = fork(own, [folder, fsync], {
    env: { ...process.env, ...disk.env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const left = once(child, 'exit').then(() => {
    throw new Error('the database did not start');
  });
  left.catch(() => undefined);
  const [started] = (await Promise.race([once(child, 'message'), left])) as [Started];
  return { ...started, child };
}
