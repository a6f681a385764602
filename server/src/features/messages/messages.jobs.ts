import type { Parts } from '../../parts.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import { sweepRequests } from './messages.queries.ts';
import { sendMessages } from './send-messages.ts';

export function messageWatchers(parts: Parts): Watcher[] {
  return [
    { name: 'messages.send', every_ms: 1_000, run: () => sendMessages(parts) },
    { name: 'messages.sweep', every_ms: 3_600_000, run: () => sweepRequests(parts.db) },
  ];
}
