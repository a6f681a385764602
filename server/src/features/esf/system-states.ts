import type { InboundStatus } from '@kelisim/shared/features/esf/esf-status.ts';

const CANCELLED = ['CANCELED', 'CANCELED_BY_OGD', 'CANCELED_BY_SNT_DECLINE', 'CANCELED_BY_SNT_REVOKE'];

type Standing = InboundStatus | 'queued' | 'confirmed';

/** What the codes of ИС ЭСФ mean; a paper of any other code stands. */
const MEANING: Record<string, readonly string[]> = {
  queued: ['IN_QUEUE', 'IN_PROCESSING'],
  revoked: ['REVOKED'],
  cancelled: [...CANCELLED, 'DELETED', 'TERMINATED'],
  declined: ['FAILED', 'DECLINED'],
  // Until an end that was asked for is agreed to, an electronic act stays what it was.
  confirmed: ['CONFIRMED', 'IN_TERMINATING'],
} satisfies Partial<Record<Standing, readonly string[]>>;

/** Returns what a code of the system says of a paper. */
export function standingOf(code: string): Standing {
  const found = Object.entries(MEANING).find(([, codes]) => codes.includes(code));
  return (found?.[0] as Standing | undefined) ?? 'registered';
}
