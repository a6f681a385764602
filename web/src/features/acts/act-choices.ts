import type { ActListItem } from '@kelisim/shared/features/acts/acts.contract.ts';
import { ACT_DEEDS, actActions, isFinal } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActButton } from '@kelisim/shared/features/acts/act-status.ts';
import { momentOf } from './act-words.ts';
import type { Actor } from './actor.ts';

export interface ActChoice {
  deed: ActButton;
  label: ActButton | 'agree';
  primary: boolean;
  /** Cannot be taken back. */
  bad: boolean;
}

type StatedAct = Pick<ActListItem, 'status' | 'annulment_requested_by' | 'executor_signs_first' | 'amount'>;

/** What this person may do with the act now: one primary action and at most two more. */
export function choicesOf(act: StatedAct, actor: Actor): ActChoice[] {
  const legal = actActions(momentOf(act), actor.side, actor.rights);
  // A returned act is first corrected, then sent again.
  const first = act.status.code === 'returned' ? legal.filter((deed) => deed === 'edit') : [];
  return [...new Set([...first, ...legal])].slice(0, 3).map((deed, at) => ({
    deed,
    label: labelOf(deed, act),
    primary: at === 0 && ACT_DEEDS[deed].button === 'likely',
    bad: isFinal(deed),
  }));
}

function labelOf(deed: ActButton, act: StatedAct): ActChoice['label'] {
  return deed === 'annul' && act.status.code === 'annulment_requested' ? 'agree' : deed;
}
