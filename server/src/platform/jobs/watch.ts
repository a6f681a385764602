import { isDatabaseAway } from '../db/database.ts';
import type { Log } from '../log.ts';

/** Something that looks again and again at the tables for work that is due, and does it. Must bear running twice. */
export interface Watcher {
  name: string;
  every_ms: number;
  run(): Promise<void>;
}

export interface Watch {
  stop(): Promise<void>;
}

/** Runs each watcher by itself, never two rounds of one at a time; a failing round is logged and the next one comes. */
export function startWatch(watchers: readonly Watcher[], log: Log): Watch {
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const rounds = new Set<Promise<void>>();
  const plan = (watcher: Watcher, delay_ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const round: Promise<void> = watcher
        .run()
        .catch((error: unknown) => {
          const level = isDatabaseAway(error) ? 'warn' : 'error';
          log[level]({
            event: 'watch.failed',
            watcher: watcher.name,
            error: error instanceof Error ? error.stack : String(error),
          });
        })
        .finally(() => {
          rounds.delete(round);
          if (!stopped) plan(watcher, watcher.every_ms);
        });
      rounds.add(round);
    }, delay_ms);
    timers.add(timer);
  };
  for (const watcher of watchers) plan(watcher, 0);
  return {
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(rounds);
    },
  };
}
