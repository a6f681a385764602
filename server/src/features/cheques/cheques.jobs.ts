import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { askIssuers } from './ask-issuers.ts';

export function chequeWatchers(parts: Parts): Watcher[] {
  return [{ name: 'cheques.ask', every_ms: 2_000, run: () => askIssuers(parts) }];
}
