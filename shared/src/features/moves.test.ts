import { expect, test } from 'vitest';
import {
  ESF_ANSWERED,
  ESF_ANSWERS,
  ESF_MOVING,
  ESF_STATUSES,
  esfTable,
  INBOUND_STATUSES,
} from './esf/esf-status.ts';
import {
  EXECUTOR_BEGINNINGS,
  EXECUTOR_STATUSES,
  executorTable,
  TAKES_A_PLACE,
} from './executors/executor-status.ts';
import { INVITATION_STATUSES, invitationTable } from './invitations/invitation-status.ts';
import {
  AT_BANK,
  mayDecide,
  OPEN_ORDERS,
  ORDER_STATUSES,
  orderTable,
  SILENCE_MINUTES,
} from './payments/order-status.ts';
import { QR_STATES, qrTable } from './qr-signing/qr-session-status.ts';
import { RECONCILIATION_STATUSES, reconciliationTable } from './reconciliations/reconciliation-status.ts';
import { ACTION_TO, TICKET_STATUS_IDS, TICKET_STATUSES, ticketTable } from './support/ticket-status.ts';

interface Table {
  states: readonly string[];
  moves: readonly { from: string; action: string; by: string; to: string }[];
}

/** Every move of a table, those of one deed of one side on a line. */
function linesOf({ moves }: Table): string[] {
  const deeds = Map.groupBy(moves, ({ action, by }) => `${by} ${action}`);
  return [...deeds].map(
    ([deed, rows]) => `${deed}: ${rows.map(({ from, to }) => `${from} > ${to}`).join(', ')}`,
  );
}

