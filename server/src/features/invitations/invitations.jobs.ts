import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import { expireInvitations } from './invitations.queries.ts';

export function invitationWatchers({ db, clock }: Parts): Watcher[] {
  return [
    {
      name: 'invitations.expire',
      every_ms: 60_000,
      run: () => expireInvitations(db, almatyDate(clock.now())),
    },
  ];
}
