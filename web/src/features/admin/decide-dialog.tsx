import { Textarea } from '@mantine/core';
import limits from 'virtual:form-limits/documents.decide_dispute';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

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
  const decide = useAction('documents.decide_dispute', { stale: ['documents.'], meta: { quiet: true } });
  const form = useForm({ reason: '' }, { limits, words: { reason: t('disputes.reason_missing') } });
  return (
    <FormDialog
      title={t(`disputes.${decision}_ask`, { number })}
      form={form}
      submit={t(`disputes.${decision}`)}
      tone={decision === 'reject' ? 'bad' : undefined}
      save={async ({ reason }) => {
        await decide.mutateAsync({
          params: { doc_id: document_id },
          body: { decision, reason: reason.trim() },
        });
        toasts.success(t('disputes.decided'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">{t(`disputes.${decision}_hint`)}</p>
      <Textarea
        label={t('disputes.reason')}
        description={t('disputes.reason_hint')}
        minRows={3}
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
