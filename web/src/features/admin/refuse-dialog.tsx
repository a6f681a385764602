import type { VerificationRow } from '@kelisim/shared/features/registration/registration.contract.ts';
import { CORRECTABLE_STAGES } from '@kelisim/shared/features/registration/registration-stage.ts';
import type { CorrectableStage } from '@kelisim/shared/features/registration/registration-stage.ts';
import { Radio, Textarea } from '@mantine/core';
import limits from 'virtual:form-limits/registration.refuse';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

/** The reason as the person will read it, and the step they are to correct. */
export function RefuseDialog({ row, onClose }: { row: VerificationRow; onClose: () => void }) {
  const t = useTexts('admin');
  const form = useForm(
    { reason: '', step: 'company_data' as CorrectableStage },
    { limits, words: { reason: t('verification.reason_missing') } },
  );
  const refuse = useAction('registration.refuse', {
    stale: ['registration.', 'companies.'],
    meta: { quiet: true },
  });
  return (
    <FormDialog
      title={t('verification.refuse_ask', { name: row.company.name })}
      form={form}
      submit={t('verification.refuse')}
      tone="bad"
      save={async ({ reason, step }) => {
        const params = { registration_id: row.registration_id };
        await refuse.mutateAsync({ params, body: { reason: reason.trim(), step } });
        toasts.success(t('verification.refused_said'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">{t('verification.refuse_hint')}</p>
      <Radio.Group label={t('verification.step')} {...form.field('step')} required={false}>
        <div className="k-stack k-gap-8 k-above-4">
          {CORRECTABLE_STAGES.map((one) => (
            <Radio key={one} value={one} label={t(`verification.steps.${one}`)} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={t('verification.reason')}
        description={t('verification.reason_hint')}
        minRows={3}
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
