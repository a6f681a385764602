import type { VerificationRow } from '@kelisim/shared/features/registration/registration.contract.ts';
import { CORRECTABLE_STAGES } from '@kelisim/shared/features/registration/registration-stage.ts';
import type { CorrectableStage } from '@kelisim/shared/features/registration/registration-stage.ts';
import { Radio, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import css from './admin.module.css';

/** The reason as the person will read it, and the step he is to correct. */
export function RefuseDialog({ row, onClose }: { row: VerificationRow; onClose: () => void }) {
  const t = useTexts('admin');
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [step, setStep] = useState<CorrectableStage>('company_data');
  const [tried, setTried] = useState(false);
  const refuse = useDeed('registration.refuse', {
    stale: ['registration.', 'companies.'],
    meta: { quiet: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!reason.trim()) return field.current?.focus();
    refuse.mutate(
      { params: { registration_id: row.registration_id }, body: { reason: reason.trim(), step } },
      {
        onSuccess: () => {
          toasts.success(t('verification.refused_said'));
          onClose();
        },
      },
    );
  };
  return (
    <Window
      opened
      onClose={onClose}
      title={t('verification.refuse_ask', { name: row.company.name })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form className={css.form} noValidate onSubmit={submit}>
        <p className={css.second}>{t('verification.refuse_hint')}</p>
        <Radio.Group
          label={t('verification.step')}
          value={step}
          onChange={(value) => setStep(value as CorrectableStage)}
        >
          <div className={css.radios}>
            {CORRECTABLE_STAGES.map((one) => (
              <Radio key={one} value={one} label={t(`verification.steps.${one}`)} />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          ref={field}
          data-autofocus
          label={t('verification.reason')}
          description={t('verification.reason_hint')}
          required
          autosize
          minRows={3}
          maxLength={500}
          value={reason}
          error={tried && !reason.trim() ? t('verification.reason_missing') : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormFoot
          error={refuse.error && errorText(refuse.error)}
          submit={t('verification.refuse')}
          tone="bad"
          busy={refuse.isPending}
          onCancel={onClose}
        />
      </form>
    </Window>
  );
}
