import type { Parts } from '../../parts.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import { warnOfLimits } from './warn-of-limits.ts';

export function bookkeepingWatchers(parts: Parts): Watcher[] {
  return [{ name: 'limits.warn', every_ms: 5_000, run: () => warnOfLimits(parts) }];
}
