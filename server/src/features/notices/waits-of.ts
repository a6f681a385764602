import { IN_SIGNING, pendingSignStatuses } from '@kelisim/shared/features/acts/act-status.ts';
import type { NoticeKind } from '@kelisim/shared/features/notices/notices.contract.ts';

/** Papers that a notice speaks of, and the states in which one of them waits for what it asks. */
export interface Waits {
  states: string[];
  acts: number[];
  documents: number[];
}

const FOR_EXECUTOR = [pendingSignStatuses('executor')];

/** States that wait for the same are together: an act that is signed waits for its payment, and no more for a signature. */
const WAITS: Partial<Record<`${'business' | 'executor'} ${NoticeKind}`, readonly (readonly string[])[]>> = {
  'executor act_sent': FOR_EXECUTOR,
  'executor contract_sent': FOR_EXECUTOR,
  'executor sign_reminder': FOR_EXECUTOR,
  'executor sign_overdue': FOR_EXECUTOR,
  'executor act_annulled': [['annulment_requested']],
  'business act_annulled': [['annulment_requested']],
  'business act_signed': [['signed_by_executor'], ['signed']],
  'business act_returned': [['returned']],
  'business act_payment_rejected': [['signed']],
  'business contract_signed': [['signed_by_executor']],
  'business contract_refused': [['refused']],
  'business certificate_asked': [['sent']],
  // A certificate is signed by the company alone.
  'business sign_reminder': [['signed_by_executor', 'sent']],
  'business sign_overdue': [IN_SIGNING],
};

interface Told {
  paper: 'act' | 'document';
  paper_id: number;
  /** Left out where it waits for certain. */
  status?: string | null;
}

/** Null where nothing is asked for, as of news, or not of all of them. */
export function waitsOf(
  side: 'business' | 'executor',
  kind: NoticeKind,
  papers: readonly Told[],
): Waits | null {
  const groups = WAITS[`${side} ${kind}`] ?? [];
  const groupsOf = ({ status }: Told) => groups.filter((group) => !status || group.includes(status));
  if (papers.some((one) => groupsOf(one).length === 0)) return null;
  const idsOf = (paper: Told['paper']) =>
    papers.flatMap((one) => (one.paper === paper ? [one.paper_id] : []));
  return {
    states: [...new Set(papers.flatMap((one) => groupsOf(one).flat()))],
    acts: idsOf('act'),
    documents: idsOf('document'),
  };
}
