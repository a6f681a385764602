import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface HeldConnection {
  url: string;
  /** What the server calls the connection. */
  name: string;
  /** Runs on each new connection, until it fails or the signal says that the connection is gone. */
  work(client: pg.Client, gone: AbortSignal): Promise<unknown>;
  onLost(error: unknown): void;
}

const PAUSES_MS = [100, 500, 1_000, 2_000, 5_000];
/** Who has stayed for so long begins with the shortest pause again. */
const STAYED_MS = 10_000;

/**
 * A connection of its own, outside of the pools, reopened whenever it is lost. One that died silently is found by a query
 * that is not answered, so the work has to ask now and then. Returns what ends it.
 */
export function holdConnection({ url, name, work, onLost }: HeldConnection): () => Promise<void> {
  const stopping = new AbortController();

  async function hold(): Promise<void> {
    for (let tries = 0; !stopping.signal.aborted; tries++) {
      const began = performance.now();
      const lost = new AbortController();
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 5_000,
        query_timeout: 5_000,
        keepAlive: true,
        application_name: name,
      });
      let failure: unknown;
      client.on('error', (error) => {
        failure ??= error;
        lost.abort();
      });
      client.on('end', () => lost.abort());
      const end = () => client.end().catch(() => undefined);
      stopping.signal.addEventListener('abort', end);
      try {
        await client.connect();
        await work(client, AbortSignal.any([lost.signal, stopping.signal]));
      } catch (error) {
        failure ??= error;
      }
      stopping.signal.removeEventListener('abort', end);
      const ended = end();
      if (stopping.signal.aborted) return ended;
      onLost(failure);
      if (performance.now() - began > STAYED_MS) tries = 0;
      const pause_ms = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)];
      await sleep(pause_ms, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const held = hold();
  return () => {
    stopping.abort();
    return held;
  };
}
