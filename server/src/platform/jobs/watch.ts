import { isDatabaseAway } from '../db/database.ts';
import type { Log } from '../log.ts';
import { inTrace, newTraceId } from '../trace.ts';

/** Something that looks again and again at the tables for work that is due, and does it. Must bear running twice. */
export interface Watcher {
  name: string;
  every_ms: number;
  run(): Promise<void>;
}

/** How a watcher of this process has fared. */
export interface WatcherStanding {
  name: string;
  every_ms: number;
  ended_at: Date | null;
  /** The last round that did not fail. */
  succeeded_at: Date | null;
  /** Rounds that failed one after the other, the last one included. */
  failures: number;
  last_error: string | null;
}

export interface Watch {
  standing(): WatcherStanding[];
  stop(): Promise<void>;
}

/** Runs each watcher by itself, never two rounds of one at a time; a failing round is logged and the next one comes. */
export function startWatch(watchers: readonly Watcher[], log: Log): Watch {
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const rounds = new Set<Promise<void>>();
  const fared = new Map(
    watchers.map(({ name, every_ms }): [string, WatcherStanding] => [
      name,
      { name, every_ms, ended_at: null, succeeded_at: null, failures: 0, last_error: null },
    ]),
  );
  const plan = (watcher: Watcher, delay_ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const trace = { trace_id: newTraceId(), watcher: watcher.name };
      const round: Promise<void> = inTrace(trace, () => watcher.run())
        .then(() =>
          Object.assign(fared.get(watcher.name)!, {
            succeeded_at: new Date(),
            failures: 0,
            last_error: null,
          }),
        )
        .catch((error: unknown) => {
          const at = fared.get(watcher.name)!;
          at.failures++;
          at.last_error = error instanceof Error ? error.message.slice(0, 300) : String(error);
          const level = isDatabaseAway(error) ? 'warn' : 'error';
          log[level]({
            ...trace,
            event: 'watch.failed',
            error: error instanceof Error ? error.stack : String(error),
          });
        })
        .then(() => {
          fared.get(watcher.name)!.ended_at = new Date();
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
    standing: () => [...fared.values()],
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(rounds);
    },
  };
}
