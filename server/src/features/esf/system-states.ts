import type { InboundStatus } from '@kelisim/shared/features/esf/esf-status.ts';

const CANCELLED = ['CANCELED', 'CANCELED_BY_OGD', 'CANCELED_BY_SNT_DECLINE', 'CANCELED_BY_SNT_REVOKE'];

/** What the codes of ИС ЭСФ mean; a paper of any other code stands. */
const MEANING: Record<string, readonly string[]> = {
  queued: ['IN_QUEUE', 'IN_PROCESSING'],
  revoked: ['REVOKED'],
  cancelled: [...CANCELLED, 'DELETED', 'TERMINATED'],
  declined: ['FAILED', 'DECLINED'],
} satisfies Partial<Record<InboundStatus | 'queued', readonly string[]>>;

/** Returns what a code of the system says of a paper. */
export function standingOf(code: string): InboundStatus | 'queued' {
  const found = Object.entries(MEANING).find(([, codes]) => codes.includes(code));
  return (found?.[0] as InboundStatus | 'queued' | undefined) ?? 'registered';
}
