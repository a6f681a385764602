import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { toasts } from '../../ui/toasts.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { Window } from '../../ui/window.tsx';
import css from './admin.module.css';

export type Decision = 'uphold' | 'reject';

interface DecideDialogProps {
  document_id: number;
  number: string;
  decision: Decision;
  onClose: () => void;
}

/** Whether the signature on paper stands; both sides read why. */
export function DecideDialog({ document_id, number, decision, onClose }: DecideDialogProps) {
  const t = useTexts('admin');
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const decide = useDeed('documents.decide_dispute', { stale: ['documents.'], meta: { quiet: true } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!reason.trim()) return field.current?.focus();
    decide.mutate(
      { params: { doc_id: document_id }, body: { decision, reason: reason.trim() } },
      {
        onSuccess: () => {
          toasts.success(t('disputes.decided'));
          onClose();
        },
      },
    );
  };
  return (
    <Window
      opened
      onClose={onClose}
      title={t(`disputes.${decision}_ask`, { number })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form className={css.form} noValidate onSubmit={submit}>
        <p className={css.second}>{t(`disputes.${decision}_hint`)}</p>
        <Textarea
          ref={field}
          data-autofocus
          label={t('disputes.reason')}
          description={t('disputes.reason_hint')}
          required
          autosize
          minRows={3}
          maxLength={1000}
          value={reason}
          error={tried && !reason.trim() ? t('disputes.reason_missing') : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormFoot
          error={decide.error && errorText(decide.error)}
          submit={t(`disputes.${decision}`)}
          tone={decision === 'reject' ? 'bad' : undefined}
          busy={decide.isPending}
          onCancel={onClose}
        />
      </form>
    </Window>
  );
}
