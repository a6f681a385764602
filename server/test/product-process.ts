import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MASTER_KEY } from './make-app.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const bond = fileURLToPath(new URL('../../scripts/leave-with-parent.mjs', import.meta.url));

/**
 * The product as it is started, in a process of its own that ends with this one; it answers when this resolves.
 * @param output where it prints: a file descriptor, or `inherit`
 */
export async function startProduct(
  place: { database_url: string; data_dir: string; port: number },
  settings: Record<string, string>,
  output: number | 'inherit' = 'inherit',
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', bond, main], {
    env: {
      ...process.env,
      DATABASE_URL: place.database_url,
      DATA_DIR: place.data_dir,
      PORT: String(place.port),
      MASTER_KEY: MASTER_KEY.toString('hex'),
      ...settings,
    },
    stdio: ['ignore', output, output, 'ipc'],
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${place.port}/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  for (; !(await isReady()); await sleep(20))
    if (child.exitCode !== null) throw new Error('the server did not start');
  return child;
}
