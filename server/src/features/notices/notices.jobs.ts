import type { Parts } from '../../parts.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import { gatherNotices } from './gather-notices.ts';
import { remindToSign } from './remind-to-sign.ts';
import type { MakeSignLink } from './sign-link.ts';
import { tellOverdue } from './tell-overdue.ts';

/** @param signLink what an executor signs with from an SMS, which `signing` makes */
export function noticeWatchers(parts: Parts, signLink: MakeSignLink): Watcher[] {
  return [
    { name: 'notices.gather', every_ms: 2_000, run: () => gatherNotices(parts, signLink) },
    { name: 'notices.remind', every_ms: 600_000, run: () => remindToSign(parts, signLink) },
    { name: 'notices.overdue', every_ms: 600_000, run: () => tellOverdue(parts, signLink) },
  ];
}
