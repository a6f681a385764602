import {
  qrTable,
  type QrAction,
  type QrSide,
  type QrState,
} from '@kelisim/shared/features/qr-signing/qr-session-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import { LIVING, type QrSessionRow } from './qr-signing.queries.ts';

/** The state as it is at a moment: a code whose time is over has expired, whether or not a row says so. */
export function stateAt(session: QrSessionRow, now: Date): QrState {
  const state = session.state;
  return LIVING.includes(state) && now >= session.expires_at ? 'expired' : state;
}

const REFUSALS: Partial<Record<QrState, ProblemCode>> = {
  expired: 'qr.expired',
  cancelled: 'qr.cancelled',
  signing: 'in_progress',
};

/** The state a deed leads to. Throws what to tell the phone when it may not happen now. */
export function nextQrState(session: QrSessionRow, action: QrAction, by: QrSide, now: Date): QrState {
  const state = stateAt(session, now);
  const next = qrTable.next(state, action, by);
  if (next === null) throw new Problem(REFUSALS[state] ?? 'qr.used');
  return next;
}
