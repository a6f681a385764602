import type { RUN_STATES } from '../../kernel/runs.ts';
import type { ActAction, ActStatus } from '../acts/act-status.ts';
import type {
  CERTIFICATE_DEEDS,
  DOCUMENT_DEEDS,
  DocumentAction,
  DocumentStatus,
} from '../documents/document-status.ts';
import type { EsfStatus } from '../esf/esf-status.ts';
import type { ExecutorAction, ExecutorStatus } from '../executors/executor-status.ts';
import type { InvitationStatus } from '../invitations/invitation-status.ts';
import type { OrderStatus } from '../payments/order-status.ts';
import type { ReconciliationAction, ReconciliationStatus } from '../reconciliations/reconciliation-status.ts';

type RunState = (typeof RUN_STATES)[number];
type LedTo<D extends { moves: readonly { to: string }[] }> = D['moves'][number]['to'];
/** Of the paper of a reconciliation, once it is there. */
type ReconciliationPaper = LedTo<(typeof DOCUMENT_DEEDS)['sign' | 'refuse']>;
type CertificateStatus = LedTo<(typeof CERTIFICATE_DEEDS)[keyof typeof CERTIFICATE_DEEDS]>;

/**
 * What is told of a thing: by the state it came into, and by the deed where that says more than the state. A state without
 * a word does not compile. The SQL function `event_code` says the same; `event-codes.test.ts` compares the two.
 */
export const EVENT_WORDS = {
  act: {
    states: {
      draft: 'created',
      sent: 'sent',
      signed_by_business: 'signed_by_business',
      signed_by_executor: 'signed_by_executor',
      signed: 'signed',
      returned: 'returned',
      annulment_requested: 'annulment_requested',
      annulled: 'annulled',
      paying: 'paying',
      paid: 'paid',
    } as const satisfies Record<ActStatus, string>,
    deeds: {
      edit: 'changed',
      recall: 'recalled',
      refuse_annulment: 'annulment_refused',
      reject_payment: 'payment_rejected',
      return_payment: 'payment_returned',
      delete: 'deleted',
      restore: 'restored',
      attach: 'file_added',
      detach: 'file_removed',
      comment: 'commented',
    } as const satisfies Partial<Record<ActAction | 'comment', string>>,
  },
  contract: {
    states: {
      draft: 'created',
      sent: 'sent',
      signed_by_business: 'signed_by_business',
      signed_by_executor: 'signed_by_executor',
      signed: 'signed',
      expired: 'expired',
      terminated: 'terminated',
      refused: 'refused',
      signed_by_hand: 'signed_by_hand',
      deleted: 'deleted',
    } as const satisfies Record<DocumentStatus, string>,
    deeds: {
      replace: 'changed',
      dispute_hand: 'hand_disputed',
      restore: 'restored',
      restore_refused: 'restored',
    } as const satisfies Partial<Record<DocumentAction, string>>,
  },
  executor: {
    states: {
      invited: 'registered',
      active: 'joined',
      stopped: 'stopped',
      removed: 'removed',
    } as const satisfies Record<ExecutorStatus, string>,
    deeds: { resume: 'resumed', assign: 'assigned' } as const satisfies Partial<
      Record<ExecutorAction, string>
    >,
  },
  invitation: {
    states: {
      sent: 'sent',
      opened: 'opened',
      accepted: 'accepted',
      declined: 'declined',
      expired: 'expired',
      cancelled: 'cancelled',
    } as const satisfies Record<InvitationStatus, string>,
    deeds: {},
  },
  payment: {
    states: {
      created: 'created',
      sending: 'sending',
      unknown: 'unknown',
      accepted: 'accepted',
      settled: 'settled',
      rejected: 'rejected',
      cancelled: 'cancelled',
    } as const satisfies Record<OrderStatus, string>,
    deeds: { settle_part: 'settled_in_part' },
  },
  esf: {
    states: {
      ready: 'ready',
      sending: 'sending',
      unknown: 'unknown',
      sent: 'sent',
      registered: 'registered',
      confirming: 'confirming',
      refusing: 'refusing',
      confirmed: 'confirmed',
      declined: 'declined',
      revoking: 'revoking',
      revoked: 'revoked',
      cancelled: 'cancelled',
    } as const satisfies Record<EsfStatus, string>,
    deeds: {},
  },
  run: {
    states: {
      running: 'started',
      done: 'finished',
      failed: 'failed',
      stopped: 'stopped',
    } as const satisfies Record<RunState, string>,
    deeds: {},
  },
  endpoint: { states: { off: 'disabled' }, deeds: {} },
  /** Until it has its paper by its own state, then by the state of the paper. */
  reconciliation: {
    states: {
      sent: 'sent',
      agreed: 'agreed',
      differences: 'differences',
      withdrawn: 'withdrawn',
      signed_by_business: 'signed_by_business',
      signed_by_executor: 'signed_by_executor',
      signed: 'signed',
      refused: 'refused',
    } as const satisfies Record<ReconciliationStatus | ReconciliationPaper, string>,
    deeds: { issue: 'issued' } as const satisfies Partial<Record<ReconciliationAction, string>>,
  },
  /** Of income. It waits for the company from its first moment, whoever asked for it. */
  certificate: {
    states: { sent: 'issued', signed: 'signed', refused: 'refused' } as const satisfies Record<
      CertificateStatus,
      string
    >,
    deeds: {},
  },
} as const;

