import { tellQuery } from '../tracing.ts';
import type { PoolMeasure, PoolStanding } from './database.ts';

const UNUSED: PoolStanding = { max: 0, total: 0, idle: 0, waiting: 0, oldest_wait_ms: 0 };

/** Reads how the pools of this process stand now, also where nobody collects metrics, and tells traces of queries. */
export function poolsStanding(): {
  measure(name: string, more: PoolMeasure | null | undefined): PoolMeasure;
  of(name: string): PoolStanding;
} {
  const readers = new Map<string, () => PoolStanding>();
  return {
    measure: (name, more) => ({
      opened(read) {
        readers.set(name, read);
        more?.opened(read);
      },
      waited: (ms) => more?.waited(ms),
      asked(ms, is_ok, text) {
        more?.asked(ms, is_ok, text);
        tellQuery(ms, is_ok, text);
      },
    }),
    of: (name) => readers.get(name)?.() ?? UNUSED,
  };
}
