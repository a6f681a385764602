import { stateTable, type Move } from '../../kernel/state-machine.ts';

/** What a code may be shown for; every kind goes through the same session. */
export const QR_DOC_TYPES = [
  'act',
  'document',
  'act_with_esf',
  'invoice',
  'esf',
  'login',
  'registration',
] as const;
export type QrDocType = (typeof QR_DOC_TYPES)[number];

/**
 * `waiting` for a phone, `scanned` by one, `opened` there, `signing` while signatures are checked; the rest are ends.
 * `signed` also when only some of the documents were: the count and the errors say so.
 */
export const QR_STATES = [
  'waiting',
  'scanned',
  'opened',
  'signing',
  'signed',
  'cancelled',
  'expired',
] as const;
export type QrState = (typeof QR_STATES)[number];

export type QrAction = 'scan' | 'open' | 'take' | 'finish' | 'reject' | 'cancel' | 'expire';
/** `page` shows the code or signs by itself, `us` judges the signatures; by the clock it ends five minutes after it was made. */
export type QrSide = 'phone' | 'page' | 'us' | 'clock';

type QrMove = Move<QrState, QrAction, QrSide>;
const move = (from: QrState, action: QrAction, by: QrSide, to: QrState): QrMove => ({ from, action, by, to });

/** A lost answer is asked for again, therefore a phone may repeat each of its steps. */
export const qrTable = stateTable<QrState, QrAction, QrSide>(QR_STATES, [
  move('waiting', 'scan', 'phone', 'scanned'),
  move('scanned', 'scan', 'phone', 'scanned'),
  move('opened', 'scan', 'phone', 'opened'),
  move('scanned', 'open', 'phone', 'opened'),
  move('opened', 'open', 'phone', 'opened'),
  move('scanned', 'take', 'phone', 'signing'),
  move('opened', 'take', 'phone', 'signing'),
  // A page that signs by a key of its own reads no code.
  move('waiting', 'take', 'page', 'signing'),
  move('opened', 'take', 'page', 'signing'),
  move('signing', 'finish', 'us', 'signed'),
  move('signing', 'reject', 'us', 'opened'),
  move('scanned', 'cancel', 'phone', 'cancelled'),
  move('opened', 'cancel', 'phone', 'cancelled'),
  move('waiting', 'expire', 'page', 'expired'),
  move('scanned', 'expire', 'page', 'expired'),
  move('opened', 'expire', 'page', 'expired'),
  // A gateway has one answer only: when that is refused, the code is of no more use.
  move('opened', 'expire', 'us', 'expired'),
  move('waiting', 'expire', 'clock', 'expired'),
  move('scanned', 'expire', 'clock', 'expired'),
  move('opened', 'expire', 'clock', 'expired'),
]);
