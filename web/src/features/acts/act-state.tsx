import { Alert, Button } from '@mantine/core';
import { showsReason } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { AwaitedProofs, waitsForProof } from '../signing/public.ts';
import { ActDialogs } from './act-dialogs.tsx';
import { choicesOf } from './act-choices.ts';
import type { ActChoice } from './act-choices.ts';
import { ActMore } from './act-more.tsx';
import css from './act-page.module.css';
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
  return (
    <section
      className={`k-stack k-gap-12 k-start k-surface k-pad-20 ${css.stateCard}`}
      aria-label={t('page.state_label')}
    >
      {waits ? (
        <StatusDot tone="attention" label={signing('proof.waits')} />
      ) : (
        <>
          <StatusDot {...look(act)} />
          <p className="k-title k-balance" role="status">
            {sentence(act)}
          </p>
        </>
      )}
      {act.reason !== null && showsReason(act.status.code) && (
        <blockquote className={`k-flat k-wide k-anywhere ${css.reason}`}>
          {t(act.status.code === 'annulment_requested' ? 'page.asked_by' : 'page.reason_note', {
            reason: act.reason ?? '',
          })}
        </blockquote>
      )}
      <AwaitedProofs proofs={act.proofs} side={actor.side} />
      <MoneyTrouble act={act} />
      <div className="k-stack k-gap-0">
        <span className="k-second">{t('page.sum')}</span>
        <span className={css.amount}>
          <Money amount={act.amount} />
        </span>
        {act.paid !== '0.00' && act.open !== '0.00' && (
          <span className="k-second">
            {t('page.paid_in_part', { paid: f.money(act.paid), open: f.money(act.open) })}
          </span>
        )}
      </div>
      {choices.length > 0 && (
        <div className={`k-row ${css.actions}`} role="group" aria-label={t('page.what_next')}>
          {choices.map((choice) => (
            <ChoiceButton key={choice.deed} act={act} choice={choice} onOpen={setOpen} />
          ))}
        </div>
      )}
      <ActMore act={act} actor={actor} />
      <ActDialogs act={act} actor={actor} open={open} onClose={() => setOpen(null)} />
    </section>
  );
}

function ChoiceButton({
  act,
  choice,
  onOpen,
}: {
  act: ActView;
  choice: ActChoice;
  onOpen: (deed: ActChoice['deed']) => void;
}) {
  const t = useTexts('acts');
  const label = t(`actions.${choice.label}`);
  const look = choice.primary
    ? { className: css.primary }
    : { variant: 'default', className: choice.bad ? css.bad : undefined };
  if (choice.deed !== 'edit')
    return (
      <Button {...look} onClick={() => onOpen(choice.deed)}>
        {label}
      </Button>
    );
  return (
    <Button {...look} component={AppLink} data-key="edit" href={`/lk/business/acts/${act.id}/edit`}>
      {label}
    </Button>
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
