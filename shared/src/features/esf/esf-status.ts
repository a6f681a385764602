import { stateTable, type Move } from '../../kernel/state-machine.ts';

export const ESF_KINDS = ['invoice', 'awp'] as const;
export type EsfKind = (typeof ESF_KINDS)[number];

/**
 * `ready` is signed and waits for the other side or for a session; `unknown` was handed in and not answered for; `sent`
 * lies in the system without a number yet; `revoking` is signed and was not answered for.
 */
export const ESF_STATUSES = [
  'ready',
  'sending',
  'unknown',
  'sent',
  'registered',
  'declined',
  'revoking',
  'revoked',
  'cancelled',
] as const;
export type EsfStatus = (typeof ESF_STATUSES)[number];

export type EsfAction =
  | 'send'
  | 'hold'
  | 'lose'
  | 'take'
  | 'register'
  | 'decline'
  | 'revoke'
  | 'end_revoke'
  | 'cancel';
/** `system` is what ИС ЭСФ says, `us` is what we know ourselves. */
export type EsfSide = 'executor' | 'system' | 'us';

type EsfMove = Move<EsfStatus, EsfAction, EsfSide>;
const to = (from: EsfStatus[], action: EsfAction, by: EsfSide[], next: EsfStatus): EsfMove[] =>
  from.flatMap((state) => by.map((side) => ({ from: state, action, by: side, to: next })));

/** From `unknown` only what the system says of the paper leads on: nothing is handed in twice. */
export const esfTable = stateTable<EsfStatus, EsfAction, EsfSide>(ESF_STATUSES, [
  ...to(['ready'], 'send', ['us'], 'sending'),
  ...to(['sending'], 'hold', ['system'], 'ready'),
  ...to(['sending'], 'lose', ['us'], 'unknown'),
  ...to(['sending', 'unknown'], 'take', ['system'], 'sent'),
  ...to(['unknown'], 'hold', ['system'], 'ready'),
  ...to(['sending'], 'decline', ['system'], 'declined'),
  ...to(['sent', 'registered'], 'decline', ['system'], 'declined'),
  ...to(['sent'], 'register', ['system'], 'registered'),
  ...to(['registered'], 'revoke', ['executor'], 'revoking'),
  ...to(['revoking'], 'register', ['system'], 'registered'),
  ...to(['sent', 'registered', 'revoking'], 'end_revoke', ['system', 'executor'], 'revoked'),
  ...to(['ready'], 'cancel', ['executor', 'us'], 'cancelled'),
  ...to(['sent', 'registered', 'revoking'], 'cancel', ['system'], 'cancelled'),
]);

/** Those of which the system has something new to say. */
export const ESF_MOVING: readonly EsfStatus[] = ['ready', 'sending', 'unknown', 'sent', 'revoking'];

/** What the system says of an invoice that somebody else issued, in our words. */
export const INBOUND_STATUSES = [
  'registered',
  'declined',
  'revoked',
  'cancelled',
] as const satisfies EsfStatus[];
export type InboundStatus = (typeof INBOUND_STATUSES)[number];

/** How an inbound invoice agrees with the signed acts. */
export const INBOUND_MATCHES = ['linked', 'unlinked', 'differs'] as const;
export type InboundMatch = (typeof INBOUND_MATCHES)[number];
