import type { ActListItem, ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import type { ActMoment, ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { actTone, nextActStatus, pendingSignStatuses } from '@kelisim/shared/features/acts/act-status.ts';
import { useTexts } from '../../platform/i18n.ts';
import type { Tone } from '../../ui/status-dot.tsx';
import type { Actor } from './actor.ts';

type Side = Actor['side'];
type StatedAct = Pick<ActListItem, 'status' | 'annulment_requested_by' | 'executor_signs_first' | 'amount'>;

/** Of a list it is not known who of the company has signed. */
type SignedBy = Partial<Pick<ActView, 'signed_by_you' | 'signatures'>>;

export function momentOf(act: StatedAct): ActMoment {
  return { ...act, status: act.status.code, is_below_zero: act.amount.startsWith('-') };
}

/** What the act waits for from this side, whoever of it may do that. */
function waitsFor(act: StatedAct, side: Side): 'sign' | 'answer' | null {
  const moment = momentOf(act);
  if (pendingSignStatuses(side).includes(moment.status))
    return nextActStatus(moment, 'sign', side) === null ? null : 'sign';
  return nextActStatus(moment, 'refuse_annulment', side) === null ? null : 'answer';
}

/** The sign of a state, the same for everybody whose turn it is not. */
export const statusTone = (status: ActStatus): Tone => actTone(status);

/** `look(act)`: tone and word of the state in a list. Amber is only for the user who may do what it waits for. */
export function useActLook({
  side,
  rights,
}: Actor): (act: StatedAct & SignedBy) => { tone: Tone; label: string } {
  const t = useTexts('acts');
  const states = useTexts('states');
  return (act) => {
    const waits = waitsFor(act, side);
    if (waits && side === 'business' && !rights.has('sign'))
      return {
        tone: statusTone(act.status.code),
        label: waits === 'sign' ? t('look.waiting_company') : states(`act.${act.status.code}`),
      };
    if (waits) return { tone: 'attention', label: t(`look.waiting_${waits}`) };
    const ours = act.status.code === `signed_by_${side}` && (side === 'executor' || act.signed_by_you);
    const label = ours ? t('look.signed_by_you') : states(`act.${act.status.code}`);
    return { tone: statusTone(act.status.code), label };
  };
}

/** «Вы подписали. Ждём исполнителя.» */
export function useActSentence({
  side,
  rights,
}: Actor): (act: StatedAct & SignedBy & Pick<ActView, 'payment'>) => string {
  const t = useTexts('acts');
  return (act) => {
    const { code } = act.status;
    if (code === 'annulment_requested') {
      const whose = act.annulment_requested_by === side ? 'annulment_own' : 'annulment_other';
      return t(`${side}_says.${whose}`);
    }
    if (act.amount.startsWith('-') && (code === 'signed' || code === 'paid'))
      return t(`${side}_says.${code}_back`);
    if (code === 'signed' && act.payment?.status === 'rejected') return t(`${side}_says.signed_rejected`);
    // An executor never sees a draft; one that is taken back leaves their list.
    if (side === 'executor') return t(`executor_says.${code === 'draft' ? 'returned' : code}`);
    if (code === 'sent' && act.executor_signs_first) return t('business_says.sent_executor_first');
    if (code === 'signed_by_business' && act.signed_by_you === false) {
      const name = act.signatures?.find((card) => card.side === 'business')?.name ?? '';
      return t('business_says.signed_by_business_company', { name });
    }
    if (code === 'signed_by_executor' && !rights.has('sign'))
      return t('business_says.signed_by_executor_company');
    return t(`business_says.${code}`);
  };
}
