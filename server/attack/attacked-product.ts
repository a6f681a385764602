import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeApp, type App } from '../src/app.ts';
import { readConfig } from '../src/platform/config.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { makeLog } from '../src/platform/log.ts';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const MESSAGES_A_DAY = '1000000';

/**
 * A product of its own, with a real database, for an attack that may leave nothing whole.
 * @param furnish puts into its folder what must be there before it starts
 */
export async function attackProduct(
  attack: (app: App) => Promise<boolean>,
  furnish?: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = makeTemporaryFolder('kelisim-attack-');
  await furnish?.(folder);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  try {
    await migrate(postgres.url);
    const settings = { SANDBOX: 'on', DATA_DIR: folder, PORT: '0', MESSAGES_A_DAY };
    const config = { ...readConfig(settings), database_url: postgres.url };
    const app = await makeApp({ config, log: makeLog('silent') });
    try {
      if (!(await attack(app))) process.exitCode = 1;
    } finally {
      // Also after a failure: what is left open would keep the process alive.
      await app.close();
    }
  } catch (error) {
    // Said before the connections are cut below, which would hide it.
    console.error(error);
    process.exitCode = 1;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Another process of the attacked product, on its database and files. */
export async function startServer({
  parts: { config },
}: App): Promise<{ child: ChildProcess; address: string }> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      SANDBOX: 'on',
      DATABASE_URL: config.database_url!,
      DATA_DIR: config.data_dir,
      PORT: String(port),
      MASTER_KEY: config.master_key.toString('hex'),
      MESSAGES_A_DAY,
    },
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + 60_000; ; await sleep(50)) {
    const ready = await fetch(`${address}/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return { child, address };
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the server did not start');
  }
}

/** One result as a line of JSON; true when the attack failed, as it should. */
export function report(result: { attack: string; passed: boolean } & Record<string, unknown>): boolean {
  console.log(JSON.stringify(result));
  return result.passed;
}

/** An address nobody has used yet, so that no limit by address stands in the way. */
export function addressOf(turn: number): string {
  return `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
}
