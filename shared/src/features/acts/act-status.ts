import { buttonsOf, tableOf, type Deed } from '../../kernel/deeds.ts';
import type { EmployeeRight } from '../../kernel/rights.ts';

interface State {
  /** On the wire (`status_id`); it never changes once given. */
  id: number;
  /** `signed` by both, whatever came after with the money. */
  stage: 'with_company' | 'in_signing' | 'signed' | 'over';
  /** Its sign in lists. */
  tone: string;
  /** Has a tab of its own over the list of these sides. */
  tab?: readonly ('business' | 'executor')[];
  /** How many there are stands beside the name of the tab. */
  counted?: true;
}

const BOTH = ['business', 'executor'] as const;

/** The states of an act. The check constraint of the table names the same. */
const STATES = {
  draft: { id: 1, stage: 'with_company', tone: 'quiet', tab: ['business'], counted: true },
  sent: { id: 2, stage: 'in_signing', tone: 'accent' },
  signed_by_business: { id: 3, stage: 'in_signing', tone: 'half' },
  signed_by_executor: { id: 4, stage: 'in_signing', tone: 'half' },
  signed: { id: 5, stage: 'signed', tone: 'good-ring', tab: ['executor'] },
  returned: { id: 6, stage: 'with_company', tone: 'attention-ring', tab: ['business'] },
  annulment_requested: { id: 7, stage: 'signed', tone: 'attention-ring' },
  annulled: { id: 8, stage: 'over', tone: 'bad-ring' },
  paying: { id: 9, stage: 'signed', tone: 'moving' },
  paid: { id: 10, stage: 'signed', tone: 'good', tab: BOTH },
} as const satisfies Record<string, State>;
export type ActStatus = keyof typeof STATES;
export const ACT_STATUSES = Object.keys(STATES) as ActStatus[];

const inStage = (stage: State['stage']): readonly ActStatus[] =>
  ACT_STATUSES.filter((status) => STATES[status].stage === stage);

/** Sent, and at least one signature is missing. */
export const IN_SIGNING = inStage('in_signing');
/** Signed by both, whatever came after with the money. */
export const BOTH_SIGNED = inStage('signed');

const stateOf = (status: ActStatus): State => STATES[status];
export const actTone = (status: ActStatus) => STATES[status].tone;

/** States with a tab of their own, in the order of the tabs. */
export type ActTab = { [S in ActStatus]: (typeof STATES)[S] extends { tab: unknown } ? S : never }[ActStatus];
export const actTabs = (side: 'business' | 'executor') =>
  ACT_STATUSES.filter((status): status is ActTab => stateOf(status).tab?.includes(side) === true);
export const isCounted = (status: ActStatus) => stateOf(status).counted === true;

/** `clock` makes and sends recurring acts, `support` brings back what has left the bin. */
export const ACT_SIDES = ['business', 'executor', 'bank', 'clock', 'support'] as const;
export type ActSide = (typeof ACT_SIDES)[number];

/**
 * The deeds of decisions 5, in the order of their buttons. Contract, routes, runs, buttons, questions and the history
 * all follow this table.
 */
