import { stateTable, type Move } from '../../kernel/state-machine.ts';

export const INVITATION_STATUSES = [
  'sent',
  'opened',
  'accepted',
  'declined',
  'expired',
  'cancelled',
] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export type InvitationAction = 'update' | 'remind' | 'cancel' | 'open' | 'accept' | 'decline' | 'expire';
export type InvitationSide = 'business' | 'executor' | 'clock';

type InvitationMove = Move<InvitationStatus, InvitationAction, InvitationSide>;

const LIVE = ['sent', 'opened'] as const;
const fromLive = (action: InvitationAction, by: InvitationSide, to?: InvitationStatus): InvitationMove[] =>
  LIVE.map((from) => ({ from, action, by, to: to ?? from }));

/** The life of an invitation (decisions 6). What ended stays ended: a repeat is a new one with a new link. */
export const invitationTable = stateTable<InvitationStatus, InvitationAction, InvitationSide>(
  INVITATION_STATUSES,
  [
    ...fromLive('update', 'business'),
    ...fromLive('remind', 'business'),
    ...fromLive('cancel', 'business', 'cancelled'),
    ...fromLive('open', 'executor', 'opened'),
    ...fromLive('accept', 'executor', 'accepted'),
    ...fromLive('decline', 'executor', 'declined'),
    ...fromLive('expire', 'clock', 'expired'),
  ],
);
