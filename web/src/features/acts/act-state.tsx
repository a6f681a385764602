import { Alert } from '@mantine/core';
import { showsReason } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Money } from '../../ui/money.tsx';
import { PaperState } from '../../ui/paper-page.tsx';
import type { PaperDeed } from '../../ui/paper-page.tsx';
import { AwaitedProofs, waitsForProof } from '../signing/public.ts';
import { ActDialogs } from './act-dialogs.tsx';
import { choicesOf } from './act-choices.ts';
import type { ActChoice } from './act-choices.ts';
import { ActMore } from './act-more.tsx';
import { useActLook, useActSentence } from './act-words.ts';
import type { Actor } from './actor.ts';
import { useState } from 'react';

/** The state in words, the sum, what may be done now. */
export function ActState({ act, actor }: { act: ActView; actor: Actor }) {
  const t = useTexts('acts');
  const signing = useTexts('signing');
  const f = useFormats();
  const look = useActLook(actor);
  const sentence = useActSentence(actor);
  const [open, setOpen] = useState<ActChoice['deed'] | null>(null);
  // A signature that waits for its proof is not asked for again.
  const waits = waitsForProof(act.proofs, actor.side);
  const choices = choicesOf(act, actor).filter(({ deed }) => !(waits && deed === 'sign'));
  const deed = ({ deed, label, primary, bad }: ActChoice): PaperDeed => ({
    key: deed,
    label: t(`actions.${label}`),
    primary,
    bad,
    ...(deed === 'edit'
      ? { data_key: 'edit', href: `/lk/business/acts/${act.id}/edit` }
      : { onClick: () => setOpen(deed) }),
  });
  const reason =
    act.reason !== null && showsReason(act.status.code)
      ? t(act.status.code === 'annulment_requested' ? 'page.asked_by' : 'page.reason_note', {
          reason: act.reason,
        })
      : undefined;
  return (
    <PaperState
      look={waits ? { tone: 'attention', label: signing('proof.waits') } : look(act)}
      sentence={waits ? undefined : sentence(act)}
      reason={reason}
      notes={
        <>
          <AwaitedProofs proofs={act.proofs} side={actor.side} />
          {act.sign_by !== null && <SignBy day={act.sign_by} />}
          <MoneyTrouble act={act} />
        </>
      }
      sum={
        <div className="k-stack k-gap-0">
          <span className="k-second">{t('page.sum')}</span>
          <span className="k-size-28 k-bold">
            <Money amount={act.amount} />
          </span>
          {act.paid !== '0.00' && act.open !== '0.00' && (
            <span className="k-second">
              {t('page.paid_in_part', { paid: f.money(act.paid), open: f.money(act.open) })}
            </span>
          )}
        </div>
      }
      deeds={choices.map(deed)}
    >
      <ActMore act={act} actor={actor} />
      <ActDialogs act={act} actor={actor} open={open} onClose={() => setOpen(null)} />
    </PaperState>
  );
}

/** By which day both are to have signed, or that it has passed: it is told, and nothing follows from it. */
function SignBy({ day }: { day: string }) {
  const t = useTexts('proofs');
  const f = useFormats();
  const [today] = useState(() => almatyDate(new Date()));
  return (
    <p className="k-second">
      {t(day < today ? 'paper.sign_by_past' : 'paper.sign_by', { date: f.longDate(day) })}
    </p>
  );
}

/** Said where the eye falls first: money in doubt must not be sent twice, money refused has a reason. */
function MoneyTrouble({ act }: { act: ActView }) {
  const t = useTexts('acts');
  if (act.payment?.status === 'unknown')
    return (
      <Alert color="attention" variant="light" role="status">
        {t('payment.unknown_alert')}
      </Alert>
    );
  if (act.payment?.status !== 'rejected' || act.status.code !== 'signed') return null;
  const { reason } = act.payment;
  return (
    <Alert color="bad" variant="light">
      {reason ? t('payment.rejected_alert', { reason }) : t('payment.rejected_no_reason')}
    </Alert>
  );
}