export const ACT_DEEDS = {
  sign: {
    right: 'sign',
    button: 'likely',
    many: true,
    moves: [
      { from: ['sent'], by: ['executor'], to: 'signed_by_executor' },
      { from: ['signed_by_business'], by: ['executor'], to: 'signed' },
      { from: ['sent'], by: ['business'], to: 'signed_by_business' },
      { from: ['signed_by_executor'], by: ['business'], to: 'signed' },
    ],
  },
  send: {
    right: 'manage_acts',
    button: 'likely',
    many: true,
    moves: [
      { from: ['draft', 'returned'], by: ['business'], to: 'sent' },
      { from: ['draft'], by: ['clock'], to: 'sent' },
    ],
  },
  pay: {
    right: 'pay',
    button: 'likely',
    many: true,
    moves: [{ from: ['signed'], by: ['business'], to: 'paying' }],
  },
  // Only of an act over less than nothing: the money has come back.
  record_refund: {
    right: 'pay',
    button: 'likely',
    reason: 'required',
    moves: [{ from: ['signed'], by: ['business'], to: 'paid' }],
  },
  refuse_annulment: {
    right: 'sign',
    button: 'likely',
    moves: [{ from: ['annulment_requested'], by: BOTH, to: 'signed' }],
  },
  edit: {
    right: 'manage_acts',
    button: 'likely',
    moves: [{ from: ['draft', 'returned'], by: ['business'], to: 'same' }],
  },
  return: {
    button: 'plain',
    many: true,
    reason: 'required',
    moves: [{ from: ['sent', 'signed_by_business'], by: ['executor'], to: 'returned' }],
  },
  recall: {
    right: 'manage_acts',
    button: 'plain',
    many: true,
    moves: [{ from: ['sent', 'signed_by_business'], by: ['business'], to: 'draft' }],
  },
  annul: {
    right: 'sign',
    button: 'final',
    many: true,
    // Without one the history says so: a client of the specification gives none.
    reason: 'asked',
    moves: [
      {
        from: ['sent', 'signed_by_business', 'signed_by_executor', 'annulment_requested'],
        by: BOTH,
        to: 'annulled',
      },
      { from: ['signed'], by: BOTH, to: 'annulment_requested' },
    ],
  },
  delete: {
    right: 'manage_acts',
    button: 'final',
    many: true,
    moves: [{ from: ['draft', 'returned', 'annulled'], by: ['business'], to: 'same' }],
  },
  // To whoever has not signed; `signing` makes the link and the message that holds it.
  send_link: {
    right: 'manage_acts',
    button: 'plain',
    many: true,
    moves: [{ from: ['sent', 'signed_by_business'], by: ['business'], to: 'same' }],
  },
  // From `signed` where an advance or a restored payment covers the rest.
  settle: { right: 'pay', moves: [{ from: ['paying', 'signed'], by: ['bank', 'business'], to: 'paid' }] },
  reject_payment: { right: 'pay', moves: [{ from: ['paying'], by: ['bank', 'business'], to: 'signed' }] },
  // A match with the statement was undone: the order waits for the bank again. From `signed` where an advance was undone
  // before.
  reopen_payment: { right: 'pay', moves: [{ from: ['paid', 'signed'], by: ['business'], to: 'paying' }] },
  // The money came back, or what it was taken for was undone.
  return_payment: { right: 'pay', moves: [{ from: ['paid'], by: ['business'], to: 'signed' }] },
  // Out of the bin, by whoever may delete; later by support.
  restore: {
    right: 'manage_acts',
    moves: [{ from: ['draft', 'returned', 'annulled'], by: ['business', 'support'], to: 'same' }],
  },
  // Files beside the act: no part of what is signed, yet nobody takes one away from under a signature.
  attach: {
    right: 'manage_acts',
    moves: [
      {
        from: ['draft', 'returned', ...inStage('in_signing'), ...inStage('signed')],
        by: BOTH,
        to: 'same',
      },
    ],
  },
  detach: {
    right: 'manage_acts',
    moves: [{ from: ['draft', 'sent', 'returned'], by: BOTH, to: 'same' }],
  },
} as const satisfies Record<string, Deed<ActStatus, ActSide>>;
export type ActAction = keyof typeof ACT_DEEDS;
export const ACT_ACTIONS = Object.keys(ACT_DEEDS) as ActAction[];

type With<Part> = { [A in ActAction]: (typeof ACT_DEEDS)[A] extends Part ? A : never }[ActAction];
/** Deeds with a button on the page of an act. */
export type ActButton = With<{ button: string }>;
/** Deeds that a run does over many acts. */
export type ActManyDeed = With<{ many: true }>;
/** Those of them that are begun after no more than a question, and a reason where one is wanted. */
export type ActAskedMany = Exclude<ActManyDeed, 'sign' | 'pay' | 'send_link'>;

const deedOf = (action: ActAction): Deed<ActStatus, ActSide> => ACT_DEEDS[action];
export const ACT_MANY_DEEDS = ACT_ACTIONS.filter(
  (action): action is ActManyDeed => deedOf(action).many === true,
);

export const ACT_ASKED_MANY = ACT_MANY_DEEDS.filter(
  (action): action is ActAskedMany => action !== 'sign' && action !== 'pay' && action !== 'send_link',
);

/** Deeds that need nothing but the act and, some of them, a reason. */
export type ActPlainDeed = Exclude<ActButton, 'sign' | 'pay' | 'record_refund' | 'edit' | 'send_link'>;
/** Those of them with a call of their own for one act: sending one is sending a list of one. */
export type ActCalledOne = Exclude<ActPlainDeed, 'send'>;
/** The call of such a deed over many. */
export type ActManyCall = 'acts.send' | `acts.${Exclude<ActAskedMany, 'send'>}_many`;
export const manyCallOf = (deed: ActAskedMany): ActManyCall =>
  deed === 'send' ? 'acts.send' : `acts.${deed}_many`;

/** The kind of the run of such a deed. */
export type ActDeedRun = `acts.${ActManyDeed}`;
/** The right of an employee that a deed asks for. */
export const rightOfAct = (deed: ActAction): EmployeeRight | undefined => deedOf(deed).right;

