import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FolderLock } from './folder-lock.ts';
import { endOrphanBackends } from './leftover-server.ts';
import { launchPostmaster } from './postmaster.ts';
import type { Postmaster, PostmasterOptions } from './postmaster.ts';
import { EmbeddedPostgresRefused } from './refusal.ts';

const retry_ms = 15_000;
const pause_ms = 250;

export type EmbeddedPostgresEvent =
  /** The server died under us; it is being started again. Connections break meanwhile. */
  | { kind: 'died'; pid: number }
  /** It serves again, on the same port. */
  | { kind: 'recovered'; pid: number; took_ms: number }
  /** Fifteen seconds of trying were in vain: the product must end with an error. */
  | { kind: 'lost'; reason: string };

export interface Keeper {
  pid(): number;
  stop(): Promise<void>;
}

/** The first start, on a port that is free now. What only needs time (a killed server's leavings) is given it. */
export async function launchFirst(
  run: Omit<PostmasterOptions, 'port'>,
): Promise<{ postmaster: Postmaster; port: number }> {
  const deadline = Date.now() + retry_ms;
  for (;;) {
    const port = await findFreePort();
    try {
      return { postmaster: await launchPostmaster({ ...run, port }), port };
    } catch (error) {
      const reason = (error as Error).message;
      const passing = /shared memory block|lock file|could not bind/i.test(reason);
      if (!passing || Date.now() > deadline)
        throw new EmbeddedPostgresRefused(`The database in ${run.place.folder} does not start:\n${reason}`);
      endOrphanBackends(run.place.folder);
      await sleep(pause_ms);
    }
  }
}

/** Starts the server again whenever it dies, until stopped; the lock is let go when nothing runs any more. */
export function keepRunning(
  first: Postmaster,
  options: PostmasterOptions,
  lock: FolderLock,
  onEvent: (event: EmbeddedPostgresEvent) => void,
): Keeper {
  let current: Postmaster | null = first;
  let pid = first.pid;
  let stopping = false;
  const leave = (): void => current?.signalStop();
  process.once('exit', leave);

  async function watch(): Promise<void> {
    while (current) {
      await current.exited;
      current = null;
      if (stopping) return;
      onEvent({ kind: 'died', pid });
      const began = Date.now();
      current = await relaunch(options, lock, () => stopping);
      if (!current) return;
      pid = current.pid;
      if (stopping) await current.stop();
      else onEvent({ kind: 'recovered', pid, took_ms: Date.now() - began });
    }
  }

  const ended = watch()
    .catch((error: unknown) => onEvent({ kind: 'lost', reason: (error as Error).message }))
    .finally(() => {
      process.off('exit', leave);
      lock.release();
    });
  return {
    pid: () => pid,
    async stop() {
      stopping = true;
      await current?.stop();
      await ended;
    },
  };
}

/** Null when it is to stop meanwhile; throws the server's words after fifteen seconds in vain. */
async function relaunch(
  options: PostmasterOptions,
  lock: FolderLock,
  stopping: () => boolean,
): Promise<Postmaster | null> {
  const deadline = Date.now() + retry_ms;
  while (!stopping()) {
    if (!lock.isHeld())
      throw new Error(`${options.place.folder} was removed, or another process has taken it.`);
    endOrphanBackends(options.place.folder);
    try {
      return await launchPostmaster(options);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(pause_ms);
    }
  }
  return null;
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, fail) => {
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', done);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}
