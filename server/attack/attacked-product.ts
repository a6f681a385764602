import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeApp, type App } from '../src/app.ts';
import { readConfig } from '../src/platform/config.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../src/platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { makeLog } from '../src/platform/log.ts';
import { freePort } from '../test/free-port.ts';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const MESSAGES_A_DAY = '1000000';
/** Other processes of the attacked product: an attack that breaks down leaves none behind, which would keep it alive. */
const servers = new Set<ChildProcess>();

/**
 * A product of its own, with a real database, for an attack that may leave nothing whole.
 * @param furnish puts into its folder what must be there before it starts
 * @param settings environment variables beside its own
 */
export function attackProduct(
  attack: (app: App, postgres: EmbeddedPostgres) => Promise<boolean>,
  furnish?: (folder: string) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  return attackDatabase((dataDir) => startEmbeddedPostgres({ dataDir }), attack, furnish, settings);
}

/** The same over another server than the embedded one, started in a folder that is not there yet. */
export async function attackDatabase<Server extends Pick<EmbeddedPostgres, 'url' | 'owner_url' | 'stop'>>(
  start: (folder: string) => Promise<Server>,
  attack: (app: App, postgres: Server) => Promise<boolean>,
  furnish?: (folder: string) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const folder = makeTemporaryFolder('kelisim-attack-');
  await furnish?.(folder);
  const postgres = await start(join(folder, 'postgres'));
  try {
    await migrate(postgres);
    const config = {
      ...readConfig({ SANDBOX: 'on', DATA_DIR: folder, PORT: '0', MESSAGES_A_DAY, ...settings }),
      database_url: postgres.url,
      database_owner_url: postgres.owner_url,
    };
    const app = await makeApp({ config, log: makeLog('silent') });
    try {
      if (!(await attack(app, postgres))) process.exitCode = 1;
    } finally {
      // Also after a failure: what is left open would keep the process alive.
      await app.close();
    }
  } catch (error) {
    // Said before the connections are cut below, which would hide it.
    console.error(error);
    process.exitCode = 1;
  } finally {
    for (const child of servers) child.kill('SIGKILL');
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As `watch-loop.ts` tells them. */
type Delays = Record<'held_ms' | 'late_ms' | 'delay_ms' | 'delay_p99_ms' | 'heap_mb', number>;

/** What is seen of a process that was started with `WATCHED`. */
interface Watch {
  /** What its loop has been through since the last time. */
  measure(): Promise<Delays>;
  /** Collects its garbage. What is asked for afterwards begins with that. */
  settle(): Promise<Delays>;
  /** Of the process with all its threads (Linux). */
  memoryMb(what: 'VmRSS' | 'VmHWM'): number;
  /** Lets the peak of the memory begin again (proc(5), clear_refs). */
  forgetPeak(): void;
}

/** A sandbox in a process of its own, whose loop and memory are watched. */
export interface WatchedProduct extends Watch {
  process: ChildProcess;
  folder: string;
  address: string;
  port: number;
  close(): Promise<void>;
}

const WATCHED = ['--expose-gc', '--import', new URL('watch-loop.ts', import.meta.url).href];

export async function watchProduct(): Promise<WatchedProduct> {
  const folder = makeTemporaryFolder('kelisim-attack-');
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child = fork(MAIN, {
    execArgv: WATCHED,
    env: { PATH: process.env.PATH, SANDBOX: 'on', DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const close = async () => {
    child.kill();
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  await readiness(address, child).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { process: child, folder, address, port, ...watchOf(child), close };
}

function watchOf(child: ChildProcess): Watch {
  const ask = async (what: 'take' | 'settle') => {
    child.send(what);
    const [delays] = (await once(child, 'message')) as [Delays];
    return Object.fromEntries(Object.entries(delays).map(([name, ms]) => [name, Math.round(ms)])) as Delays;
  };
  return {
    measure: () => ask('take'),
    settle: () => ask('settle'),
    memoryMb(what) {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)![1]) / 1024);
    },
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
  };
}

/** Waits until it answers `/ready`. */
async function readiness(address: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 600_000; ; await sleep(50)) {
    const ready = await fetch(`${address}/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the server did not start');
  }
}

/**
 * Another process of the attacked product, on its database and files.
 * @param with_watch costs it a little
 * @param settings environment variables beside those of the product
 */
export async function startServer(
  { parts: { config } }: App,
  { with_watch = false, settings = {} }: { with_watch?: boolean; settings?: Record<string, string> } = {},
): Promise<{ child: ChildProcess; address: string; watch: Watch }> {
  const port = await freePort();
  const child = spawn(process.execPath, [...(with_watch ? WATCHED : []), MAIN], {
    env: {
      ...process.env,
      SANDBOX: 'on',
      DATABASE_URL: config.database_url,
      DATA_DIR: config.data_dir,
      PORT: String(port),
      PUBLIC_URL: config.public_url,
      MASTER_KEY: config.master_key.toString('hex'),
      MESSAGES_A_DAY,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  servers.add(child);
  child.once('exit', () => servers.delete(child));
  const address = `http://127.0.0.1:${port}`;
  await readiness(address, child);
  return { child, address, watch: watchOf(child) };
}

/** An address nobody has used yet, so that no limit by address stands in the way. */
export function addressOf(turn: number): string {
  return `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
}