export type EventThing = keyof typeof EVENT_WORDS;
type ValueOf<T> = T[keyof T];
export type EventType = {
  [
    T in EventThing
  ]: `${T}.${(ValueOf<(typeof EVENT_WORDS)[T]['states']> | ValueOf<(typeof EVENT_WORDS)[T]['deeds']>) & string}`;
}[EventThing];

/** How a type stands in the database; a number never changes once given. */
export const EVENT_CODES: Readonly<Record<EventType, number>> = {
  'act.created': 101,
  'act.sent': 102,
  'act.signed_by_business': 103,
  'act.signed_by_executor': 104,
  'act.signed': 105,
  'act.returned': 106,
  'act.annulment_requested': 107,
  'act.annulled': 108,
  'act.paying': 109,
  'act.paid': 110,
  'act.changed': 111,
  'act.recalled': 112,
  'act.annulment_refused': 113,
  'act.payment_rejected': 114,
  'act.payment_returned': 115,
  'act.deleted': 116,
  'act.restored': 117,
  'act.file_added': 118,
  'act.file_removed': 119,
  'act.commented': 120,
  'contract.created': 201,
  'contract.sent': 202,
  'contract.signed_by_business': 203,
  'contract.signed_by_executor': 204,
  'contract.signed': 205,
  'contract.expired': 206,
  'contract.terminated': 207,
  'contract.refused': 208,
  'contract.signed_by_hand': 209,
  'contract.deleted': 210,
  'contract.changed': 211,
  'contract.hand_disputed': 212,
  'contract.restored': 213,
  'executor.registered': 301,
  'executor.joined': 302,
  'executor.stopped': 303,
  'executor.removed': 304,
  'executor.resumed': 305,
  'executor.assigned': 306,
  'invitation.sent': 401,
  'invitation.opened': 402,
  'invitation.accepted': 403,
  'invitation.declined': 404,
  'invitation.expired': 405,
  'invitation.cancelled': 406,
  'payment.created': 501,
  'payment.sending': 502,
  'payment.unknown': 503,
  'payment.accepted': 504,
  'payment.settled': 505,
  'payment.rejected': 506,
  'payment.cancelled': 507,
  'payment.settled_in_part': 508,
  'esf.ready': 601,
  'esf.sending': 602,
  'esf.unknown': 603,
  'esf.sent': 604,
  'esf.registered': 605,
  'esf.confirming': 606,
  'esf.refusing': 607,
  'esf.confirmed': 608,
  'esf.declined': 609,
  'esf.revoking': 610,
  'esf.revoked': 611,
  'esf.cancelled': 612,
  'run.started': 701,
  'run.finished': 702,
  'run.failed': 703,
  'run.stopped': 704,
  'endpoint.disabled': 801,
  'reconciliation.sent': 901,
  'reconciliation.agreed': 902,
  'reconciliation.differences': 903,
  'reconciliation.withdrawn': 904,
  'reconciliation.issued': 905,
  'reconciliation.signed_by_business': 906,
  'reconciliation.signed_by_executor': 907,
  'reconciliation.signed': 908,
  'reconciliation.refused': 909,
  'certificate.issued': 1001,
  'certificate.signed': 1002,
  'certificate.refused': 1003,
};

export const EVENT_TYPES = Object.keys(EVENT_CODES) as EventType[];

const BY_CODE = new Map(EVENT_TYPES.map((type) => [EVENT_CODES[type], type]));

/** The type of a stored code; undefined for one of a newer version of the product. */
export const eventOfCode = (code: number): EventType | undefined => BY_CODE.get(code);

export const thingOf = (type: EventType): EventThing => type.slice(0, type.indexOf('.')) as EventThing;
