import { isDatabaseAway } from '../db/database.ts';
import type { Log } from '../log.ts';
import { inTrace, newTraceId } from '../trace.ts';
import type { Tracing } from '../tracing.ts';

/** Something that looks again and again at the tables for work that is due, and does it. Must bear running twice. */
export interface Watcher {
  name: string;
  every_ms: number;
  run(): Promise<void>;
}

/** A watcher that fails again and again is not tried more often than this, so that it leaves the database to others. */
const LONGEST_PAUSE_MS = 60_000;

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
  /** It failed because the database was unavailable. */
  is_away: boolean;
}

export interface Watch {
  standing(): WatcherStanding[];
  stop(): Promise<void>;
}

/** Runs each watcher by itself, never two rounds of one at a time; a failing round is logged and the next one comes. */
export function startWatch(watchers: readonly Watcher[], log: Log, tracing: Tracing | null = null): Watch {
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const rounds = new Set<Promise<void>>();
  const fared = new Map(
    watchers.map(({ name, every_ms }): [string, WatcherStanding] => [
      name,
      { name, every_ms, ended_at: null, succeeded_at: null, failures: 0, last_error: null, is_away: false },
    ]),
  );
  const plan = (watcher: Watcher, delay_ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const trace = { trace_id: newTraceId(), watcher: watcher.name };
      const span = tracing?.begin(trace, { name: `watcher ${watcher.name}`, kind: 'internal' });
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
          at.is_away = isDatabaseAway(error);
          at.last_error = error instanceof Error ? error.message.slice(0, 300) : String(error);
          const level = at.is_away ? 'warn' : 'error';
          log[level]({
            ...trace,
            event: 'watch.failed',
            error: error instanceof Error ? error.stack : String(error),
          });
        })
        .then(() => {
          const at = fared.get(watcher.name)!;
          at.ended_at = new Date();
          span?.end({ failed: at.failures > 0 });
        })
        .finally(() => {
          rounds.delete(round);
          if (!stopped) plan(watcher, pauseOf(watcher, fared.get(watcher.name)));
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

/** Twice as long after each failure of its own; what was away is back for all of them at once. */
function pauseOf({ every_ms }: Watcher, of: WatcherStanding | undefined): number {
  if (!of || of.failures === 0 || of.is_away) return every_ms;
  return Math.max(every_ms, Math.min(every_ms * 2 ** Math.min(of.failures, 16), LONGEST_PAUSE_MS));
}
