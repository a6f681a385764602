import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { foldTotals } from './totals.queries.ts';

export function statisticsWatchers({ db }: Parts): Watcher[] {
  return [{ name: 'totals.fold', every_ms: 2_000, run: () => foldTotals(db) }];
}
