import type { Watcher } from '../../platform/jobs/watch.ts';
import type { Parts } from '../../parts.ts';
import { askInbound } from './ask-inbound.ts';
import { linkInbound } from './inbound.queries.ts';
import { remindOfInvoices } from './remind-invoice.ts';
import { followEsf } from './follow-esf.ts';

export function esfWatchers(parts: Parts): Watcher[] {
  return [
    { name: 'esf.follow', every_ms: 1_000, run: () => followEsf(parts) },
    { name: 'esf.inbound', every_ms: 3_000, run: () => askInbound(parts) },
    // An act that is signed after its invoice came finds it without being asked for.
    { name: 'esf.link', every_ms: 600_000, run: () => linkInbound(parts.db, null) },
    { name: 'esf.remind', every_ms: 3_600_000, run: () => remindOfInvoices(parts) },
  ];
}
