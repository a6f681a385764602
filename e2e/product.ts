import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeThrowawayFolder, removeAbandonedFolders } from '../server/test/temporary-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const start_ms = 600_000;
const stop_ms = 20_000;

/** The whole product with its sandbox, as `npm start` runs it, on a port and data of its own. */
export interface Product {
  url: string;
  /** Where it keeps its data. */
  dataDir: string;
  process: ChildProcess;
  /** What it said so far. */
  log(): string;
  /** Stops it as Ctrl-C does and removes its data. */
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Kept after the stop when given; a fresh temporary folder otherwise. */
  dataDir?: string;
  environment?: Record<string, string>;
}

/** Resolves when it serves its first page; throws with its own words when it leaves before. */
export async function startProduct({ dataDir, environment = {} }: ProductOptions = {}): Promise<Product> {
  await removeAbandonedFolders();
  const folder = dataDir ?? makeThrowawayFolder('e2e');
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  mkdirSync(join(root, '.cache'), { recursive: true });
  const logFile = join(root, '.cache', `product-${port}.log`);
  const log = openSync(logFile, 'w');
  const bond = join(root, 'scripts', 'leave-with-parent.mjs');
  const child = spawn(process.execPath, ['--import', bond, join(root, 'server', 'src', 'main.ts')], {
    cwd: root,
    env: { ...process.env, SANDBOX: 'on', DATA_DIR: folder, PORT: String(port), ...environment },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const exited = new Promise<void>((done) => child.on('exit', () => done()));
  const read = (): string => readFileSync(logFile, 'utf8');
  const product: Product = {
    url,
    dataDir: folder,
    process: child,
    log: read,
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([exited, sleep(stop_ms, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await exited;
      if (!dataDir) rmSync(folder, { recursive: true, force: true });
      rmSync(logFile, { force: true });
    },
  };
  for (const deadline = Date.now() + start_ms; !(await answers(url)); await sleep(50)) {
    if (child.exitCode === null && child.signalCode === null && Date.now() < deadline) continue;
    const words = read().trim();
    await product.stop();
    throw new Error(`The product did not start:\n${words}`);
  }
  return product;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200;
  } catch {
    return false;
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}
