import { ACT_STATUS_IDS } from '@kelisim/shared/features/acts/act-status.ts';
import type { NoticeKind } from '@kelisim/shared/features/notices/notices.contract.ts';
import type { PaperWord } from './paper-events.queries.ts';

/** The page with several papers, behind `/lk/{side}/`. */
export const LISTS: Record<PaperWord, string> = {
  act: 'acts',
  document: 'contracts',
  reconciliation: 'reconciliation/acts',
  income_certificate: 'income',
};

/** What the receiver of several has to do something about. */
export const WAITING = '?waiting=true';

/** Those of the list that a notice of several is about; what nobody has to do anything about is not set apart. */
const NARROWED: Partial<Record<`${'business' | 'executor'} ${NoticeKind}`, string>> = {
  'executor act_sent': WAITING,
  // Signed by both, they wait for the payment.
  'business act_signed': WAITING,
  'business act_annulled': WAITING,
  'executor act_annulled': WAITING,
  'business act_returned': `?status_id=${ACT_STATUS_IDS.returned}`,
  'executor act_paid': `?status_id=${ACT_STATUS_IDS.paid}`,
  'executor contract_sent': WAITING,
};

export const listOf = (side: 'business' | 'executor', kind: NoticeKind, word: PaperWord): string =>
  `/lk/${side}/${LISTS[word]}${NARROWED[`${side} ${kind}`] ?? ''}`;