// A changed move has to be changed here too. Acts and contracts have such a list in tests of their own.
test.each<[string, Table, readonly string[], string]>([
  [
    'an order',
    orderTable,
    ORDER_STATUSES,
    `business send: created > sending
     bank send: created > sending
     business cancel: created > cancelled
     bank lose: sending > unknown
     bank accept: sending > accepted, unknown > accepted
     bank settle: sending > settled, unknown > settled, accepted > settled
     business settle: sending > settled, unknown > settled, accepted > settled
     bank reject: sending > rejected, unknown > rejected, accepted > rejected
     bank settle_part: sending > accepted, unknown > accepted, accepted > accepted
     business settle_part: sending > accepted, unknown > accepted, accepted > accepted
     business reject: sending > rejected, unknown > rejected, accepted > rejected
     business cancel_rest: accepted > cancelled
     business unsettle: settled > accepted
     business return: settled > rejected
     business restore: rejected > settled`,
  ],
  [
    'a reconciliation',
    reconciliationTable,
    RECONCILIATION_STATUSES,
    `executor agree: sent > agreed, differences > agreed
     executor differ: sent > differences, differences > differences
     business remind: sent > sent
     business issue: differences > differences
     business withdraw: sent > withdrawn, differences > withdrawn, agreed > withdrawn`,
  ],
  [
    'an invitation',
    invitationTable,
    INVITATION_STATUSES,
    `business update: sent > sent, opened > opened
     business remind: sent > sent, opened > opened
     business cancel: sent > cancelled, opened > cancelled
     executor open: sent > opened, opened > opened
     executor accept: sent > accepted, opened > accepted
     executor decline: sent > declined, opened > declined
     clock expire: sent > expired, opened > expired`,
  ],
  [
    'an executor',
    executorTable,
    EXECUTOR_STATUSES,
    `executor register: invited > invited, removed > invited, active > active, stopped > stopped
     executor sign: invited > active
     executor join: invited > active, removed > active, active > active, stopped > stopped
     business stop: active > stopped
     business resume: stopped > active
     business remove: invited > removed, active > removed, stopped > removed
     business assign: invited > invited, active > active, stopped > stopped`,
  ],
  [
    'a ticket',
    ticketTable,
    TICKET_STATUSES,
    `user write: new > new, in_progress > in_progress, waiting_for_user > in_progress, resolved > in_progress, closed > in_progress
     user close: new > closed, in_progress > closed, waiting_for_user > closed, resolved > closed
     support write: new > in_progress, in_progress > in_progress, waiting_for_user > waiting_for_user, resolved > resolved
     support take: new > in_progress, waiting_for_user > in_progress, resolved > in_progress, closed > in_progress
     support wait: new > waiting_for_user, in_progress > waiting_for_user
     support resolve: new > resolved, in_progress > resolved, waiting_for_user > resolved
     support close: resolved > closed`,
  ],
  [
    'a QR code',
    qrTable,
    QR_STATES,
    `phone scan: waiting > scanned, scanned > scanned, opened > opened
     phone open: scanned > opened, opened > opened
     phone take: scanned > signing, opened > signing
     page take: waiting > signing, opened > signing
     us finish: signing > signed
     us reject: signing > opened
     phone cancel: scanned > cancelled, opened > cancelled
     page expire: waiting > expired, scanned > expired, opened > expired
     us expire: opened > expired
     clock expire: waiting > expired, scanned > expired, opened > expired`,
  ],
  [
    'an electronic invoice',
    esfTable,
    ESF_STATUSES,
    `business confirm: registered > confirming
     business refuse: registered > refusing
     us send: ready > sending
     system hold: sending > ready, unknown > ready
     us lose: sending > unknown
     system take: sending > sent, unknown > sent
     system register: sent > registered, confirming > registered, refusing > registered, revoking > registered
     system agree: sent > confirmed, registered > confirmed, confirming > confirmed, refusing > confirmed
     system decline: sending > declined, sent > declined, registered > declined, confirming > declined, refusing > declined
     executor revoke: registered > revoking
     system end_revoke: sent > revoked, registered > revoked, revoking > revoked, confirming > revoked, refusing > revoked, confirmed > revoked
     executor end_revoke: sent > revoked, registered > revoked, revoking > revoked
     executor cancel: ready > cancelled
     us cancel: ready > cancelled
     system cancel: sent > cancelled, registered > cancelled, confirming > cancelled, refusing > cancelled, confirmed > cancelled, revoking > cancelled`,
  ],
])('%s moves as the decisions have it and no other way', (_, table, states, lines) => {
  expect(linesOf(table).sort()).toEqual(
    lines
      .split('\n')
      .map((line) => line.trim())
      .sort(),
  );
  expect(new Set(table.moves.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(states));
  expect(table.states).toBe(states);
});

test('a person decides about an order of a file at any time, about one of a bank after half an hour', () => {
  expect(SILENCE_MINUTES).toBe(30);
  for (const status of ['sending', 'unknown', 'accepted'] as const) {
    expect(mayDecide({ status, channel: 'file', is_silent: false })).toBe(true);
    expect(mayDecide({ status, channel: 'bank', is_silent: false })).toBe(false);
    expect(mayDecide({ status, channel: 'bank', is_silent: true })).toBe(true);
  }
  for (const status of ['created', 'settled', 'rejected', 'cancelled'] as const)
    expect(mayDecide({ status, channel: 'file', is_silent: true })).toBe(false);
});

test('groups of states are those of the decisions', () => {
  expect(OPEN_ORDERS).toEqual(['created', 'sending', 'unknown', 'accepted']);
  expect(AT_BANK).toEqual(['sending', 'unknown', 'accepted']);
  expect(ESF_ANSWERED).toEqual(['confirming', 'refusing']);
  expect(ESF_ANSWERS).toEqual(['confirm', 'refuse']);
  expect(INBOUND_STATUSES).toEqual(['registered', 'declined', 'revoked', 'cancelled']);
  expect(ESF_MOVING).toEqual(['ready', 'sending', 'unknown', 'sent', 'confirming', 'refusing', 'revoking']);
  expect(TAKES_A_PLACE).toEqual(['invited', 'active']);
  expect(EXECUTOR_BEGINNINGS).toEqual({ register: 'invited', join: 'active' });
  expect(TICKET_STATUS_IDS).toEqual({ new: 1, in_progress: 2, waiting_for_user: 3, resolved: 4, closed: 5 });
  expect(ACTION_TO).toEqual({
    in_progress: 'take',
    waiting_for_user: 'wait',
    resolved: 'resolve',
    closed: 'close',
  });
});
