import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { followEsf } from './follow-esf.ts';

export function esfWatchers(parts: Parts): Watcher[] {
  return [{ name: 'esf.follow', every_ms: 1_000, run: () => followEsf(parts) }];
}
