import pg from 'pg';
import type { Log } from '../log.ts';

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
const PAUSES_MS = [100, 500, 1_000, 2_000, 5_000];

/**
 * LISTEN on a separate connection, reopened whenever it is lost. A connection that died silently is
 * detected by a query every twenty seconds.
 */
export function listen({ url, channel, log, onNotice, onGap }: ListenOptions): Listening {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let tries = 0;
  let heard = false;
  let tellReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    tellReady = resolve;
  });

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
      application_name: 'kelisim-live',
    });
    client = next;
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    next.on('notification', ({ payload }) => onNotice(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch {
      lost(next);
      return;
    }
    if (client !== next) return;
    tries = 0;
    if (heard) onGap();
    heard = true;
    tellReady();
    beat(next);
  }

  function beat(of: pg.Client): void {
    timer = setTimeout(() => {
      of.query('select 1').then(
        () => client === of && beat(of),
        () => lost(of),
      );
    }, BEAT_MS);
  }

  function lost(one: pg.Client): void {
    if (client !== one) return;
    client = null;
    clearTimeout(timer);
    void one.end().catch(() => undefined);
    if (stopped) return;
    log.warn({ event: 'listen.lost', channel });
    timer = setTimeout(() => void connect(), PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)]);
  }

  void connect();
  return {
    ready,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      tellReady();
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
}
