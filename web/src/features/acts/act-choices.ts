import type { ActListItem } from '@kelisim/shared/features/acts/acts.contract.ts';
import { actActions } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActAction } from '@kelisim/shared/features/acts/act-status.ts';
import { momentOf } from './act-words.ts';
import type { Actor } from './actor.ts';

export type ActDeed = Exclude<ActAction, 'settle' | 'reject_payment' | 'restore' | 'attach' | 'detach'>;

export interface ActChoice {
  deed: ActDeed;
  label: ActDeed | 'agree';
  primary: boolean;
  /** Cannot be taken back. */
  bad: boolean;
}

/** From what is most likely wanted down to what is least. */
const order: readonly ActDeed[] = [
  'sign',
  'pay',
  'record_refund',
  'refuse_annulment',
  'send',
  'edit',
  'return',
  'recall',
  'annul',
  'delete',
];
/** A returned act is first corrected, then sent again. */
const orderOfReturned: readonly ActDeed[] = ['edit', 'send', 'delete'];
const primaries: readonly ActDeed[] = ['sign', 'pay', 'record_refund', 'refuse_annulment', 'send', 'edit'];

type StatedAct = Pick<ActListItem, 'status' | 'annulment_requested_by' | 'executor_signs_first' | 'amount'>;

/** What this person may do with the act now: one primary action and at most two more. */
export function choicesOf(act: StatedAct, actor: Actor): ActChoice[] {
  const legal = actActions(momentOf(act), actor.side, actor.rights);
  const sorted = (act.status.code === 'returned' ? orderOfReturned : order).filter((deed) =>
    legal.includes(deed),
  );
  return sorted.slice(0, 3).map((deed, at) => ({
    deed,
    label: labelOf(deed, act),
    primary: at === 0 && primaries.includes(deed),
    bad: deed === 'annul' || deed === 'delete',
  }));
}

function labelOf(deed: ActDeed, act: StatedAct): ActChoice['label'] {
  return deed === 'annul' && act.status.code === 'annulment_requested' ? 'agree' : deed;
}
