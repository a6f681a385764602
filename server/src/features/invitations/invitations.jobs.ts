import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { eachJob } from '../../platform/jobs/each-job.ts';
import type { BulkDone, BulkItem, BulkKind } from '../../platform/jobs/run-kind.ts';
import type { Watcher } from '../../platform/jobs/watch.ts';
import { findActorOfRun } from '../auth/public.ts';
import { cancelInvitation, remindInvitation, repeatInvitation } from './follow-invitation.ts';
import { expireInvitation, listOver } from './invitations.queries.ts';
import { invitationInput, inviteExecutor } from './invite-executor.ts';

export function invitationWatchers(parts: Parts): Watcher[] {
  return [{ name: 'invitations.expire', every_ms: 60_000, run: () => expireInvitations(parts) }];
}

export async function expireInvitations({ db, clock, log }: Parts): Promise<void> {
  const over = await listOver(db, almatyDate(clock.now()));
  await eachJob({ db, log }, 'invitations.expire', over, (one) =>
    db.transaction().execute((tx) => expireInvitation(tx, one)),
  );
}

const repeatParams = z.object({ end_date: z.string().optional() });

export function invitationRuns(parts: Parts): BulkKind[] {
  return [
    invitationRun('invitations.send', async (tx, actor, { payload }) => ({
      subject_id: await inviteExecutor(parts, tx, actor, invitationInput.parse(payload)),
    })),
    invitationRun('invitations.repeat', async (tx, actor, item) => {
      const { end_date } = repeatParams.parse(item.params);
      return { subject_id: await repeatInvitation(parts, tx, actor, idOf(item), end_date) };
    }),
    invitationRun('invitations.remind', async (tx, actor, item) => {
      await remindInvitation(parts, tx, actor, idOf(item));
      return {};
    }),
    invitationRun('invitations.cancel', async (tx, actor, item) => {
      await cancelInvitation(tx, actor, idOf(item));
      return {};
    }),
  ];
}

/** The person's rights are read again for every row: they may have changed since the click. */
function invitationRun(
  kind: string,
  deed: (tx: Tx, actor: CompanyActor, item: BulkItem) => Promise<BulkDone>,
): BulkKind {
  return {
    kind,
    // Places are given one after the other anyway.
    in_order: true,
    async work(tx, item) {
      return deed(tx, await findActorOfRun(tx, item, 'manage_executors'), item);
    },
  };
}

function idOf({ subject_id }: BulkItem): number {
  if (subject_id === null) throw new Problem('not_found');
  return subject_id;
}
