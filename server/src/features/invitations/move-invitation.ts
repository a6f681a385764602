import {
  invitationTable,
  type InvitationAction,
  type InvitationSide,
  type InvitationStatus,
} from '@kelisim/shared/features/invitations/invitation-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';

export function nextInvitationStatus(
  invitation: { status: InvitationStatus },
  action: InvitationAction,
  by: InvitationSide,
): InvitationStatus | null {
  return invitationTable.next(invitation.status, action, by);
}

/** The status a deed leads to, or a problem that names the one it is in. */
export function statusAfter(
  invitation: { status: InvitationStatus },
  action: InvitationAction,
  by: InvitationSide,
): InvitationStatus {
  const to = nextInvitationStatus(invitation, action, by);
  if (to !== null) return to;
  throw new Problem('invitation.wrong_state', { values: { state: invitation.status } });
}
