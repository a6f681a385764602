import { Textarea } from '@mantine/core';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { newIdempotencyKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { makeStale } from '../../platform/query.ts';
import { useGo } from '../../ui/app-link.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import type { ActDeed } from './act-choices.ts';
import type { Actor } from './actor.ts';
import { STALE_AFTER_ACT } from './acts.data.ts';
import { sendOne } from './send-one.ts';

export type AskedDeed = Exclude<ActDeed, 'sign' | 'pay' | 'edit'>;

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
  const [key] = useState(newIdempotencyKey);
  const [reason, setReason] = useState(words.reason?.text ?? '');
  const [today] = useState(() => almatyDate(new Date()));
  const [day, setDay] = useState(today);
  const confirm = async () => {
    await doDeed(deed, act.id, { reason: reason.trim(), day }, key);
    toasts.success(words.done);
    if (deed === 'delete') go(`/lk/${side}/acts`);
    await makeStale(deed === 'delete' ? ['acts.list', 'home.'] : STALE_AFTER_ACT);
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={words.title}
      confirmLabel={words.button}
      tone={deed === 'annul' || deed === 'delete' ? 'bad' : undefined}
      disabled={
        (words.reason !== undefined && reason.trim() === '') || (deed === 'record_refund' && day === '')
      }
      onConfirm={confirm}
    >
      <p>{words.hint}</p>
      {words.reason && (
        <Textarea
          label={words.reason.label}
          description={t('ask.reason_why')}
          autosize
          minRows={3}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
          required
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
  const plain = (ask: 'send' | 'recall' | 'delete', done: 'sent' | 'recalled' | 'deleted'): Words => ({
    title: t(`ask.${ask}`),
    hint: t(`ask.${ask}_hint`),
    button: t(`actions.${ask}`),
    done: t(`done.${done}`, { number }),
  });
  switch (deed) {
    case 'send':
      return plain('send', 'sent');
    case 'recall':
      return plain('recall', 'recalled');
    case 'delete':
      return plain('delete', 'deleted');
    case 'return':
      return {
        title: t('ask.return'),
        hint: t('ask.return_hint'),
        button: t('actions.return'),
        done: t('done.returned', { number }),
        reason: { label: t('ask.return_reason'), text: '' },
      };
    case 'record_refund':
      return {
        title: t('ask.refund'),
        hint: t('ask.refund_hint'),
        button: t('actions.record_refund'),
        done: t('done.refunded'),
        reason: { label: t('ask.refund_reason'), text: '' },
      };
    case 'refuse_annulment':
      return {
        title: t('ask.refuse'),
        hint: t('ask.refuse_hint'),
        button: t('actions.refuse_annulment'),
        done: t('done.kept', { number }),
      };
    case 'annul':
      return annulWords();
    default:
      return deed satisfies never;
  }

  function annulWords(): Words {
    const agrees = act.status.code === 'annulment_requested';
    const asks = act.status.code === 'signed';
    return {
      title: t(agrees ? 'ask.agree' : 'ask.annul'),
      hint: t(agrees ? 'ask.agree_hint' : asks ? 'ask.annul_ask_hint' : 'ask.annul_hint'),
      button: t(agrees ? 'actions.agree' : 'actions.annul'),
      done: asks ? t('done.annulment_asked') : t('done.annulled', { number }),
      reason: { label: t('reason'), text: agrees ? t('ask.agree_reason') : '' },
    };
  }
}

async function doDeed(
  deed: AskedDeed,
  act_id: number,
  { reason, day }: { reason: string; day: string },
  key: string,
): Promise<unknown> {
  const params = { act_id };
  switch (deed) {
    case 'send':
      return await sendOne(act_id, key);
    case 'recall':
      return await api.call('acts.recall', { params });
    case 'return':
      return await api.call('acts.return', { params, body: { reason } });
    case 'record_refund':
      return await api.call(
        'refunds.record',
        { params, body: { reason, came_on: day } },
        { idempotency_key: key },
      );
    case 'refuse_annulment':
      return await api.call('acts.refuse_annulment', { params });
    case 'delete':
      return await api.call('acts.delete', { params });
    case 'annul':
      return await api.call('acts.annul', { params, body: { reason } });
    default:
      return deed satisfies never;
  }
}
