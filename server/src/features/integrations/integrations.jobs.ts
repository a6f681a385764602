import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { resealSecrets } from './bank-secrets.ts';

export function integrationWatchers(parts: Parts): Watcher[] {
  return [{ name: 'banks.reseal', every_ms: 60_000, run: () => resealSecrets(parts) }];
}
