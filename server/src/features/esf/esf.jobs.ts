import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { remindOfInvoices } from './remind-invoice.ts';
import { followEsf } from './follow-esf.ts';

export function esfWatchers(parts: Parts): Watcher[] {
  return [
    { name: 'esf.follow', every_ms: 1_000, run: () => followEsf(parts) },
    { name: 'esf.remind', every_ms: 3_600_000, run: () => remindOfInvoices(parts) },
  ];
}
