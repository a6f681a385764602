import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { holdConnection } from './hold-connection.ts';

export interface ListenOptions {
  url: string;
  channel: string;
  log: Log;
  onNotice(payload: string): void;
  /** The connection was lost and is back: notifications in between are lost. */
  onGap(): void;
}

export interface Listening {
  /** Resolves when the channel is heard for the first time; soon, or when the database is back. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

const BEAT_MS = 20_000;

/**
 * LISTEN on a separate connection, reopened whenever it is lost. A connection that died silently is
 * detected by a query every twenty seconds.
 */
export function listen({ url, channel, log, onNotice, onGap }: ListenOptions): Listening {
  let heard = false;
  const { promise: ready, resolve: tellReady } = Promise.withResolvers<void>();
  const end = holdConnection({
    url,
    name: 'kelisim-live',
    async work(client, gone) {
      client.on('notification', ({ payload }) => onNotice(payload ?? ''));
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (heard) onGap();
      heard = true;
      tellReady();
      for (;;) {
        await sleep(BEAT_MS, undefined, { signal: gone });
        await client.query('select 1');
      }
    },
    onLost: () => log.warn({ event: 'listen.lost', channel }),
  });
  return {
    ready,
    stop() {
      tellReady();
      return end();
    },
  };
}
