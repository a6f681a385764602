import type { LinkEnd } from '@kelisim/shared/features/quick-sign/quick-sign.contract.ts';
import { ApiError } from '../../platform/api-error.ts';

/** Whom to ask about a link, and the phone to which a code goes, hidden but for its ends. */
export interface Whose {
  company: string | null;
  company_phone: string | null;
  phone: string | null;
}

/** Why a link leads to no signing. A used one names the document, so that its signature can be looked at. */
export type Closed =
  | { kind: 'gone' }
  | ({ kind: 'used'; public_id: string | null } & Whose)
  | ({ kind: 'ended'; reason: LinkEnd } & Whose)
  | { kind: 'stopped'; message: string };

const REASONS: Record<LinkEnd, true> = {
  expired: true,
  replaced: true,
  recalled: true,
  returned: true,
  over: true,
};

/** Null for troubles of the way (no connection, a failure of ours): those pass. */
export function closedBy(error: unknown): Closed | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'not_found') return { kind: 'gone' };
  const data = (error.data ?? {}) as Record<string, unknown>;
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : null);
  const whose = { company: text('company'), company_phone: text('company_phone'), phone: text('phone') };
  if (error.code === 'quick_sign.used') return { kind: 'used', public_id: text('public_id'), ...whose };
  if (error.code === 'quick_sign.ended') {
    const reason = text('reason');
    return { kind: 'ended', reason: isReason(reason) ? reason : 'over', ...whose };
  }
  const passing = error.status === 0 || error.status >= 500 || [408, 425, 429].includes(error.status);
  return passing ? null : { kind: 'stopped', message: error.message };
}

const isReason = (reason: string | null): reason is LinkEnd => reason !== null && reason in REASONS;
