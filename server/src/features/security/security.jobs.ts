import type { Parts } from '../../parts.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import { eraseDue } from './erasure.ts';

export function securityWatchers(parts: Parts): Watcher[] {
  return [{ name: 'accounts.erase', every_ms: 600_000, run: () => eraseDue(parts) }];
}
