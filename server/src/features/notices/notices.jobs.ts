import type { Parts } from '../../parts.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import { gatherNotices } from './gather-notices.ts';
import { remindToSign } from './remind-to-sign.ts';

export function noticeWatchers(parts: Parts): Watcher[] {
  return [
    { name: 'notices.gather', every_ms: 2_000, run: () => gatherNotices(parts) },
    { name: 'notices.remind', every_ms: 600_000, run: () => remindToSign(parts) },
  ];
}
