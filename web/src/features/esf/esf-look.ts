import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import { ESF_ANSWERED, type EsfStatus } from '@kelisim/shared/features/esf/esf-status.ts';
import type { Tone } from '../../ui/status-dot.tsx';

export type Waiting = Pick<EsfDocument, 'status' | 'trouble'>;

/** Whether this side's session hands a paper in: the customer's for its answer, else that of who issued it. */
export const isSpeaker = ({ status }: Waiting, mine: boolean): boolean =>
  ESF_ANSWERED.includes(status) !== mine;

/** This side must sign in before it goes on. */
export const signsIn = (paper: Waiting, mine: boolean): boolean =>
  paper.trouble === 'sign_in' && isSpeaker(paper, mine);

const TONES: Record<EsfStatus, Tone> = {
  ready: 'half',
  sending: 'moving',
  unknown: 'moving',
  sent: 'accent',
  registered: 'good',
  confirming: 'moving',
  refusing: 'moving',
  confirmed: 'good',
  declined: 'bad',
  revoking: 'moving',
  revoked: 'bad-ring',
  cancelled: 'quiet',
};

/** What waits for a person is amber, whatever its state is. */
export function toneOf({ status, trouble }: Waiting): Tone {
  return trouble === 'sign_in' || trouble === 'not_connected' ? 'attention' : TONES[status];
}

/** Reasons that we write ourselves are words of the texts; others were typed by a person or said by the system. */
export const ownReason = (reason: string): 'corrected' | 'act_changed' | null =>
  reason === 'corrected' || reason === 'act_changed' ? reason : null;

/** Asking again by hand helps where the wait is ours; a signature or a sign-in that is missing comes otherwise. */
export const mayHurry = ({ may_send, trouble }: Pick<EsfDocument, 'may_send' | 'trouble'>): boolean =>
  may_send && (trouble === 'limit' || trouble === 'silent');

const DEAD: readonly EsfStatus[] = ['declined', 'revoked', 'cancelled'];

/** Papers that another of their kind has come after are history; the newest of each kind stands in sight. Newest first. */
export function splitPapers<P extends Pick<EsfDocument, 'kind' | 'status' | 'is_corrected'>>(
  papers: readonly P[],
): { now: P[]; before: P[] } {
  const now: P[] = [];
  const before: P[] = [];
  for (const paper of papers) {
    const over = DEAD.includes(paper.status) || paper.is_corrected;
    const followed = now.some(({ kind }) => kind === paper.kind);
    (over && followed ? before : now).push(paper);
  }
  return { now: [...now].sort((a, b) => order(a) - order(b)), before };
}

const order = ({ kind }: Pick<EsfDocument, 'kind'>) => (kind === 'invoice' ? 0 : 1);
