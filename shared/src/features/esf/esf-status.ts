import { tableOf, type Deed } from '../../kernel/deeds.ts';

export const ESF_KINDS = ['invoice', 'awp'] as const;
export type EsfKind = (typeof ESF_KINDS)[number];

/**
 * `ready` is signed and waits for the other side or for a session; `unknown` was handed in and not answered for; `sent`
 * lies in the system without a number yet; `confirming` and `refusing` are the customer's signed answers to an
 * electronic act, `revoking` is signed by its maker: none of them was answered for.
 */
export const ESF_STATUSES = [
  'ready',
  'sending',
  'unknown',
  'sent',
  'registered',
  'confirming',
  'refusing',
  'confirmed',
  'declined',
  'revoking',
  'revoked',
  'cancelled',
] as const;
export type EsfStatus = (typeof ESF_STATUSES)[number];

/** `system` is what ИС ЭСФ says, `us` is what we know ourselves. */
export const ESF_SIDES = ['business', 'executor', 'system', 'us'] as const;
export type EsfSide = (typeof ESF_SIDES)[number];

/**
 * All deeds over a paper. From `unknown` only what the system says of the paper leads on: nothing is handed in twice.
 * Only electronic acts are confirmed and refused.
 */
export const ESF_DEEDS = {
  confirm: {
    right: 'sign',
    button: 'likely',
    moves: [{ from: ['registered'], by: ['business'], to: 'confirming' }],
  },
  refuse: {
    right: 'sign',
    button: 'final',
    reason: 'required',
    moves: [{ from: ['registered'], by: ['business'], to: 'refusing' }],
  },
  send: { moves: [{ from: ['ready'], by: ['us'], to: 'sending' }] },
  hold: { moves: [{ from: ['sending', 'unknown'], by: ['system'], to: 'ready' }] },
  lose: { moves: [{ from: ['sending'], by: ['us'], to: 'unknown' }] },
  take: { moves: [{ from: ['sending', 'unknown'], by: ['system'], to: 'sent' }] },
  // From an answer or a revocation where the system did not accept it.
  register: {
    moves: [{ from: ['sent', 'confirming', 'refusing', 'revoking'], by: ['system'], to: 'registered' }],
  },
  // Confirmed here or on the portal.
  agree: {
    moves: [{ from: ['sent', 'registered', 'confirming', 'refusing'], by: ['system'], to: 'confirmed' }],
  },
  decline: {
    moves: [
      {
        from: ['sending', 'sent', 'registered', 'confirming', 'refusing'],
        by: ['system'],
        to: 'declined',
      },
    ],
  },
  revoke: { moves: [{ from: ['registered'], by: ['executor'], to: 'revoking' }] },
  end_revoke: {
    moves: [
      { from: ['sent', 'registered', 'revoking'], by: ['system', 'executor'], to: 'revoked' },
      { from: ['confirming', 'refusing', 'confirmed'], by: ['system'], to: 'revoked' },
    ],
  },
  cancel: {
    moves: [
      { from: ['ready'], by: ['executor', 'us'], to: 'cancelled' },
      {
        from: ['sent', 'registered', 'confirming', 'refusing', 'confirmed', 'revoking'],
        by: ['system'],
        to: 'cancelled',
      },
    ],
  },
} as const satisfies Record<string, Deed<EsfStatus, EsfSide>>;
export type EsfAction = keyof typeof ESF_DEEDS;
export const ESF_ACTIONS = Object.keys(ESF_DEEDS) as EsfAction[];

export const esfTable = tableOf<EsfStatus, EsfAction, EsfSide>(ESF_STATUSES, ESF_DEEDS);

/** What the customer does to an electronic act. */
export const ESF_ANSWERS = ['confirm', 'refuse'] as const satisfies EsfAction[];
export type EsfAnswer = (typeof ESF_ANSWERS)[number];

/** Those on which the customer's answer is under way: the customer's session speaks for them. */
export const ESF_ANSWERED: readonly EsfStatus[] = ['confirming', 'refusing'];

/** Those of which the system has something new to say. */
export const ESF_MOVING: readonly EsfStatus[] = [
  'ready',
  'sending',
  'unknown',
  'sent',
  ...ESF_ANSWERED,
  'revoking',
];

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
