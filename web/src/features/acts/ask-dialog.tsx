import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { asksReason, isFinal } from '@kelisim/shared/features/acts/act-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useState } from 'react';
import { newRandomKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useGo } from '../../ui/app-link.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { toasts } from '../../ui/toasts.ts';
import { offerUndo } from '../../ui/undo.ts';
import { askForOne, restoreAct } from './act-calls.ts';
import type { AskedDeed } from './act-calls.ts';
import type { Actor } from './actor.ts';
import { STALE_AFTER_ACT } from './acts.data.ts';

interface AskDialogProps {
  deed: AskedDeed;
  act: ActView;
  side: Actor['side'];
  onClose: () => void;
}

/** Asks before a deed over one act, with a reason where the other side will want one, and does it. */
export function AskDialog({ deed, act, side, onClose }: AskDialogProps) {
  const t = useTexts('acts');
  const go = useGo();
  const words = useWords(deed, act);
  const [key] = useState(newRandomKey);
  const [reason, setReason] = useState(words.reason?.text ?? '');
  const [today] = useState(() => almatyDate(new Date()));
  const [day, setDay] = useState(today);
  const confirm = async () => {
    await askForOne(deed, act.id, { reason: reason.trim(), day }, key);
    if (deed !== 'delete') {
      toasts.success(words.done);
      return invalidate(STALE_AFTER_ACT);
    }
    go(`/lk/${side}/acts`);
    offerUndo(words.done, () => restoreAct(act.id));
    await invalidate(['acts.list', 'home.']);
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={words.title}
      confirmLabel={words.button}
      tone={isFinal(deed) ? 'bad' : undefined}
      disabled={
        (words.reason !== undefined && reason.trim() === '') || (deed === 'record_refund' && day === '')
      }
      onConfirm={confirm}
    >
      <p>{words.hint}</p>
      {words.reason && (
        <ReasonField
          label={words.reason.label}
          description={t('ask.reason_why')}
          minRows={3}
          max={1000}
          value={reason}
          onChange={setReason}
        />
      )}
      {deed === 'record_refund' && (
        <DateInput
          label={t('ask.refund_day')}
          value={day}
          onChange={setDay}
          min={act.act_date}
          max={today}
          required
        />
      )}
      {deed === 'delete' && <p>{t('number', { number: act.number })}</p>}
    </ConfirmDialog>
  );
}

interface Words {
  title: string;
  hint: string;
  button: string;
  done: string;
  reason?: { label: string; text: string };
}

function useWords(deed: AskedDeed, act: ActView): Words {
  const t = useTexts('acts');
  const { number } = act;
  const words: Words = {
    title: t(`ask.${deed}`),
    hint: t(`ask.${deed}_hint`),
    button: t(`actions.${deed}`),
    done: t(`done.${deed}`, { number }),
    ...(asksReason(deed) ? { reason: { label: t(`ask.${deed}_reason`), text: '' } } : {}),
  };
  if (deed !== 'annul') return words;
  // The other side has asked: this is the answer. Of what both have signed the other side is asked.
  if (act.status.code === 'annulment_requested')
    return {
      ...words,
      title: t('ask.agree'),
      hint: t('ask.agree_hint'),
      button: t('actions.agree'),
      reason: { label: t('ask.annul_reason'), text: t('ask.agree_reason') },
    };
  if (act.status.code !== 'signed') return words;
  return { ...words, hint: t('ask.annul_ask_hint'), done: t('done.annulment_asked') };
}