/** Deeds for which a person is asked for a reason. */
export type ActReasonDeed = With<{ reason: string }>;
export function asksReason(action: ActAction): action is ActReasonDeed {
  return deedOf(action).reason !== undefined;
}
/** Whether a state is only reached with a reason, which is then shown as long as it lasts. */
export const showsReason = (status: ActStatus) =>
  ACT_ACTIONS.every((action) => asksReason(action) || deedOf(action).moves.every(({ to }) => to !== status));
/** Deeds that cannot be taken back. */
export function isFinal(action: ActAction): boolean {
  return deedOf(action).button === 'final';
}

export const actTable = tableOf<ActStatus, ActAction, ActSide>(ACT_STATUSES, ACT_DEEDS);

export const ACT_STATUS_IDS = Object.fromEntries(
  ACT_STATUSES.map((status) => [status, STATES[status].id]),
) as Record<ActStatus, number>;

export function actStatusOfId(status_id: number): ActStatus | null {
  return ACT_STATUSES.find((status) => ACT_STATUS_IDS[status] === status_id) ?? null;
}

/** What decides beside the state: who asked for an annulment, and who is to sign first. */
export interface ActMoment {
  status: ActStatus;
  annulment_requested_by: 'business' | 'executor' | null;
  executor_signs_first: boolean;
  /** It takes back what was paid: there is nothing to pay. */
  is_below_zero?: boolean;
}

/**
 * The state an action leads to, or null. The same function shows the button and guards the deed: who asked for an
 * annulment cannot answer it, a company may want the executor to sign first, and nothing is paid for less than nothing.
 */
export function nextActStatus(act: ActMoment, action: ActAction, by: ActSide): ActStatus | null {
  const next = actTable.next(act.status, action, by);
  if (next === null) return null;
  if (act.status === 'annulment_requested' && act.annulment_requested_by === by) return null;
  if (action === 'sign' && by === 'business' && act.status === 'sent' && act.executor_signs_first)
    return null;
  if (action === 'pay' && act.is_below_zero) return null;
  if (action === 'record_refund' && !act.is_below_zero) return null;
  return next;
}

/** What this person may do with the act now, in the order of the buttons. */
export function actActions(
  act: ActMoment,
  by: 'business' | 'executor',
  rights: ReadonlySet<EmployeeRight> | 'all',
): ActButton[] {
  return buttonsOf(ACT_DEEDS, by, rights).filter(
    (action): action is ActButton => nextActStatus(act, action, by) !== null,
  );
}

/** What can be done with many acts: their deeds, and what changes no state of theirs. */
export const ACT_BULK_DEEDS = [...ACT_MANY_DEEDS, 'copy', 'download'] as const;
export type ActBulkDeed = (typeof ACT_BULK_DEEDS)[number];

/** Acts that are alike in all that decides what may be done with them. */
export interface ActKind extends ActMoment {
  is_correction: boolean;
  has_file: boolean;
}

/** Those of them that this person may do a deed with. */
export function actsOpenTo<K extends ActKind>(
  deed: ActBulkDeed,
  kinds: readonly K[],
  by: 'business' | 'executor',
  rights: ReadonlySet<EmployeeRight> | 'all',
): K[] {
  const copies = by === 'business' && (rights === 'all' || rights.has('manage_acts'));
  return kinds.filter((kind) => {
    if (deed === 'download') return kind.has_file;
    if (deed === 'copy') return copies && !kind.is_correction;
    return actActions(kind, by, rights).includes(deed);
  });
}

/**
 * States in which an act waits for the signature of a side («pending my signature», decisions 5). A company that wants
 * the executor first is not waited for before they have signed.
 */
export function pendingSignStatuses(
  side: 'business' | 'executor',
  executor_signs_first = false,
): ActStatus[] {
  const moment = { annulment_requested_by: null, executor_signs_first };
  return ACT_STATUSES.filter((status) => nextActStatus({ ...moment, status }, 'sign', side) !== null);
}

/** The least sum that can be paid, as filters of a list write it: a correcting act may take money back. */
export const LEAST_PAID = '0.01';

/**
 * «К оплате»: the states from which a company can pay now, together with a sum of at least `LEAST_PAID`. An act whose
 * order is under way or whose annulment is asked for is not among them.
 */
export const TO_PAY: readonly ActStatus[] = ACT_STATUSES.filter(
  (status) => actTable.next(status, 'pay', 'business') !== null,
);

/** What an executor has signed and has not been paid for yet. */
export const COMING: readonly ActStatus[] = ['signed_by_executor', ...TO_PAY, 'paying'];
